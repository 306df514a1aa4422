// The block model as BlockNote's editor writes it: what a document's content is made of. The service, the reader and the
// panel share this package, so it is pure: no I/O, nothing of Node or of the browser. The kinds of blocks are a table of
// their own (block-types.ts); Markdown, HTML and validation are the service's (src/blocks).

export type Styles = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  subscript?: boolean
  superscript?: boolean
  /** highlight is HTML's <mark>. */
  highlight?: boolean
  keyboard?: boolean
  /** math: the text is TeX. */
  math?: boolean
  textColor?: string
  backgroundColor?: string
}

export type StyledText = { type: 'text'; text: string; styles: Styles }
/** Link.title is Markdown's tooltip; the editor does not write it, and we keep it where it exists. */
export type Link = { type: 'link'; href: string; content: StyledText[]; title?: string }
/** An InlinePoint has no text: a name to link to, or a tag that we keep without knowing it and readers do not see. */
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

/** A Block of a type that the table does not have may hold any content; it is kept as it came and shown as its text. */
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

/** isUsableId: ids are keys of the drafts' provenance, where `__proto__` would not be one. */
export const isUsableId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= MAX_ID_LENGTH && id !== '__proto__'

/** isRecord is what JSON calls an object and pydantic a dictionary. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** walkBlocks visits the whole tree in reading order, without recursion: imported nesting must not exhaust the stack. */
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
