// Blocks for the tests of the block model: what BlockNote itself writes, one block of each of its kinds, and arbitrary ones. All
// of ours are in every-block.ts.

import fc from 'fast-check'
import type { Block, StyledText, Styles } from 'galley-blocks/model.ts'

export const BASE_PROPS = { backgroundColor: 'default', textColor: 'default', textAlignment: 'left' }

export function text(value: string, styles: Styles = {}): StyledText {
  return { type: 'text', text: value, styles }
}

export function block(type: string, content?: Block['content'], more: Partial<Block> = {}): Block {
  const id = more.id ?? `${type}-${nextNumber++}`
  return { id, type, props: {}, ...(content !== undefined && { content }), children: [], ...more }
}
let nextNumber = 1

/** withoutIds is for comparing blocks that were made at different times. */
export function withoutIds(blocks: Block[]): unknown[] {
  return blocks.map(({ id: _, children, ...rest }) => ({ ...rest, children: withoutIds(children) }))
}

/** EDITOR_BLOCKS has BlockNote's own kinds as it writes them, with custom inline items, unknown props and an unknown type. */
export const EDITOR_BLOCKS: Block[] = [
  block('heading', [text('Alpha heading')], { props: { ...BASE_PROPS, level: 2, isToggleable: false } }),
  block(
    'paragraph',
    [
      text('plain '),
      text('bolded', { bold: true, textColor: 'red' }),
      text(' and ', { backgroundColor: 'blue' }),
      text('everything', { bold: true, italic: true, underline: true, strike: true }),
      text(' '),
      { type: 'link', href: 'https://example.org/a?b=c', content: [text('linked', { italic: true }), text(' words')] },
      text(' '),
      text('co`de', { code: true }),
      { type: 'mention', props: { name: 'Mentioned' } } as never,
    ],
    { props: { ...BASE_PROPS, textAlignment: 'center', customProp: { nested: [1, null, 'x'] } } },
  ),
  block('bulletListItem', [text('bullet')], {
    props: BASE_PROPS,
    children: [block('numberedListItem', [text('nested number')], { props: { ...BASE_PROPS, start: 4 } })],
  }),
  block('numberedListItem', [text('number')], { props: BASE_PROPS }),
  block('checkListItem', [text('checked')], { props: { ...BASE_PROPS, checked: true } }),
  block('checkListItem', [text('unchecked')], { props: { ...BASE_PROPS, checked: false } }),
  block('toggleListItem', [text('toggled')], {
    props: BASE_PROPS,
    children: [block('paragraph', [text('folded')], { props: BASE_PROPS })],
  }),
  block('quote', [text('quoted\nsecond line')], { props: { backgroundColor: 'default', textColor: 'gray' } }),
  block('codeBlock', [text('if (a < b) {\n  return "x"\n}')], { props: { language: 'javascript' } }),
  block(
    'table',
    {
      type: 'tableContent',
      columnWidths: [null, 120],
      headerRows: 1,
      rows: [
        {
          cells: [
            { type: 'tableCell', content: [text('head one')], props: { colspan: 1, rowspan: 1, ...BASE_PROPS } },
            { type: 'tableCell', content: [text('head two')], props: { colspan: 1, rowspan: 1, ...BASE_PROPS } },
          ],
        },
        { cells: [[text('cell|pipe')], 'stringcell'] },
      ],
    },
    { props: { textColor: 'default' } },
  ),
  block('image', undefined, {
    props: { ...BASE_PROPS, name: 'Imagename', url: '/files/a.png', caption: 'Imagecaption', showPreview: true },
  }),
  block('file', undefined, { props: { name: 'Filename', url: 'https://example.org/f.pdf', caption: 'Filecaption' } }),
  block('video', undefined, { props: { name: 'Videoname', url: '/files/v.mp4', caption: 'Videocaption' } }),
  block('video', undefined, { props: { name: 'Streamname', url: 'https://example.org/watch', caption: '' } }),
  block('audio', undefined, { props: { name: 'Audioname', url: '/files/a.mp3', caption: 'Audiocaption' } }),
  block('image', undefined, { props: { name: 'Placeholdername', url: '', caption: 'Placeholdercaption' } }),
  block('divider'),
  block('paragraph', [], { children: [block('paragraph', 'stringcontent')] }),
  block('alert', [text('unknowntype')], { props: { kind: 'warning' } }),
  block('embed', undefined, { props: { title: 'Embedtitle', url: 'https://example.org/e' } }),
]

/** EDITOR_WORDS are all the words that EDITOR_BLOCKS say. */
export const EDITOR_WORDS = [
  ...['Alpha heading', 'plain', 'bolded', 'everything', 'linked', 'co`de', 'Mentioned', 'bullet', 'nested number'],
  ...['checked', 'unchecked', 'toggled', 'folded', 'quoted', 'second line', 'return "x"', 'head two', 'cell|pipe'],
  ...['stringcell', 'Imagename', 'Imagecaption', 'Filename', 'Filecaption', 'Videoname', 'Videocaption', 'Streamname'],
  ...['Audioname', 'Audiocaption', 'Placeholdername', 'Placeholdercaption', 'stringcontent', 'unknowntype'],
  ...['Embedtitle'],
]

const piece = fc.constantFrom(
  ...['word', ' ', '*', '_', '`', '[x](y)', '<b>', '&amp;', '|', '\n', '#', '-', '1.', '漢字', 'ש', '\\', '~', '!'],
)
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const anyStyles = fc.record(
  { bold: fc.boolean(), italic: fc.boolean(), underline: fc.boolean(), strike: fc.boolean(), code: fc.boolean() },
  { requiredKeys: [] },
)
const styled = fc.record({ type: fc.constant('text' as const), text: anyText, styles: anyStyles })
const link = fc.record({
  type: fc.constant('link' as const),
  href: fc.constantFrom('https://example.org', '/a b', '#x', ''),
  content: fc.array(styled, { maxLength: 3 }),
})
const inline = fc.array(fc.oneof({ weight: 4, arbitrary: styled }, { weight: 1, arbitrary: link }), { maxLength: 5 })
const table = fc.record({
  type: fc.constant('tableContent' as const),
  headerRows: fc.constantFrom(undefined, 0, 1, 2),
  rows: fc.array(fc.record({ cells: fc.array(fc.oneof(inline, anyText), { maxLength: 3 }) }), { maxLength: 3 }),
})
const textTypes = fc.constantFrom(
  ...['paragraph', 'heading', 'bulletListItem', 'numberedListItem', 'checkListItem', 'toggleListItem', 'quote'],
  ...['codeBlock', 'divider', 'image', 'unknown'],
)

/** anyBlocks are valid blocks of every kind with hostile text, nested a few levels, without ids. */
export const anyBlocks = fc.letrec<{ blocks: unknown[]; block: unknown }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      type: textTypes,
      props: fc.record({ level: fc.integer({ min: 1, max: 6 }), name: anyText, url: fc.constantFrom('', '/x.png') }),
      content: fc.oneof(inline, anyText),
    }),
    fc.record({ type: fc.constant('table'), content: table }),
    fc.record({ type: textTypes, content: inline, children: tie('blocks') }),
  ),
})).blocks
