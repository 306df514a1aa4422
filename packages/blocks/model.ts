// The block model of a document's content, as BlockNote's editor writes it. Shared by service, reader and panel, so it is
// pure: no I/O, nothing of Node or browsers. Types are in block-types.ts; Markdown, HTML and validation in src/blocks.

export type Styles = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  subscript?: boolean
  superscript?: boolean
  /** HTML's <mark>. */
  highlight?: boolean
  keyboard?: boolean
  /** The text is TeX. */
  math?: boolean
  textColor?: string
  backgroundColor?: string
}

export type StyledText = { type: 'text'; text: string; styles: Styles }
/** `title` is Markdown's tooltip, which the editor drops. */
export type Link = { type: 'link'; href: string; content: StyledText[]; title?: string }
/** Without text: an anchor, or an unknown tag that readers don't see. */
export type InlinePoint =
  | { type: 'anchor'; props: { id: string } }
  | { type: 'unknown'; props: { syntax: string; source: string } }
export type Inline = StyledText | Link | InlinePoint

export const isInlinePoint = (item: unknown): item is InlinePoint =>
  isRecord(item) &&
  isRecord(item.props) &&
  (item.type === 'anchor'
    ? typeof item.props.id === 'string'
    : item.type === 'unknown' && typeof item.props.source === 'string')

export type TableCell = { type: 'tableCell'; content: Inline[]; props?: Record<string, unknown> }
export type TableContent = {
  type: 'tableContent'
  columnWidths?: (number | null)[]
  headerRows?: number
  headerCols?: number
  rows: { cells: (TableCell | Inline[] | string)[] }[]
}

export type BlockContent = Inline[] | TableContent | string

/** Unknown types may have any content; they are kept and shown as their text. */
export type Block = {
  id: string
  type: string
  props: Record<string, unknown>
  content?: BlockContent
  children: Block[]
}

export const MAX_BLOCKS = 10_000
export const MAX_DEPTH = 12
export const MAX_ID_LENGTH = 200

/** Ids are keys of objects such as provenance, where `__proto__` would not work. */
export const isUsableId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= MAX_ID_LENGTH && id !== '__proto__'

/** A JSON object, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** In reading order without recursion: deeply nested imports must not overflow the stack. */
export function* walkBlocks(blocks: readonly Block[]): Generator<Block> {
  const waiting: Block[] = []
  const push = (list: readonly Block[]): void => {
    for (let index = list.length - 1; index >= 0; index--) waiting.push(list[index]!)
  }
  push(blocks)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    push(next.children)
  }
}
