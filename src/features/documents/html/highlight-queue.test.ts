// One piece of code that hangs costs nobody else their colour, and nobody waits forever.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { MINUTE, SECOND } from '#time.ts'
import { pluck } from '../../../../test/pluck.ts'
import { ColourQueue, type Pace } from './highlight-queue.ts'

const COLOURS = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ code }) => {
  if (code.startsWith('hang')) /(a+)+b/.test('a'.repeat(60))
  if (code === 'break') process.exit(1)
  parentPort.postMessage({ html: '<b>' + code + '</b>' })
})
parentPort.postMessage('ready')`

/** queueOf is a real thread that hangs on some pieces. The deadline is long enough for one to answer on any machine. */
function queueOf(t: TestContext, pace: Partial<Pace> = {}, script = COLOURS): ColourQueue {
  const folder = mkdtempSync(join(tmpdir(), 'galley-colours-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'thread.mjs')
  writeFileSync(file, script)
  const usual = { deadlineMs: SECOND, patienceMs: MINUTE, idleMs: 1, slowForMs: MINUTE }
  return new ColourQueue(pathToFileURL(file), { ...usual, ...pace })
}
const pieces = (...codes: string[]) => codes.map((code) => ({ code, language: 'js' }))
const bold = (...codes: string[]) => codes.map((code) => `<b>${code}</b>`)

describe('the queue of code to colour', () => {
  test('a piece that hangs or breaks the thread stays plain, all others get their colour', async (t) => {
    const queue = queueOf(t)
    const results = await Promise.all([
      queue.colour(pieces('a', 'hang', 'b')),
      queue.colour(pieces('c', 'break', 'd')),
      queue.colour(pieces('e')),
      // Someone saves again what hangs: nobody waits for it twice.
      queue.colour(pieces('hang', 'f')),
    ])
    const [a, b, c, d, e, f] = bold('a', 'b', 'c', 'd', 'e', 'f')
    assert.deepEqual(results, [[a, null, b], [c, null, d], [e], [null, f]])
    assert.deepEqual(
      pieces('a', 'hang', 'break', 'new').map((piece) => queue.find(piece)),
      [a, null, null, undefined],
    )
  })

  test('what waits behind others is not held to be slow', async (t) => {
    const queue = queueOf(t)
    const codes = Array.from({ length: 3 }, (_, number) => `hang ${number}`)
    const hanging = queue.colour(pieces(...codes))
    // Its turn comes after one deadline, and would be over with it if the clock ran meanwhile.
    assert.deepEqual(await queue.colour(pieces('a', 'b')), bold('a', 'b'))
    assert.deepEqual(await hanging, [null, null, null])
  })

  test('nobody waits longer than patience lasts, and what nobody came to may be asked again', async (t) => {
    const queue = queueOf(t, { deadlineMs: 2 * SECOND, patienceMs: SECOND })
    const [first, second] = await Promise.all([queue.colour(pieces('hang')), queue.colour(pieces('a'))])
    assert.deepEqual({ first, second }, { first: [], second: [] })
    assert.equal(queue.find(pieces('a')[0]!), undefined)
  })

  test('a thread that has seen many languages makes way for another, and nobody loses their colour', async (t) => {
    const queue = queueOf(
      t,
      { idleMs: MINUTE },
      COLOURS.replace("'<b>' + code", "threadId + ' ' + code").replace('{ parentPort }', '{ parentPort, threadId }'),
    )
    const languages = Array.from({ length: 120 }, (_, nth) => ({ code: `c${nth}`, language: `l${nth}` }))
    const colours = await queue.colour(languages)
    assert.deepEqual(
      colours.map((html) => html?.replace(/^\d+ /, '')),
      languages.map(({ code }) => `${code}</b>`),
    )
    const threads = Map.groupBy(colours, (html) => html?.split(' ')[0])
    assert.deepEqual(pluck([...threads.values()], 'length'), [50, 50, 20])
  })

  test('without a thread that can start everyone gets plain code at once', async (t) => {
    const queue = queueOf(t, {}, 'throw new Error("no grammar here")')
    assert.deepEqual(await Promise.all([queue.colour(pieces('a', 'b')), queue.colour(pieces('c'))]), [[], []])
    assert.equal(queue.find(pieces('a')[0]!), undefined)
  })
})
