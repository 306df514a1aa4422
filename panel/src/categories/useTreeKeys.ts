// The keyboard in the category tree: arrows walk and fold, Alt with an arrow moves the category, Enter and F2 edit it, Delete
// deletes it. Keys pressed on a button inside a row are that button's, except for moves.

import type { KeyboardEvent, RefObject } from 'react'
import type { TreeRow } from './tree.ts'

type TreeKeysOptions = {
  rows: TreeRow[]
  folded: ReadonlySet<number>
  box: RefObject<HTMLElement | null>
  onFocusRow: (row: TreeRow, index: number) => void
  onFold: (id: number, isFolded: boolean) => void
  onMove: (row: TreeRow, key: string) => void
  onEdit: (row: TreeRow) => void
  onDelete: (row: TreeRow) => void
}

export function useTreeKeys({ rows, folded, box, onFocusRow, onFold, onMove, onEdit, onDelete }: TreeKeysOptions) {
  const focus = ({ node }: TreeRow) => box.current?.querySelector<HTMLElement>(`[data-category="${node.id}"]`)?.focus()
  const focusRow = (wanted: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[index]
    if (!row) return
    onFocusRow(row, index)
    // The row may exist only after the list has scrolled to it.
    requestAnimationFrame(() => requestAnimationFrame(() => focus(row)))
  }
  return (event: KeyboardEvent, row: TreeRow, index: number): void => {
    const { key, altKey } = event
    if (altKey && key.startsWith('Arrow')) {
      event.preventDefault()
      onMove(row, key)
      requestAnimationFrame(() => focus(row))
      return
    }
    if (event.target !== event.currentTarget) return
    const { id, children } = row.node
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (folded.has(id) ? onFold(id, false) : focusRow(index + 1)),
      ArrowLeft: () =>
        children.length > 0 && !folded.has(id)
          ? onFold(id, true)
          : focusRow(rows.findIndex(({ node }) => node.id === row.parentId)),
      Enter: () => onEdit(row),
      F2: () => onEdit(row),
      Delete: () => onDelete(row),
    }
    if (!actions[key]) return
    event.preventDefault()
    actions[key]()
  }
}
