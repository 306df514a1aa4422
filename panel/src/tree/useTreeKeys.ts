// The tree's keyboard: arrows walk and fold, Alt-arrows move, Enter and F2 open, Delete deletes. Keys on a button inside a
// row are the button's, except moves.

import type { KeyboardEvent, RefObject } from 'react'
import { type AnyRow, isDocument, isParent, keyOf } from './documents.ts'

type TreeKeysOptions = {
  rows: AnyRow[]
  folded: ReadonlySet<number>
  box: RefObject<HTMLElement | null>
  onFocusRow: (row: AnyRow, index: number) => void
  onFold: (id: number, isFolded: boolean) => void
  onMove: (row: AnyRow, key: string) => void
  onEdit: (row: AnyRow) => void
  onDelete: (row: AnyRow) => void
}

export function useTreeKeys({ rows, folded, box, onFocusRow, onFold, onMove, onEdit, onDelete }: TreeKeysOptions) {
  const focus = (row: AnyRow) => box.current?.querySelector<HTMLElement>(`[data-row="${keyOf(row)}"]`)?.focus()
  const focusRow = (wanted: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[index]
    if (!row) return
    onFocusRow(row, index)
    // The row may exist only after scrolling.
    requestAnimationFrame(() => requestAnimationFrame(() => focus(row)))
  }
  return (event: KeyboardEvent, row: AnyRow, index: number): void => {
    const { key, altKey } = event
    if (altKey && key.startsWith('Arrow')) {
      event.preventDefault()
      onMove(row, key)
      requestAnimationFrame(() => focus(row))
      return
    }
    if (event.target !== event.currentTarget) return
    const id = isDocument(row) ? undefined : row.node.id
    const isFolded = id !== undefined && folded.has(id)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (isFolded ? onFold(id, false) : focusRow(index + 1)),
      ArrowLeft: () =>
        id !== undefined && isParent(row) && !isFolded
          ? onFold(id, true)
          : focusRow(rows.findIndex((one) => !isDocument(one) && one.node.id === row.parentId)),
      Enter: () => onEdit(row),
      F2: () => onEdit(row),
      Delete: () => onDelete(row),
    }
    if (!actions[key]) return
    event.preventDefault()
    actions[key]()
  }
}
