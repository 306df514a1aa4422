// A text goes through the editor unharmed: what nobody changed comes back as it was, and of a changed block what is not changed.
// The editor is the real one; it needs no page to hold a text.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BlockNoteEditor } from '@blocknote/core'
import type { Block, Inline } from 'galley-blocks/model.ts'
import { fromEditor, toEditor } from './editable.ts'
import { schema } from './schema.ts'

/** held makes blocks of what a test says of them; contents may be such as the service keeps and the editor refuses. */
const held = (...given: { id: string; type: string; props?: object; content?: unknown }[]) =>
  given.map((block) => ({ props: {}, children: [], ...block })) as Block[]
const text = (words: string, styles: object = {}) => ({ type: 'text', text: words, styles }) as Inline
const link = (href: string, content: Inline[], more = {}) => ({ type: 'link', href, content, ...more }) as Inline

/** open puts blocks into an editor, as the page does with a text that someone else published. */
function open(blocks: Block[]) {
  const editor = BlockNoteEditor.create({ schema })
  editor.replaceBlocks(editor.document, toEditor(blocks) as never)
  const shown = () => editor.document as unknown as Block[]
  const { read, originals } = fromEditor(blocks, shown())
  return { editor, originals, read: () => read(shown()) }
}

/** typedAfter is what is saved of one block when someone types at its end. */
function typedAfter(block: Block, typed: string): Block {
  const { editor, read } = open([block])
  editor.setTextCursorPosition(editor.document[0]!, 'end')
  editor.insertInlineContent(typed)
  return read()[0]!
}

const strange: Block = { id: 's', type: 'timeline', props: { from: 1 }, content: 'First, then', children: [] }

describe('marks', () => {
  const MARKS = Object.keys(schema.styleSchema)
  const valueFor = (mark: string) => (mark.endsWith('Color') ? 'red' : true)

  test('every mark goes with every other, and with a link', () => {
    const pairs = MARKS.flatMap((one) => MARKS.filter((other) => other > one).map((other) => [one, other]))
    const words = pairs.map((marks) => text('w', Object.fromEntries(marks.map((mark) => [mark, valueFor(mark)]))))
    const linked = MARKS.map((mark, index) => link(`/${index}`, [text('w', { [mark]: valueFor(mark) })]))
    const contents = [...words, ...linked].map((item) => [item])
    const { editor } = open(held(...contents.map((content, id) => ({ id: `${id}`, type: 'paragraph', content }))))
    assert.deepEqual(
      editor.document.map(({ content }) => JSON.parse(JSON.stringify(content))),
      contents.map((content) => JSON.parse(JSON.stringify(content, sortedStyles))),
    )
  })

  /** sortedStyles: the editor lists marks in the order of its schema. */
  const sortedStyles = (key: string, value: Record<string, unknown>) =>
    key === 'styles'
      ? Object.fromEntries(MARKS.filter((mark) => mark in value).map((mark) => [mark, value[mark]]))
      : value

  test('end before a line break, whatever the editor makes of it', () => {
    const content = [
      text('required', { bold: true }),
      text('\n'),
      text('type', { bold: true }),
      text(': '),
      link('/a', [text('string', { code: true })]),
      text('\n'),
      text('x', { code: true }),
      text(' is'),
    ]
    const [block] = held({ id: 'b', type: 'paragraph', content })
    assert.deepEqual(typedAfter(block!, ' the end').content, [...content.slice(0, -1), text(' is the end')])
  })
})

describe('toEditor and fromEditor', () => {
  test('an unknown block is shown as its text and comes back as it was', () => {
    const { editor, read } = open([strange])
    assert.equal(editor.document[0]?.type, 'paragraph')
    assert.deepEqual(read(), [strange])
  })

  test('an unknown block that someone rewrote is what they wrote', () => {
    assert.equal(typedAfter(strange, ' more').type, 'paragraph')
  })

  test('known types with contents that the editor would refuse are kept likewise', () => {
    const words = (styles: object) => [text('Words', styles)]
    const odd = held(
      { id: '1', type: 'paragraph', content: words({ sparkle: true }) },
      { id: '2', type: 'paragraph', content: [{ type: 'mention', text: 'Ada' }] },
      { id: '3', type: 'table', content: { type: 'tableContent', rows: [] } },
      { id: '4', type: 'codeBlock', content: [link('https://example.com/', words({}))] },
      { id: '5', type: 'image', props: { url: 'https://example.com/a.png' }, content: 'Text in a picture' },
    )
    const { editor, read } = open(odd)
    assert.deepEqual(
      editor.document.map(({ type }) => type),
      odd.map(() => 'paragraph'),
    )
    assert.deepEqual(read(), odd)
  })

  test('what nobody touched is the same object as before, also around a change', () => {
    const nested = held({ id: 'in', type: 'paragraph', content: 'Inside' })
    const quote: Block = { id: 'q', type: 'quote', props: {}, content: 'Quoted', children: nested }
    const blocks = [quote, ...held({ id: 'p', type: 'paragraph', content: [link('/', [text('a')], { title: 'T' })] })]
    const { editor, read } = open(blocks)
    editor.updateBlock('q', { content: 'Changed' })
    const [changed, untouched] = read()
    assert.equal(changed?.children[0], nested[0])
    assert.equal(untouched, blocks[1])
    assert.equal(read()[0], changed)
    editor.updateBlock('q', { content: 'Quoted' })
    assert.deepEqual(read()[0], quote)
  })

  test('what someone else changed, and an undo brings back, is what it was', () => {
    const content = (word: string) => [link('/', [text(word)], { title: 'T' })]
    const [one, two] = ['One', 'Two'].map((word) => held({ id: 'p', type: 'paragraph', content: content(word) }))
    const { editor, originals } = open(one!)
    editor.replaceBlocks(editor.document, toEditor(two!) as never[])
    const { read } = fromEditor(two!, editor.document as never, originals)
    assert.equal(read(editor.document as never)[0], two![0])
    editor.replaceBlocks(editor.document, toEditor(one!) as never[])
    assert.equal(read(editor.document as never)[0], one![0])
  })

  test('a changed block keeps what the editor does not know', () => {
    const content = [link('/a', [text('a')], { title: 'Tooltip' }), text(' and')]
    const [block] = held({ id: 'p', type: 'paragraph', content })
    assert.deepEqual(typedAfter(block!, ' more').content, [content[0], text(' and more')])
    const picture = held({ id: 'i', type: 'image', props: { url: '/a.png', link: 'https://example.com/' } })
    const { editor, read } = open(picture)
    editor.updateBlock('i', { props: { caption: 'New' } } as never)
    assert.deepEqual(
      { link: read()[0]!.props.link, caption: read()[0]!.props.caption },
      { link: 'https://example.com/', caption: 'New' },
    )
  })

  test('tags that nobody knows stand in tables, too', () => {
    const tag = { type: 'unknown', props: { syntax: 'html', source: '<Badge />' } }
    const rows = [{ cells: [{ type: 'tableCell', content: [text('a'), tag] }] }]
    const blocks = held({ id: 't', type: 'table', content: { type: 'tableContent', rows } })
    const { editor, read } = open(blocks)
    assert.deepEqual(read(), blocks)
    editor.updateBlock('t', { props: { textColor: 'red' } } as never)
    assert.match(JSON.stringify(read()), /"type":"unknown"/)
  })

  test('what the editor knows goes in as it is', () => {
    const plain = held(
      { id: '1', type: 'paragraph', content: 'Text' },
      {
        id: '2',
        type: 'quote',
        content: [link('/', [text('a')])],
      },
      { id: '3', type: 'codeBlock', content: [text('let x')] },
      {
        id: '4',
        type: 'table',
        content: { type: 'tableContent', rows: [{ cells: ['a', { type: 'tableCell', content: [] }] }] },
      },
      { id: '5', type: 'divider' },
    )
    assert.deepEqual(toEditor(plain), plain)
  })

  test('of empty lines only the last ones are dropped, and only those that the text did not have', () => {
    const blocks = held(
      { id: 'a', type: 'paragraph', content: [] },
      { id: 'b', type: 'paragraph', content: 'Text' },
      { id: 'c', type: 'paragraph', content: [] },
    )
    const { editor, read } = open(blocks)
    editor.insertBlocks([{ type: 'paragraph' }, { type: 'paragraph' }], 'c', 'after')
    assert.deepEqual(read(), blocks)
  })
})
