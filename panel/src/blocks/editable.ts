// Converts between the service's blocks and the editor's. Some have another shape there (a callout's title is its text, a
// formula is code), some are refused and shown as text, and unknown props are dropped. So a block that nobody changed is
// returned as it came, whatever the editor made of it.

import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { blocksEqual } from 'galley-blocks/compare.ts'
import {
  type Block,
  type Inline,
  isInlinePoint,
  isRecord,
  type Link,
  type StyledText,
  walkBlocks,
} from 'galley-blocks/model.ts'
import { blockText, inlineText } from 'galley-blocks/text.ts'

const STYLES = new Set(
  'bold italic underline strike code subscript superscript highlight keyboard math textColor backgroundColor'.split(
    ' ',
  ),
)

type EditorItem = { type?: string; styles?: object; content?: unknown }

/** The editor accepts such content; it refuses a whole document for one unknown item. */
function isHeld({ type, content }: Block): boolean {
  const spec = blockTypeSpec(type)
  if (spec === undefined) return false
  // The readable text of unknown syntax is derived from its source on saving.
  if (spec.editor && 'source' in spec.editor) return true
  const holds = spec.content
  if (content === undefined || content === null) return holds !== 'table'
  if (holds === 'none') return Array.isArray(content) && content.length === 0
  if (holds === 'table') {
    const { rows } = content as unknown as { rows?: { cells?: unknown[] }[] }
    return Array.isArray(rows) && rows.length > 0 && rows.every(({ cells }) => cells?.length && cells.every(isHeldCell))
  }
  return isInline(content, holds === 'inline')
}

const isHeldCell = (cell: unknown) =>
  isInline(typeof cell === 'object' && cell !== null && 'content' in cell ? cell.content : cell, true)

function isInline(content: unknown, withLinks: boolean): boolean {
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  return (content as (EditorItem | string)[]).every((item) => {
    if (typeof item === 'string') return true
    if (isInlinePoint(item)) return withLinks
    if (item.type === 'link') return withLinks && isInline(item.content, false)
    return item.type === 'text' && Object.keys(item.styles ?? {}).every((style) => STYLES.has(style))
  })
}

/** Rewrites the inline content of a block, or of each table cell. */
function mapInline(block: Block, rewrite: (items: Inline[]) => Inline[]): Block {
  const rewritten = (content: unknown): unknown => {
    if (Array.isArray(content)) return rewrite(content)
    if (!isRecord(content)) return content
    if (Array.isArray(content.rows)) return { ...content, rows: content.rows.map(rewrittenRow) }
    return 'content' in content ? { ...content, content: rewritten(content.content) } : content
  }
  const rewrittenRow = (row: { cells: unknown[] }) => ({ ...row, cells: row.cells.map(rewritten) })
  return block.content === undefined ? block : ({ ...block, content: rewritten(block.content) } as Block)
}

/** The editor has one namespace for blocks and inline items, so unknown tags are renamed there. */
const renamed =
  (from: string, to: string) =>
  (items: Inline[]): Inline[] =>
    items.map((item) => (item.type === from ? ({ ...item, type: to } as Inline) : item))

/** The editor gives a line break the styles and link of the word before it, whose ends are then lost. */
const brokenOutside = (items: Inline[]): Inline[] =>
  items.flatMap((item): Inline[] => {
    if (item.type === 'text') return item.text.includes('\n') ? item.text.split(/(\n+)/).flatMap(piece(item)) : [item]
    if (item.type !== 'link') return [item]
    const last = item.content.at(-1)
    const breaks = /\n*$/.exec(last?.text ?? '')![0]
    if (!last || breaks === '') return [item]
    const words = { ...last, text: last.text.slice(0, -breaks.length) }
    return [{ ...item, content: [...item.content.slice(0, -1), words] }, ...piece(last)(breaks)]
  })

const piece =
  (item: StyledText) =>
  (text: string): StyledText[] =>
    text === '' ? [] : [{ ...item, text, styles: text.startsWith('\n') ? {} : item.styles }]

/** To the editor's shape. */
function shaped(block: Block): Block {
  const editor = blockTypeSpec(block.type)?.editor
  if (editor === undefined) return mapInline(block, renamed('unknown', 'tag'))
  if ('code' in editor) return { ...block, type: 'codeBlock', props: { language: editor.code } }
  const { content: _, ...bare } = block
  if ('source' in editor) return bare
  const { [editor.line]: line, ...props } = block.props
  return { ...block, props, content: typeof line === 'string' ? line : '' }
}

/** Back from the editor's shape; code in certain languages becomes a formula or a diagram. */
function unshaped(block: Block): Block {
  if (block.type === 'codeBlock') {
    const type = CODE_TYPES.get(String(block.props.language))
    return type && block.props.title === '' ? { ...block, type, props: {} } : block
  }
  const editor = blockTypeSpec(block.type)?.editor
  if (!(editor && 'line' in editor)) return mapInline(block, (items) => brokenOutside(renamed('tag', 'unknown')(items)))
  const { content, ...bare } = block
  return { ...bare, props: { ...block.props, [editor.line]: inlineText(content) } }
}

const CODE_TYPES = new Map(
  ['math', 'mermaid'].map((type) => [(blockTypeSpec(type)!.editor as { code: string }).code, type]),
)

/** Blocks that the editor accepts. */
export const toEditor = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    const children = toEditor(block.children)
    if (isHeld(block)) return { ...shaped(block), children }
    return { id: block.id, type: 'paragraph', props: {}, content: blockText(block) || `[${block.type}]`, children }
  })

/**
 * Original blocks by id, each with the editor's version of it. Someone else's change adds a version; earlier ones stay in
 * case it is undone.
 */
type Originals = Map<string, { original: Block; shown: Block }[]>

/**
 * Converts back from the editor. An unchanged editor block is the same object and returns the same result, so a long text
 * isn't converted for every key.
 */
export function fromEditor(blocks: Block[], shown: Block[], before: Originals = new Map()) {
  const originals: Originals = new Map(before)
  const opened = new Map<string, Block>()
  for (const block of walkBlocks(shown)) opened.set(block.id, block)
  for (const original of walkBlocks(blocks)) {
    const shown = opened.get(original.id)
    const [last, ...older] = originals.get(original.id) ?? []
    const others = last && !(shown && isUntouched(shown, last.shown)) ? [last, ...older] : older
    if (shown) originals.set(original.id, [{ original, shown }, ...others])
  }
  const conversions = new WeakMap<Block, Block>()
  const convert = (block: Block): Block => {
    const conversion = conversions.get(block) ?? converted(block)
    conversions.set(block, conversion)
    return conversion
  }
  const converted = (block: Block): Block => {
    const children = block.children.map(convert)
    const versions = originals.get(block.id)
    if (!versions) return { ...unshaped(block), children }
    const was = versions.find(({ shown }) => isUntouched(block, shown))
    if (!was) return { ...withKept(unshaped(block), versions[0]!.original), children }
    const { original } = was
    const isWhole = children.length === original.children.length && children.every((c, i) => c === original.children[i])
    return isWhole ? original : { ...original, children }
  }
  /** An empty last line that the text didn't have is only for the caret. */
  const isPlace = (block: Block | undefined) =>
    block?.type === 'paragraph' && blockText(block) === '' && block.children.length === 0 && !originals.has(block.id)
  const read = (now: Block[]): Block[] => now.slice(0, 1 + now.findLastIndex((block) => !isPlace(block))).map(convert)
  return { read, originals }
}

const isUntouched = (now: Block, shown: Block): boolean =>
  now === shown ||
  (now.type === shown.type && blocksEqual(now.props, shown.props) && blocksEqual(now.content, shown.content))

/** Restores what the editor drops from a changed block: an image's link, links' tooltips. */
function withKept(block: Block, original: Block): Block {
  if (block.type !== original.type) return block
  const specs = blockTypeSpec(block.type)?.props ?? {}
  const dropped = Object.entries(original.props).filter(([name]) => specs[name]?.markdownOnly)
  const titles = new Map<string, string>()
  const collect = (items: Inline[]) => {
    for (const item of items) if (item.type === 'link' && item.title) titles.set(item.href, item.title)
    return items
  }
  mapInline(original, collect)
  const titled = (item: Inline): Inline => {
    const title = item.type === 'link' && titles.get(item.href)
    return title ? ({ ...item, title } as Link) : item
  }
  const props = { ...Object.fromEntries(dropped), ...block.props }
  return mapInline({ ...block, props }, (items) => (titles.size === 0 ? items : items.map(titled)))
}
