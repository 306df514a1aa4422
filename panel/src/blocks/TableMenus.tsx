// The table's handles, with a column's alignment added to its menu. Markdown aligns whole columns, so it applies to all
// cells.

import { mapTableCell } from '@blocknote/core'
import { TableHandlesExtension } from '@blocknote/core/extensions'
import {
  TableHandle,
  TableHandleMenu,
  TableHandlesController,
  useComponentsContext,
  useExtension,
  useExtensionState,
} from '@blocknote/react'
import { type ComponentProps, cloneElement } from 'react'
import type { Editor } from './keys.ts'

const ALIGNMENTS = { left: 'Align left', center: 'Align center', right: 'Align right' } as const
type Alignment = keyof typeof ALIGNMENTS

function AlignColumn({ editor }: { editor: Editor }) {
  const { Item } = useComponentsContext()!.Generic.Menu
  const handles = useExtension(TableHandlesExtension)
  const state = useExtensionState(TableHandlesExtension)
  if (state?.colIndex === undefined) return null
  const { block, colIndex } = state
  const cells = handles.getCellsAtColumnHandle(block, colIndex)
  const current = cells[0]?.cell.props.textAlignment
  const align = (textAlignment: Alignment) => {
    const isIn = (row: number, col: number) => cells.some((cell) => cell.row === row && cell.col === col)
    const rows = block.content.rows.map((row, nth) => ({
      cells: (row.cells as never[])
        .map((cell) => mapTableCell(cell))
        .map((cell, col) => (isIn(nth, col) ? { ...cell, props: { ...cell.props, textAlignment } } : cell)),
    }))
    editor.updateBlock(block.id, { type: 'table', content: { ...block.content, rows } } as never)
  }
  return Object.entries(ALIGNMENTS).map(([alignment, label]) => (
    <Item
      key={alignment}
      className="bn-menu-item"
      checked={alignment === current}
      onClick={() => align(alignment as Alignment)}
    >
      {label}
    </Item>
  ))
}

/**
 * The editor's menu shows either its own items or replacements, and exports only some items; so it is rendered and then
 * extended.
 */
const menuOf =
  (editor: Editor) =>
  // The editor passes these props although its type doesn't say so.
  (props: object) => {
    const { orientation } = props as ComponentProps<typeof TableHandleMenu>
    const menu = TableHandleMenu({ orientation })
    if (orientation === 'row') return menu
    return cloneElement(menu, {}, menu.props.children, <AlignColumn editor={editor} />)
  }

/** Created once per editor: a new component would close an open menu. */
export function tableHandles(editor: Editor) {
  const menu = menuOf(editor)
  const handle = (props: ComponentProps<typeof TableHandle>) => <TableHandle {...props} tableHandleMenu={menu} />
  return () => <TableHandlesController tableHandle={handle} />
}
