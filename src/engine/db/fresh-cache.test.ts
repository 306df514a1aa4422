// What is kept is never older than the asking, and nobody waits for ever, however fast things change.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ChangeLog } from './change-log.ts'
import { FreshCache } from './fresh-cache.ts'

function setUp() {
  const log = new ChangeLog()
  const db = {
    sequence: () => log.sequence,
    isCurrent: (sequence: number, tags: readonly string[]) => log.isCurrent(sequence, tags),
    confirm: async () => {},
  }
  const state = { present: 0, made: 0 }
  const change = (tag: string) => {
    state.present++
    log.learn([tag])
  }
  const gates: (() => void)[] = []
  /** What is read is read at the begin; it is ready when its gate opens. */
  const read = async () => {
    state.made++
    const value = state.present
    await new Promise<void>((open) => gates.push(open))
    return { value, tags: ['shown'] }
  }
  return { cache: new FreshCache<number>(db, { max: 10 }), state, change, read, gates }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('FreshCache', () => {
  test('those who ask together share one, and it is kept until what it shows changes', async () => {
    const { cache, state, change, read, gates } = setUp()
    const both = [cache.get('page', read), cache.get('page', read)]
    gates.shift()!()
    assert.deepEqual(await Promise.all(both), [0, 0])
    change('something else')
    assert.equal(cache.get('page', read), 0)
    change('shown')
    const again = cache.get('page', read)
    gates.shift()!()
    assert.equal(await again, 2)
    assert.equal(state.made, 2)
  })

  test('whoever asks after a change is not given what was begun before it', async () => {
    const { cache, change, read, gates } = setUp()
    const before = cache.get('page', read)
    change('shown')
    const after = cache.get('page', read)
    gates.shift()!()
    assert.equal(await before, 0)
    await turn()
    gates.shift()!()
    assert.equal(await after, 1)
  })

  test('while everything changes all the time, nobody waits for more than two', async () => {
    const { cache, state, change, read, gates } = setUp()
    const asked = Array.from({ length: 20 }, () => {
      change('shown')
      return { at: state.present, value: cache.get('page', read) }
    })
    for (let round = 0; round < 2; round++) {
      change('shown')
      for (const open of gates.splice(0)) open()
      await turn()
    }
    for (const { at, value } of asked) assert.ok((await value) >= at)
    assert.equal(state.made, 2)
  })

  test('one that fails is not kept', async () => {
    const { cache, read, gates } = setUp()
    await assert.rejects(async () => cache.get('page', () => Promise.reject(new Error('no'))))
    const value = cache.get('page', read)
    gates.shift()!()
    assert.equal(await value, 0)
  })
})
