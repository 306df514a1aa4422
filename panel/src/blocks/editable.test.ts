// What the editor does not know goes through it unharmed.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from 'galley-blocks/model.ts'
import { fromEditor, toEditor, withoutTrailing } from './editable.ts'

/** held makes blocks of what a test says of them; contents may be such as the service keeps and the editor refuses. */
const held = (...given: { id: string; type: string; props?: object; content?: unknown }[]) =>
  given.map((block) => ({ props: {}, children: [], ...block })) as Block[]

const strange: Block = { id: 's', type: 'timeline', props: { from: 1 }, content: 'First, then', children: [] }

describe('toEditor and fromEditor', () => {
  test('an unknown block is shown as its text and comes back as it was', () => {
    const { blocks, replaced } = toEditor([strange])
    assert.equal(blocks[0]?.type, 'paragraph')
    assert.deepEqual(fromEditor(blocks, replaced), [strange])
  })

  test('an unknown block that someone rewrote is what they wrote', () => {
    const { blocks, replaced } = toEditor([strange])
    const rewritten = [{ ...blocks[0]!, content: 'Something else' }]
    assert.deepEqual(fromEditor(rewritten, replaced)[0]?.type, 'paragraph')
  })

  test('known types with contents that the editor would refuse are kept likewise', () => {
    const text = (styles: object) => [{ type: 'text', text: 'Words', styles }]
    const odd = held(
      { id: '1', type: 'paragraph', content: text({ sparkle: true }) },
      { id: '2', type: 'paragraph', content: [{ type: 'mention', text: 'Ada' }] },
      { id: '3', type: 'table', content: { type: 'tableContent', rows: [] } },
      { id: '4', type: 'codeBlock', content: [{ type: 'link', href: 'https://example.com/', content: text({}) }] },
      { id: '5', type: 'image', props: { url: 'https://example.com/a.png' }, content: 'Text in a picture' },
    )
    const { blocks, replaced } = toEditor(odd)
    assert.deepEqual(
      blocks.map(({ type }) => type),
      odd.map(() => 'paragraph'),
    )
    assert.deepEqual(fromEditor(blocks, replaced), odd)
  })

  test('what the editor knows goes in as it is', () => {
    const plain = held(
      { id: '1', type: 'paragraph', content: 'Text' },
      {
        id: '2',
        type: 'quote',
        content: [{ type: 'link', href: '/', content: [{ type: 'text', text: 'a', styles: {} }] }],
      },
      { id: '3', type: 'codeBlock', content: [{ type: 'text', text: 'let x', styles: {} }] },
      {
        id: '4',
        type: 'table',
        content: { type: 'tableContent', rows: [{ cells: ['a', { type: 'tableCell', content: [] }] }] },
      },
      { id: '5', type: 'divider' },
    )
    assert.deepEqual(toEditor(plain).blocks, plain)
  })

  test('only an empty last paragraph is dropped', () => {
    const [text, empty] = held(
      { id: 'a', type: 'paragraph', content: 'Text' },
      { id: 'b', type: 'paragraph', content: [] },
    ) as [Block, Block]
    assert.deepEqual(withoutTrailing([text, empty]), [text])
    assert.deepEqual(withoutTrailing([empty, text]), [empty, text])
  })
})
