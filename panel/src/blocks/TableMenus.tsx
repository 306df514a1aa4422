// The handles of a table, with one more choice in the menu of a column: how it is aligned. Markdown aligns whole columns, so it is
// one choice for all of its cells.

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

/** menuOf: the editor's menu has either its own items or others, and exports only some of them; so it is made, then added to. */
const menuOf =
  (editor: Editor) =>
  // The editor gives it these props, though its type says otherwise.
  (props: object) => {
    const { orientation } = props as ComponentProps<typeof TableHandleMenu>
    const menu = TableHandleMenu({ orientation })
    if (orientation === 'row') return menu
    return cloneElement(menu, {}, menu.props.children, <AlignColumn editor={editor} />)
  }

/** tableHandles are made once for an editor: another component would close the menu that is open. */
export function tableHandles(editor: Editor) {
  const menu = menuOf(editor)
  const handle = (props: ComponentProps<typeof TableHandle>) => <TableHandle {...props} tableHandleMenu={menu} />
  return () => <TableHandlesController tableHandle={handle} />
}
