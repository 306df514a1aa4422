// Two changes of one text, put together block by block.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeBlocks, mergeTexts } from './merge.ts'
import type { Block } from './model.ts'

const line = (id: string, text = id): Block => ({ id, type: 'paragraph', props: {}, content: text, children: [] })
const lines = (ids: string): Block[] => ids.split(' ').map((id) => line(id))
/** inEditor is a block as the editor gives it back: the same, spelt differently. */
const inEditor = (block: Block): Block => ({
  ...block,
  props: { textColor: 'default', backgroundColor: 'default', textAlignment: 'left' },
  content: [{ type: 'text', text: String(block.content), styles: {} }],
})
const contents = (blocks: Block[] | undefined) => blocks?.map(({ content }) => content)
const merge = (base: string, mine: string, theirs: string) =>
  contents(mergeBlocks(lines(base), lines(mine), lines(theirs)))

describe('mergeBlocks', () => {
  test('takes each change from who made it', () => {
    const mine = [line('a', 'mine'), line('b'), line('c')]
    const theirs = [line('a'), line('b'), line('c', 'theirs')]
    assert.deepEqual(contents(mergeBlocks(lines('a b c'), mine, theirs)), ['mine', 'b', 'theirs'])
  })

  test('does not take what the editor writes by itself for a change', () => {
    const theirs = [line('a', 'theirs'), line('b')]
    const merged = mergeBlocks(lines('a b'), [inEditor(line('a')), inEditor(line('b', 'mine'))], theirs)
    assert.deepEqual(merged, [line('a', 'theirs'), inEditor(line('b', 'mine'))])
  })

  test('has no answer where both changed one block, or one deleted what the other changed', () => {
    assert.equal(mergeBlocks(lines('a'), [line('a', 'mine')], [line('a', 'theirs')]), undefined)
    assert.equal(mergeBlocks(lines('a b'), [line('a', 'mine'), line('b')], lines('b')), undefined)
    assert.deepEqual(contents(mergeBlocks(lines('a'), [line('a', 'same')], [line('a', 'same')])), ['same'])
  })

  test('a style, a link and a nested block are changes, too', () => {
    const bold: Block = { ...line('a'), content: [{ type: 'text', text: 'a', styles: { bold: true } }] }
    assert.equal(mergeBlocks(lines('a'), [bold], [line('a', 'theirs')]), undefined)
    assert.deepEqual(mergeBlocks(lines('a b'), [bold, line('b')], lines('a b')), [bold, line('b')])
    const nested: Block = { ...line('a'), children: [line('b')] }
    assert.equal(mergeBlocks(lines('a b'), [nested], [line('a'), line('b', 'theirs')]), undefined)
    assert.equal(
      mergeBlocks(lines('a b c'), [nested, line('c')], [line('a'), { ...line('c'), children: [line('b')] }]),
      undefined,
    )
  })

  test('what came, went or moved on one side does so', () => {
    assert.deepEqual(merge('a b c', 'a x b c', 'a b y'), ['a', 'x', 'b', 'y'])
    assert.deepEqual(merge('a b c', 'b c', 'a b c y'), ['b', 'c', 'y'])
    assert.deepEqual(merge('a b c', 'c a b', 'a b y c'), ['c', 'a', 'b', 'y'])
    assert.deepEqual(merge('a b c', 'x a b c', 'c b a'), ['x', 'c', 'b', 'a'])
    assert.equal(merge('a b c', 'b a c', 'a c b'), undefined)
  })
})

describe('mergeTexts', () => {
  test('has what can be merged, and both sides of what can not', () => {
    const mine = [line('a', 'mine'), line('b'), line('c', 'my third'), line('new')]
    const theirs = [line('a', 'theirs'), line('b', 'their second'), line('c')]
    const { blocks, conflicts, isOrderTheirs } = mergeTexts(lines('a b c'), mine, theirs)
    assert.deepEqual(contents(blocks), ['theirs', 'their second', 'my third', 'new'])
    assert.deepEqual(
      conflicts.map(({ id, mine, theirs }) => [id, contents([mine!]), contents([theirs!])]),
      [['a', ['mine'], ['theirs']]],
    )
    assert.equal(isOrderTheirs, false)
  })

  test('keeps what one changed and the other deleted, in its place', () => {
    const { blocks, conflicts } = mergeTexts(lines('a b c'), [line('a'), line('b', 'mine'), line('c')], lines('a c'))
    assert.deepEqual([contents(blocks), conflicts[0]?.theirs], [['a', 'mine', 'c'], undefined])
    const other = mergeTexts(lines('a b c'), lines('a c'), [line('a'), line('b', 'theirs'), line('c')])
    assert.deepEqual([contents(other.blocks), other.conflicts[0]?.mine], [['a', 'theirs', 'c'], undefined])
  })

  test('takes their order where both changed it, and says so', () => {
    const { blocks, conflicts, isOrderTheirs } = mergeTexts(lines('a b c'), lines('b a c'), lines('a c b'))
    assert.deepEqual([contents(blocks), conflicts, isOrderTheirs], [['a', 'c', 'b'], [], true])
  })

  test('loses no block, whatever two people do', () => {
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const edit = (who: string) => (blocks: Block[]) => {
      const after = [...blocks]
      for (let n = 0; n < 3; n++) {
        const at = next(after.length + 1)
        if (next(3) === 0) after.splice(at, 0, line(`${who}${next(1000)}-${n}`))
        else if (next(2) === 0) after.splice(at, 1)
        else if (after[at]) after[at] = line(after[at].id, `${who} ${next(1000)}`)
      }
      return after
    }
    for (let round = 0; round < 500; round++) {
      const base = lines('a b c d e f')
      const [mine, theirs] = [edit('m')(base), edit('t')(base)]
      const { blocks, conflicts } = mergeTexts(base, mine, theirs)
      const present = new Set([
        ...contents(blocks)!,
        ...conflicts.flatMap(({ mine, theirs }) =>
          [mine, theirs].flatMap((block) => (block ? contents([block])! : [])),
        ),
      ])
      const was = new Set(contents(base))
      for (const text of [...contents(mine)!, ...contents(theirs)!])
        assert.ok(was.has(text) || present.has(text), `${round}: ${text}`)
      assert.equal(new Set(blocks.map(({ id }) => id)).size, blocks.length)
    }
  })
})
