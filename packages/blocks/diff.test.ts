// What diff() finds: every difference that readers would see, and nothing else.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { EVERY_BLOCK } from '../../test/every-block.ts'
import { BLOCK_TYPES, CELL_PROPS, propsOfType } from './block-types.ts'
import { saysSame } from './compare.ts'
import { type BlockDiff, changesIn, diff } from './diff.ts'
import { type DiffPiece, diffLines, diffText } from './diff-words.ts'
import { type Block, walkBlocks } from './model.ts'

const paragraph = (id: string, text: string, children: Block[] = []): Block => ({
  id,
  type: 'paragraph',
  props: {},
  content: [{ type: 'text', text, styles: {} }],
  children,
})
const ops = (before: Block[], after: Block[]) => allOf(diff(before, after)).map(({ op, block }) => `${op} ${block.id}`)
const allOf = (blocks: BlockDiff[]): BlockDiff[] => blocks.flatMap((one) => [one, ...allOf(one.children)])
const SIGNS = { same: '', added: '+', removed: '-', restyled: '~' }
const signed = (pieces: DiffPiece[] = []) => pieces.map(({ op, text }) => SIGNS[op] + text).join('|')

describe('diff', () => {
  test('equal text under another id is no change', () => {
    assert.deepEqual(ops([paragraph('a', 'One')], [paragraph('b', 'One')]), ['same b'])
  })

  test('a block that came, went or changed is named so, in the order of the text', () => {
    const before = [paragraph('a', 'The first line'), paragraph('b', 'goes away'), paragraph('c', 'stays')]
    const after = [paragraph('a', 'The first long line'), paragraph('c', 'stays'), paragraph('d', 'is new')]
    assert.deepEqual(ops(before, after), ['changed a', 'removed b', 'same c', 'added d'])
  })

  test('a block that moved is one, with where it was', () => {
    const [a, b, c] = [paragraph('a', 'First'), paragraph('b', 'Second'), paragraph('c', 'Third')]
    const [first, ...rest] = diff([a, b, c], [c, a, b])
    assert.deepEqual([first!.op, first!.block.id, first!.from], ['moved', 'c', { parent: null, after: 'b' }])
    assert.deepEqual(
      rest.map(({ op }) => op),
      ['same', 'same'],
    )
    const inside = diff([a, b], [{ ...a, children: [b] }])
    assert.deepEqual(inside[0]!.children[0]!.from, { parent: null, after: 'a' })
    const both = diff([a, b, c], [paragraph('c', 'Third one'), a, b])
    assert.deepEqual([both[0]!.op, signed(both[0]!.pieces), both[0]!.from?.after], ['changed', 'Third|+ one', 'b'])
  })

  test('a block that came out of one that went is moved, not lost', () => {
    const box: Block = { id: 'box', type: 'callout', props: { kind: 'tip' }, children: [paragraph('a', 'Inside')] }
    assert.deepEqual(ops([box], [paragraph('a', 'Inside')]), ['removed box', 'moved a'])
    assert.deepEqual(ops([paragraph('a', 'Inside')], [box]), ['added box', 'moved a'])
  })

  test('a changed block tells which words', () => {
    const words = (before: string, after: string) =>
      signed(diff([paragraph('a', before)], [paragraph('a', after)])[0]!.pieces)
    assert.equal(words('wait 30 seconds', 'wait 60 seconds'), 'wait |-30|+60| seconds')
    assert.equal(words('a red green line', 'a one two line'), 'a |-red green|+one two| line')
    assert.equal(
      words('the constructor of __proto__', 'the toString of __proto__'),
      'the |-constructor|+toString| of __proto__',
    )
    assert.equal(
      words('one two three four five', 'six seven eight nine ten one'),
      '-one two three four five|+six seven eight nine ten one',
    )
    assert.equal(words('日本語の段落', '日本語の文'), '日本語の|-段落|+文')
  })

  test('pieces make up the old text and the new one, also where everything changed', () => {
    const words = fc
      .array(fc.constantFrom('one', 'two', ' ', ', ', 'three\n', '四'), { maxLength: 60 })
      .map((list) => list.join(''))
    const without = (op: string, pieces: DiffPiece[]) =>
      pieces.filter((piece) => piece.op !== op).map(({ text }) => text)
    fc.assert(
      fc.property(words, words, (before, after) => {
        const pieces = diffText(before, after)
        assert.equal(without('added', pieces).join(''), before)
        assert.equal(without('removed', pieces).join(''), after)
        const lines = diffLines(before, after)
        assert.equal(without('added', lines).join('\n'), before)
        assert.equal(without('removed', lines).join('\n'), after)
      }),
      { numRuns: 1000 },
    )
    const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(' ')
    assert.equal(signed(diffText(`same ${long('a')}`, `same ${long('b')}`)), `-same ${long('a')}|+same ${long('b')}`)
  })

  test('a formula changes whole, code by lines', () => {
    const formula = (tex: string) => block('paragraph', [text('so '), text(tex, { math: true })])
    assert.equal(signed(diff([formula('x^2')], [formula('x^3')])[0]!.pieces), 'so |-x^2|+x^3')
    const code = (source: string) => block('codeBlock', source, { language: 'js' })
    const [change] = diff([code('let a = 1\nlet b = 2\nrun()')], [code('let a = 1\nlet b = 3\nlet c = 4\nrun()')])
    assert.equal(signed(change!.pieces), 'let a = 1|-let b = 2|+let b = 3\nlet c = 4|run()')
  })

  const table = (...rows: string[][]): Block => ({
    id: 't',
    type: 'table',
    props: {},
    content: { type: 'tableContent', rows: rows.map((cells) => ({ cells })) },
    children: [],
  })
  const rowsOf = ([change]: BlockDiff[]) =>
    change!.rows!.map(({ op, cells }) => [op, ...cells.map(({ op, pieces }) => `${op} ${signed(pieces)}`)])

  test('a changed table tells which rows and cells', () => {
    const before = table(['Phase', 'Time'], ['drain', '30 s'], ['start', '60 s'], ['gone', '1 s'])
    const after = table(['Phase', 'Time'], ['drain', '30 s'], ['start', '90 s'], ['warm up', '5 s'])
    assert.deepEqual(rowsOf(diff([before], [after])), [
      ['same', 'same Phase', 'same Time'],
      ['same', 'same drain', 'same 30 s'],
      ['changed', 'same start', 'changed -60|+90| s'],
      ['added', 'added +warm up', 'added +5 s'],
      ['removed', 'removed -gone', 'removed -1 s'],
    ])
  })

  test('a column that came or went leaves the cells of the others alone', () => {
    const before = table(['Name', 'Port'], ['db', '5432'])
    const after = table(['Name', 'Host', 'Port'], ['db', 'main', '5432'])
    assert.deepEqual(rowsOf(diff([before], [after])), [
      ['changed', 'same Name', 'added +Host', 'same Port'],
      ['changed', 'same db', 'added +main', 'same 5432'],
    ])
    assert.deepEqual(rowsOf(diff([after], [before]))[1], ['changed', 'same db', 'removed -main', 'same 5432'])
  })

  test('blocks without a common word are not taken for one that changed', () => {
    assert.deepEqual(ops([paragraph('a', 'red green')], [paragraph('b', 'one two')]), ['removed a', 'added b'])
  })

  test('another level of a heading and nesting are changes', () => {
    const heading = (level: number): Block => ({ ...block('heading', 'Title', { level }), id: 'h' })
    assert.deepEqual(ops([heading(2)], [heading(3)]), ['changed h'])
    const nested = paragraph('a', 'Out', [paragraph('b', 'In')])
    assert.deepEqual(ops([nested], [paragraph('a', 'Out'), paragraph('b', 'In')]), ['same a', 'moved b'])
  })

  test('another target of a link is told with the old one', () => {
    const link = (href: string, words = 'the guide') => [{ type: 'link' as const, href, content: [text(words)] }]
    assert.deepEqual(details(block('paragraph', link('/guide')), block('paragraph', link('//evil'))), [
      'link link of “the guide”: "/guide" → "//evil"',
    ])
    assert.deepEqual(details(block('paragraph', [text('the guide')]), block('paragraph', link('/new'))), [
      'link link of “the guide”: null → "/new"',
    ])
    assert.deepEqual(details(block('paragraph', [text('see ')]), block('paragraph', [text('see '), ...link('/new')])), [
      'link link of “the guide”: null → "/new"',
    ])
    assert.deepEqual(details(block('paragraph', link('/a')), block('paragraph', link('/b', 'the manual'))), [
      'link link of “the ”: "/a" → "/b"',
    ])
    const picture = (link: string) => block('image', undefined, { url: '/a.png', link })
    assert.deepEqual(details(picture('/old'), picture('/new')), ['prop link: "/old" → "/new"'])
  })

  test('another look says what changed, once for neighbours', () => {
    const must = (styles: object) => block('paragraph', [text('You '), text('must always', styles), text(' wait')])
    assert.deepEqual(details(must({}), must({ bold: true })), ['style bold of “must always”: null → true'])
    assert.deepEqual(details(must({ bold: true, textColor: 'red' }), must({ code: true })), [
      'style bold of “must always”: true → null',
      'style textColor of “must always”: "red" → null',
      'style code of “must always”: null → true',
    ])
    const callout = (kind: string) => block('callout', undefined, { kind, title: 'Stop' })
    assert.deepEqual(details(callout('danger'), callout('tip')), ['prop kind: "danger" → "tip"'])
    const code = (title: string) => block('codeBlock', 'rm -r build', { title })
    assert.deepEqual(details(code('clean.sh'), code('all.sh')), ['prop title: "clean.sh" → "all.sh"'])
    const headed = (headerRows: number) =>
      block('table', { type: 'tableContent', headerRows, rows: [{ cells: ['a'] }] })
    assert.deepEqual(details(headed(1), headed(0)), ['table headerRows: 1 → 0'])
    assert.deepEqual(details(block('heading', 'One'), block('paragraph', 'One')), [
      'type type: "heading" → "paragraph"',
    ])
  })

  test('a mention that came is shown', () => {
    const mention = { type: 'mention', props: { name: 'Ada' } } as never
    const [change] = diff([block('paragraph', [text('by ')])], [block('paragraph', [text('by '), mention])])
    assert.match(signed(change!.pieces), /\+.*Ada/)
  })

  test('whatever says something else is told, of every type, prop and mark, and nothing else', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        assert.equal(changesIn(diff([before], [after])).some(isTold), !saysSame(before, after))
      }),
      { numRuns: 4000 },
    )
  })

  test('a whole text, shuffled, nested and rewritten at random: the new text and the old one are in the difference', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.nat(40), fc.constantFrom('move', 'drop', 'copy', 'nest', 'type')), {
          maxLength: 8,
        }),
        (steps) => {
          const after = steps.reduce(edited, structuredClone(EVERY_BLOCK))
          const all = allOf(diff(EVERY_BLOCK, after))
          const present = all.filter(({ op }) => op !== 'removed').map(({ block }) => block)
          assert.deepEqual(present, [...walkBlocks(after)])
          const old = all.flatMap(({ before }) => before ?? []).map(({ id }) => id)
          assert.deepEqual(old.toSorted(), [...walkBlocks(EVERY_BLOCK)].map(({ id }) => id).toSorted())
          for (const { op, before, block } of all)
            if (op === 'same' || op === 'moved') assert.ok(saysSame(before!, block))
            else if (op === 'changed') assert.ok(!saysSame(before!, block))
          const isSame =
            after.length === EVERY_BLOCK.length && after.every((one, at) => saysWholeSame(one, EVERY_BLOCK[at]!))
          assert.equal(
            all.every(({ op }) => op === 'same'),
            isSame,
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

const saysWholeSame = (one: Block, other: Block): boolean =>
  saysSame(one, other) &&
  one.children.length === other.children.length &&
  one.children.every((child, at) => saysWholeSame(child, other.children[at]!))

function edited(blocks: Block[], [from, to, step]: [number, number, string]): Block[] {
  const at = from % blocks.length
  const block = blocks[at]!
  const rest = blocks.toSpliced(at, 1)
  if (rest.length === 0) return blocks
  if (step === 'drop') return rest
  if (step === 'copy')
    return blocks.toSpliced(to % blocks.length, 0, {
      ...structuredClone(block),
      id: `copy-${from}-${to}`,
      children: [],
    })
  if (step === 'type') return blocks.with(at, { ...block, content: [text(`Number ${to}`)] } as Block)
  if (step === 'move') return rest.toSpliced(to % blocks.length, 0, block)
  const into = rest[to % rest.length]!
  return rest.with(to % rest.length, { ...into, children: [...into.children, block] })
}

const text = (value: string, styles: object = {}) => ({ type: 'text' as const, text: value, styles })
const block = (type: string, content?: Block['content'], props: Record<string, unknown> = {}): Block => ({
  id: 'x',
  type,
  props,
  ...(content !== undefined && { content }),
  children: [],
})

function details(before: Block, after: Block): string[] {
  const [change] = diff([before], [after])
  assert.equal(change?.op, 'changed')
  return change.details!.map(({ kind, name, text, before, after }) => {
    const what = text === undefined ? `${kind} ${name}` : `${kind} ${name} of “${text}”`
    return `${what}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
  })
}

/** What a change tells: that it came or went, pieces of its words, or an old and a new value. */
const isTold = ({ op, pieces = [], rows = [], details = [] }: BlockDiff): boolean =>
  op !== 'changed' ||
  [...pieces, ...rows.flatMap(({ cells }) => cells.flatMap(({ pieces }) => pieces))].some(({ op }) => op !== 'same') ||
  rows.some(({ op }) => op === 'added' || op === 'removed') ||
  details.some(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))

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
      Object.entries({ ...specs, foreign: { kind: 'text' } } as typeof specs).map(
        ([key, { kind, values = ['', 'a', 'b'], default: byDefault }]) => {
          const given: readonly unknown[] = kind === 'text' || kind === 'choice' ? values : VALUES[kind]
          return [key, fc.constantFrom(...given, byDefault, undefined)]
        },
      ),
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
