// A row of the tree, for a category or a document.

import { IconFileText, IconGripVertical, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CategoryOut } from 'galley-client/schema.ts'
import { statusWord, useStatuses } from '../documents/status.ts'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { type AnyRow, isDocument, keyOf, type TreeDocumentRow } from './documents.ts'
import { type RowFrame, TreeRowFrame } from './TreeRowFrame.tsx'
import classes from './tree.module.css'

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

/** A document's row, linked to its page; moved like a category. */
type DocumentTreeRowProps = RowFrame & { row: TreeDocumentRow; isOpen: boolean; onOpened?: (() => void) | undefined }

function DocumentTreeRow({ row, isOpen, onOpened, ...frame }: DocumentTreeRowProps) {
  const { document, depth, index, siblings } = row
  const status = useStatuses().get(document.id)
  const isPublished = document.published !== false
  // Published is the normal case, so it has no mark.
  const mark = status || !isPublished ? statusWord(isPublished, status) : undefined
  return (
    <TreeRowFrame
      {...frame}
      place={{ depth, index, siblings }}
      rowKey={keyOf(row)}
      label={`${document.title}, ${(mark ?? 'document').toLowerCase()}`}
      dragText={document.title}
    >
      <IconGripVertical size={15} className={classes.grip} aria-hidden />
      <span className={classes.space}>
        <IconFileText size={15} aria-hidden />
      </span>
      <Link
        to="/documents/$id"
        params={{ id: String(document.id) }}
        tabIndex={-1}
        draggable={false}
        className={classes.title}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onOpened}
      >
        {document.title}
      </Link>
      {mark && <span className={classes.draft} data-mark={mark} />}
      {document.pinned && <IconPin size={14} aria-label="Pinned" role="img" />}
    </TreeRowFrame>
  )
}
