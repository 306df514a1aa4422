// Keys that the editor lacks, so that nobody is trapped: leaving a table, code, or the editor itself.

import type { BlockNoteEditor } from '@blocknote/core'
import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import type { KeyboardEvent } from 'react'
import type { schema } from './schema.ts'

export type Editor = BlockNoteEditor<
  typeof schema.blockSchema,
  typeof schema.inlineContentSchema,
  typeof schema.styleSchema
>

/** The caret's position in a table; undefined elsewhere or if cells are selected. */
function tablePosition(editor: Editor) {
  const { $head, empty } = editor.prosemirrorState.selection
  let depth = $head.depth
  while (depth > 0 && $head.node(depth).type.name !== 'tableRow') depth--
  if (!empty || depth === 0) return undefined
  const [row, table] = [$head.node(depth), $head.node(depth - 1)]
  const isLastRow = $head.index(depth - 1) === table.childCount - 1
  return {
    row,
    table,
    end: $head.after(depth),
    isLastRow,
    isLastCell: isLastRow && $head.index(depth) === row.childCount - 1,
  }
}
type TablePosition = NonNullable<ReturnType<typeof tablePosition>>

/** Appends an empty row, as wide as the first (which has no row spans) and with its alignment. */
function addRow(editor: Editor, { table, row, end }: TablePosition): void {
  const { tableCell, tableHeader } = editor.pmSchema.nodes
  const columns = table
    .child(0)
    .children.flatMap(({ attrs }) => Array.from({ length: Number(attrs.colspan ?? 1) }, () => attrs.textAlignment))
  const hasHeaders = table.childCount > 1 && row.child(0).type === tableHeader
  const cells = columns
    .map((textAlignment, index) =>
      (hasHeaders && index === 0 ? tableHeader : tableCell)?.createAndFill({ textAlignment }),
    )
    .filter((cell) => cell != null)
  editor.transact((change) => change.insert(end, row.type.create(null, cells)))
}

/** Nothing comes after the block or its ancestors. */
function isLast(editor: Editor, id: string): boolean {
  let last = editor.document.at(-1)
  while (last && last.children.length > 0) last = last.children.at(-1)
  return last?.id === id
}

function goBelow(editor: Editor, id: string): void {
  const [line] = editor.insertBlocks([{ type: 'paragraph' }], id, 'after')
  if (line) editor.setTextCursorPosition(line, 'start')
}

/** Ctrl-Enter anywhere, or arrow down with nothing below. */
function isWayOut(editor: Editor, event: KeyboardEvent, isLastLine: boolean, id: string): boolean {
  if (event.key === 'Enter') return event.ctrlKey || event.metaKey
  return (
    event.key === 'ArrowDown' &&
    isLastLine &&
    isLast(editor, id) &&
    editor.prosemirrorView.endOfTextblock('down') === true
  )
}

/** The block has a line of text and nested content. */
const isLined = (type: string): boolean => 'line' in (blockTypeSpec(type)?.editor ?? {})

/** Enter in a block's line moves into its content. */
function goInside(editor: Editor, event: KeyboardEvent): boolean {
  const { id, type, children } = editor.getTextCursorPosition().block
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isLined(type)) return false
  event.preventDefault()
  event.stopPropagation()
  const [below] = children
  const isEmpty = below?.type === 'paragraph' && below.content.length === 0
  if (!isEmpty) editor.updateBlock(id, { children: [{ type: 'paragraph' }, ...children] } as never)
  const first = editor.getBlock(id)?.children[0]
  if (first) editor.setTextCursorPosition(first, 'start')
  return true
}

/** The next block in the text: nested, or after this one or an ancestor. */
function following(editor: Editor, id: string) {
  const ids: string[] = []
  editor.forEachBlock((block) => {
    ids.push(block.id)
    return true
  })
  return editor.getBlock(ids[ids.indexOf(id) + 1] ?? '')
}

/** Moves the caret into the table, code or tabs below, which the editor's own Delete would remove. */
function deleteAtEnd(editor: Editor, event: KeyboardEvent, id: string): boolean {
  const { $head, empty } = editor.prosemirrorState.selection
  if (event.key !== 'Delete' || !empty || $head.parentOffset < $head.parent.content.size) return false
  const next = following(editor, id)
  if (!next || (Array.isArray(next.content) && next.type !== 'codeBlock')) return false
  editor.setTextCursorPosition(next, 'start')
  return true
}

/** Handles a key before the editor does. */
export function beforeEditor(editor: Editor, event: KeyboardEvent): void {
  // Fields inside a block handle their own keys.
  if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return
  if (event.shiftKey || event.altKey || !editor.isFocused() || goInside(editor, event)) return
  const position = tablePosition(editor)
  const { id, type } = editor.getTextCursorPosition().block
  if (!position && type !== 'codeBlock') {
    if (deleteAtEnd(editor, event, id)) event.preventDefault()
    return
  }
  // The editor then moves to the next cell, which now exists.
  if (event.key === 'Tab' && position?.isLastCell) addRow(editor, position)
  if (!isWayOut(editor, event, position?.isLastRow ?? true, id)) return
  event.preventDefault()
  event.stopPropagation()
  goBelow(editor, id)
}

/** A key handled by the editor moved the focus out of it. */
export const leftBy = (editor: Editor, event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !editor.isFocused() && (event.target as Element).closest('.bn-editor') !== null
