// Between the service's blocks and the editor's. Some of ours the editor holds in another shape (the title of a callout is its
// line of text, a formula is code). And it refuses types, styles and contents that it does not know, so such blocks are shown
// as their text and put back as they were when saved, unless someone changed them.

import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { type Block, type Inline, isInlinePoint } from 'galley-blocks/model.ts'
import { inlineOf, textOf } from './text.ts'

const STYLES = new Set(
  'bold italic underline strike code subscript superscript highlight keyboard math textColor backgroundColor'.split(
    ' ',
  ),
)

type EditorItem = { type?: string; styles?: object; content?: unknown }

/** isHeld tells whether the editor takes such content; it refuses a whole document for one item that it does not know. */
function isHeld({ type, content }: Block): boolean {
  const spec = blockTypeSpec(type)
  if (spec === undefined) return false
  // What readers see of an unknown source is made from it when it is saved.
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

/** shaped is a block that the editor holds, in the editor's shape. */
function shaped(block: Block): Block {
  const editor = blockTypeSpec(block.type)?.editor
  if (editor === undefined) return withPoints(block, 'unknown', 'tag')
  if ('code' in editor) return { ...block, type: 'codeBlock', props: { language: editor.code } }
  const { content: _, ...bare } = block
  if ('source' in editor) return bare
  const { [editor.line]: line, ...props } = block.props
  return { ...block, props, content: typeof line === 'string' ? line : '' }
}

/** unshaped is the way back; the language of code may be what makes it a formula or a diagram. */
function unshaped(block: Block): Block {
  if (block.type === 'codeBlock') {
    const type = CODE_TYPES.get(String(block.props.language))
    return type && block.props.title === '' ? { ...block, type, props: {} } : block
  }
  const editor = blockTypeSpec(block.type)?.editor
  if (!(editor && 'line' in editor)) return withPoints(block, 'tag', 'unknown')
  const { content, ...bare } = block
  const line = inlineOf(content)
    .map(({ text }) => text)
    .join('')
  return { ...bare, props: { ...block.props, [editor.line]: line } }
}

const CODE_TYPES = new Map(
  ['math', 'mermaid'].map((type) => [(blockTypeSpec(type)!.editor as { code: string }).code, type]),
)

/** withPoints: the editor has one list of names for blocks and for what stands in text, so there unknown tags have another. */
function withPoints(block: Block, from: string, to: string): Block {
  if (!Array.isArray(block.content) || !block.content.some(({ type }) => type === from)) return block
  const content = block.content.map((item) => (item.type === from ? { ...item, type: to } : item)) as Inline[]
  return { ...block, content }
}

type ReplacedBlocks = Map<string, { original: Block; shown: string }>

/** toEditor returns blocks that the editor can hold, and what had to be replaced, by id. */
export function toEditor(blocks: Block[]): { blocks: Block[]; replaced: ReplacedBlocks } {
  const replaced: ReplacedBlocks = new Map()
  const convert = (block: Block): Block => {
    const children = block.children.map(convert)
    if (isHeld(block)) return { ...shaped(block), children }
    const shown = textOf(block) || `[${block.type}]`
    replaced.set(block.id, { original: block, shown })
    return { id: block.id, type: 'paragraph', props: {}, content: shown, children }
  }
  return { blocks: blocks.map(convert), replaced }
}

export function fromEditor(blocks: Block[], replaced: ReplacedBlocks): Block[] {
  return blocks.map((block) => {
    const children = fromEditor(block.children, replaced)
    const kept = replaced.get(block.id)
    if (kept && block.type === 'paragraph' && textOf(block) === kept.shown) return { ...kept.original, children }
    return { ...unshaped(block), children }
  })
}

/** withoutTrailing drops an empty last paragraph: a place to go on writing, no part of the text. */
export function withoutTrailing(blocks: Block[]): Block[] {
  const last = blocks.at(-1)
  const empty = last?.type === 'paragraph' && textOf(last) === '' && last.children.length === 0
  return empty ? blocks.slice(0, -1) : blocks
}
