// A text changed as Markdown: what Markdown does not carry stays.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from './model.ts'
import { rewritten } from './rewritten.ts'

let serial = 0
const block = (type: string, content: string, more: Partial<Block> = {}): Block => ({
  id: `n${++serial}`,
  type,
  props: {},
  content: [{ type: 'text', text: content, styles: {} }],
  children: [],
  ...more,
})
const line = (text: string, more: Partial<Block> = {}) => block('paragraph', text, more)

const COLOURED = line('First.', { id: 'a', props: { textColor: 'red' } })
const NESTED = line('Nested.', { id: 'c' })
const PARENT = line('Parent.', { id: 'b', children: [NESTED] })
const EMPTY: Block = { id: 'e', type: 'paragraph', props: {}, content: [], children: [] }
const ITEM = block('bulletListItem', 'Item.', { id: 'i', children: [line('Inside.', { id: 'j' })] })
const BASE = [COLOURED, PARENT, EMPTY, ITEM]
const item = (text: string, inside: string) => block('bulletListItem', text, { children: [line(inside)] })
/** read is what the Markdown of the base reads as. */
const read = () => [line('First.'), line('Parent.'), line('Nested.'), item('Item.', 'Inside.')]

describe('a text that was changed as Markdown', () => {
  test('is the base itself where nothing was changed', () => {
    assert.deepEqual(rewritten(BASE, read(), read()), BASE)
  })

  test('keeps colours, indents and empty lines elsewhere when one line is changed', () => {
    const now = read()
    now[3] = item('Item!', 'Inside.')
    const [first, parent, empty, last] = rewritten(BASE, read(), now)
    assert.deepEqual({ first, parent, empty }, { first: COLOURED, parent: PARENT, empty: EMPTY })
    assert.equal(last!.id, 'i')
    assert.deepEqual(last!.content, now[3].content)
    assert.deepEqual(last!.children, ITEM.children)
  })

  test('keeps the colour of a line whose words changed, and drops a prop that was taken out of the Markdown', () => {
    const code = (content: string, props: Record<string, unknown>) => block('codeBlock', content, { props })
    const base = [{ ...code('a', { language: 'js', title: 'x', textColor: 'red' }), id: 'k' }]
    const before = [code('a', { language: 'js', title: 'x' })]
    const [now] = rewritten(base, before, [code('b', { language: 'js' })])
    assert.deepEqual({ id: now!.id, props: now!.props }, { id: 'k', props: { language: 'js', textColor: 'red' } })
  })

  test('has what was moved and what is new, and not what was deleted', () => {
    const [first, parent, , list] = read()
    const result = rewritten(BASE, read(), [list!, line('New.'), parent!, first!])
    assert.deepEqual(
      result.map(({ id, children }) => [id.startsWith('n') ? 'new' : id, children.length]),
      [
        ['i', 1],
        ['new', 0],
        ['b', 0],
        ['e', 0],
        ['a', 0],
      ],
    )
  })
})
