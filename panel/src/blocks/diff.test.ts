// What the comparison of two documents says.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BLOCK_TYPES, CELL_PROPS, propsOfType } from 'galley-blocks/block-types.ts'
import { isEquivalent } from 'galley-blocks/compare.ts'
import type { Block } from 'galley-blocks/model.ts'
import { type BlockChange, countChanges, diffBlocks } from './diff.ts'

const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  props: {},
  content: [{ type: 'text', text, styles: {} }],
  children: [],
})
const kinds = (before: Block[], after: Block[]) =>
  diffBlocks(before, after).map(({ kind, flat }) => `${kind} ${flat.block.id}`)

describe('diffBlocks', () => {
  test('equal text under another id is no change', () => {
    assert.deepEqual(kinds([paragraph('a', 'One')], [paragraph('b', 'One')]), ['same b'])
  })

  test('a block that came, went or changed is named so, in the order of the text', () => {
    const before = [paragraph('a', 'The first line'), paragraph('b', 'goes away'), paragraph('c', 'stays')]
    const after = [paragraph('a', 'The first long line'), paragraph('c', 'stays'), paragraph('d', 'is new')]
    assert.deepEqual(kinds(before, after), ['changed a', 'removed b', 'same c', 'added d'])
    assert.deepEqual(countChanges(diffBlocks(before, after)), { same: 1, added: 1, removed: 1, changed: 1 })
  })

  test('a changed block tells which words', () => {
    const [change] = diffBlocks([paragraph('a', 'wait 30 seconds')], [paragraph('a', 'wait 60 seconds')])
    assert.ok(change?.kind === 'changed' && change.pieces)
    assert.deepEqual(
      change.pieces.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text}`),
      ['removed 30', 'added 60'],
    )
  })

  test('a changed table tells which rows and cells', () => {
    const table = (...rows: string[][]): Block => ({
      id: 't',
      type: 'table',
      props: {},
      content: { type: 'tableContent', rows: rows.map((cells) => ({ cells })) },
      children: [],
    })
    const [change] = diffBlocks(
      [table(['Phase', 'Time'], ['drain', '30 s'], ['start', '60 s'], ['gone', '1 s'])],
      [table(['Phase', 'Time'], ['drain', '30 s'], ['start', '90 s'], ['warm up', '5 s'])],
    )
    assert.ok(change?.kind === 'changed' && change.rows)
    assert.deepEqual(
      change.rows.map(({ kind, cells }) => [kind, ...cells.map((pieces) => pieces.map(({ text }) => text).join('|'))]),
      [
        ['same', 'Phase', 'Time'],
        ['same', 'drain', '30 s'],
        ['changed', 'start', '60|90| s'],
        ['added', 'warm up', '5 s'],
        ['removed', 'gone', '1 s'],
      ],
    )
  })

  test('blocks without a common word are not taken for one that changed', () => {
    assert.deepEqual(kinds([paragraph('a', 'red green')], [paragraph('b', 'one two')]), ['added b', 'removed a'])
  })

  test('another level of a heading, a tick and nesting are changes', () => {
    const heading = (level: number): Block => ({
      id: 'h',
      type: 'heading',
      props: { level },
      content: 'Title',
      children: [],
    })
    assert.deepEqual(kinds([heading(2)], [heading(3)]), ['changed h'])
    const nested: Block = { ...paragraph('a', 'Out'), children: [paragraph('b', 'In')] }
    assert.deepEqual(kinds([nested], [paragraph('a', 'Out'), paragraph('b', 'In')]), ['same a', 'changed b'])
  })

  test('another target of a link is shown with the old one', () => {
    const link = (href: string) => [{ type: 'link' as const, href, content: [text('the guide')] }]
    assert.deepEqual(notes(block('paragraph', link('/guide')), block('paragraph', link('//evil'))), [
      'Link “the guide”: -/guide  →  +//evil',
    ])
    assert.deepEqual(notes(block('paragraph', [text('the guide')]), block('paragraph', link('/new'))), [
      'Link “the guide”: +/new',
    ])
    assert.deepEqual(notes(block('paragraph', [text('see ')]), block('paragraph', [text('see '), ...link('/new')])), [
      'Link “the guide”: +/new',
    ])
    const picture = (link: string) => block('image', undefined, { url: '/a.png', link })
    assert.deepEqual(notes(picture('/old'), picture('/new')), ['Link: -/old  →  +/new'])
  })

  test('another look says what changed', () => {
    const must = (styles: object) => block('paragraph', [text('You '), text('must', styles), text(' wait')])
    assert.deepEqual(notes(must({}), must({ bold: true })), ['Style of “must”: +bold'])
    assert.deepEqual(notes(must({ bold: true, textColor: 'red' }), must({ code: true })), [
      'Style of “must”: -bold, text color red  →  +code',
    ])
    const callout = (kind: string) => block('callout', undefined, { kind, title: 'Stop' })
    assert.deepEqual(notes(callout('danger'), callout('tip')), ['Kind: -danger  →  +tip'])
    const code = (title: string) => block('codeBlock', 'rm -r build', { title })
    assert.deepEqual(notes(code('clean.sh'), code('all.sh')), ['Title: -clean.sh  →  +all.sh'])
    const table = (headerRows: number) => block('table', { type: 'tableContent', headerRows, rows: [{ cells: ['a'] }] })
    assert.deepEqual(notes(table(1), table(0)), ['Header rows: -1  →  +0'])
    assert.deepEqual(notes(block('heading', 'One'), block('paragraph', 'One')), ['Type: -Heading  →  +Paragraph'])
  })

  test('a mention that came is shown', () => {
    const mention = { type: 'mention', props: { name: 'Ada' } } as never
    const [change] = diffBlocks([block('paragraph', [text('by ')])], [block('paragraph', [text('by '), mention])])
    assert.ok(
      change?.kind === 'changed' && change.pieces?.some(({ kind, text }) => kind === 'added' && /Ada/.test(text)),
    )
  })

  test('whatever says something else is visible, of every type, prop and mark', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        assert.equal(isVisible(diffBlocks([before], [after])), !isEquivalent(before, after))
      }),
      { numRuns: 4000 },
    )
  })
})

const text = (value: string, styles: object = {}) => ({ type: 'text' as const, text: value, styles })
const block = (type: string, content?: Block['content'], props: Record<string, unknown> = {}): Block => ({
  id: 'x',
  type,
  props,
  ...(content !== undefined && { content }),
  children: [],
})

/** notes are the lines below a changed block, without anything marked in its words that its notes don't name. */
function notes(before: Block, after: Block): string[] {
  const [change] = diffBlocks([before], [after])
  assert.ok(change?.kind === 'changed')
  const sign = { same: '', added: '+', removed: '-' }
  return change.notes.map(
    ({ label, pieces }) => `${label}: ${pieces.map(({ kind, text }) => sign[kind] + text).join(' ')}`,
  )
}

const isVisible = (changes: BlockChange[]): boolean =>
  changes.some((change) => {
    if (change.kind !== 'changed') return change.kind !== 'same'
    const drawn = [change.pieces ?? [], ...(change.rows ?? []).flatMap(({ cells }) => cells)]
    return [...drawn, ...change.notes.map(({ pieces }) => pieces)].some((pieces) =>
      pieces.some(({ kind, text }) => kind !== 'same' && text !== ''),
    )
  })

// Few values, so that two blocks often say the same, or differ in one thing.
const words = fc.constantFrom('', 'one', 'two', 'one two')
const MARKS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'subscript',
  'superscript',
  'highlight',
  'keyboard',
  'math',
]
const styles = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...MARKS), fc.boolean()),
      fc.tuple(fc.constantFrom('textColor', 'backgroundColor'), fc.constantFrom('default', 'red', 'blue')),
    ),
    { maxLength: 2 },
  )
  .map((list) => Object.fromEntries(list))
const styled = fc.record({ type: fc.constant('text' as const), text: words, styles })
const inline = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: styled },
    fc.record({
      type: fc.constant('link' as const),
      href: fc.constantFrom('/a', '/b', 'javascript:x'),
      content: fc.array(styled, { maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('anchor' as const), props: fc.record({ id: words }) }),
    fc.record({ type: fc.constant('unknown' as const), props: fc.record({ syntax: words, source: words }) }),
    fc.record({ type: fc.constant('mention'), props: fc.record({ name: words }) }),
  ),
  { maxLength: 3 },
) as fc.Arbitrary<Exclude<Block['content'], undefined>>
const VALUES = { flag: [true, false], number: [1, 2], integer: [1, 2], url: ['/a', '/b'] }
const propsOf = (specs: ReturnType<typeof propsOfType>) =>
  fc.record(
    Object.fromEntries(
      Object.entries({ ...specs, foreign: { kind: 'text' } } as typeof specs)
        // isEquivalent ignores what the editor drops.
        .filter(([, { markdownOnly }]) => !markdownOnly)
        .map(([key, { kind, values = ['', 'a', 'b'], default: byDefault }]) => {
          const given: readonly unknown[] = kind === 'text' || kind === 'choice' ? values : VALUES[kind]
          return [key, fc.constantFrom(...given, byDefault, undefined)]
        }),
    ),
  )
const cell = fc.oneof(
  words,
  inline,
  fc.record({ type: fc.constant('tableCell' as const), content: inline, props: propsOf(CELL_PROPS) }),
)
const tableContent = fc.record({
  type: fc.constant('tableContent' as const),
  headerRows: fc.constantFrom(0, 1, undefined),
  headerCols: fc.constantFrom(0, 1, undefined),
  columnWidths: fc.constantFrom([], [null, 80], undefined),
  rows: fc.array(fc.record({ cells: fc.array(cell, { maxLength: 2 }) }), { maxLength: 3 }),
}) as fc.Arbitrary<Exclude<Block['content'], undefined>>
const contents = {
  inline: fc.oneof(words, inline),
  plain: fc.oneof(words, inline),
  table: tableContent,
  none: fc.constant(undefined),
  any: fc.oneof(words, inline, tableContent, fc.record({ foreign: words }) as never),
}
const TYPES = [...Object.keys(BLOCK_TYPES), 'foreign']
const blockOf = (type: string): fc.Arbitrary<Block> => {
  const spec = Object.hasOwn(BLOCK_TYPES, type) ? BLOCK_TYPES[type as keyof typeof BLOCK_TYPES] : undefined
  return fc.record({
    id: fc.constantFrom('x', 'y'),
    type: fc.constant(type),
    props: propsOf(propsOfType(type)),
    content: contents[spec?.content ?? 'any'] as fc.Arbitrary<Exclude<Block['content'], undefined>>,
    children: fc.constant([]),
  })
}
const ofType = fc.constantFrom(...TYPES)
/** pairs differ in everything, in one prop, or in the content alone. */
const pairs: fc.Arbitrary<[Block, Block]> = fc.oneof(
  fc.tuple(ofType.chain(blockOf), ofType.chain(blockOf)),
  ofType.chain((type) =>
    fc.tuple(blockOf(type), blockOf(type)).map(([a, b]): [Block, Block] => [a, { ...a, content: b.content! }]),
  ),
  ofType.chain((type) =>
    fc
      .tuple(blockOf(type), blockOf(type), fc.constantFrom(...Object.keys(propsOfType(type)), 'foreign'))
      .map(([a, b, key]): [Block, Block] => [a, { ...a, props: { ...a.props, [key]: b.props[key] } }]),
  ),
)
