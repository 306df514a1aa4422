// The block model as BlockNote's editor writes it: what a document's content is made of.
// Types and vocabularies only; checking is in validate.ts, conversions in from-markdown.ts, to-markdown.ts, text.ts and html.ts.

/** KNOWN_BLOCK_TYPES are the ones we render by their meaning; any other type is kept and shown as its text. */
export const KNOWN_BLOCK_TYPES = [
  'paragraph',
  'heading',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'toggleListItem',
  'quote',
  'codeBlock',
  'table',
  'image',
  'file',
  'video',
  'audio',
  'divider',
] as const

export type Styles = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  textColor?: string
  backgroundColor?: string
}

export type StyledText = { type: 'text'; text: string; styles: Styles }
/** Link.title is Markdown's tooltip; the editor does not write it, and we keep it where it exists. */
export type Link = { type: 'link'; href: string; content: StyledText[]; title?: string }
export type Inline = StyledText | Link

export type TableCell = { type: 'tableCell'; content: Inline[]; props?: Record<string, unknown> }
export type TableContent = {
  type: 'tableContent'
  columnWidths?: (number | null)[]
  headerRows?: number
  headerCols?: number
  rows: { cells: (TableCell | Inline[] | string)[] }[]
}

export type BlockContent = Inline[] | TableContent | string

export type Block = {
  id: string
  type: string
  props: Record<string, unknown>
  content?: BlockContent
  children: Block[]
}

export const MAX_BLOCKS = 10_000
export const MAX_DEPTH = 12
