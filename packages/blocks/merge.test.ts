// Two changes of one text, put together block by block.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeBlocks } from './merge.ts'
import type { Block } from './model.ts'

const line = (id: string, text = id): Block => ({ id, type: 'paragraph', props: {}, content: text, children: [] })
const lines = (ids: string): Block[] => ids.split(' ').map((id) => line(id))
/** inEditor is a block as the editor gives it back: the same, spelt differently. */
const inEditor = (block: Block): Block => ({
  ...block,
  props: { textColor: 'default', backgroundColor: 'default', textAlignment: 'left' },
  content: [{ type: 'text', text: String(block.content), styles: {} }],
})
const said = (blocks: Block[] | undefined) => blocks?.map(({ content }) => content)
const merge = (base: string, mine: string, theirs: string) => said(mergeBlocks(lines(base), lines(mine), lines(theirs)))

describe('mergeBlocks', () => {
  test('takes each change from who made it', () => {
    const mine = [line('a', 'mine'), line('b'), line('c')]
    const theirs = [line('a'), line('b'), line('c', 'theirs')]
    assert.deepEqual(said(mergeBlocks(lines('a b c'), mine, theirs)), ['mine', 'b', 'theirs'])
  })

  test('does not take what the editor writes by itself for a change', () => {
    const theirs = [line('a', 'theirs'), line('b')]
    const merged = mergeBlocks(lines('a b'), [inEditor(line('a')), inEditor(line('b', 'mine'))], theirs)
    assert.deepEqual(merged, [line('a', 'theirs'), inEditor(line('b', 'mine'))])
  })

  test('has no answer where both changed one block, or one deleted what the other changed', () => {
    assert.equal(mergeBlocks(lines('a'), [line('a', 'mine')], [line('a', 'theirs')]), undefined)
    assert.equal(mergeBlocks(lines('a b'), [line('a', 'mine'), line('b')], lines('b')), undefined)
    assert.deepEqual(said(mergeBlocks(lines('a'), [line('a', 'same')], [line('a', 'same')])), ['same'])
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
