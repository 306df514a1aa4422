// A row of the tree, for a category or a document.

import type { CategoryOut } from 'galley-client/schema.ts'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { DocumentTreeRow } from './DocumentTreeRow.tsx'
import { type AnyRow, isDocument } from './documents.ts'
import type { RowFrame } from './TreeRowFrame.tsx'

/** The document edited beside the tree. */
export type OpenDocument = { id: number; onOpened?: (() => void) | undefined }

/** A category's actions outside of the tree. */
export type CategoryActions = {
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
}

type Props = RowFrame & {
  row: AnyRow
  open: OpenDocument | undefined
  actions: CategoryActions
  folded: ReadonlySet<number>
  onFold: (id: number, isFolded: boolean) => void
  onMove: (row: AnyRow, key: string) => void
}

export function AnyTreeRow({ row, open, actions, folded, onFold, onMove, ...frame }: Props) {
  if (isDocument(row))
    return <DocumentTreeRow row={row} isOpen={row.document.id === open?.id} onOpened={open?.onOpened} {...frame} />
  const { id } = row.node
  return (
    <CategoryRow
      row={row}
      folded={folded.has(id)}
      onToggle={() => onFold(id, !folded.has(id))}
      onMove={(direction) => onMove(row, direction)}
      {...actions}
      {...frame}
    />
  )
}
