// A document's row, linked to its page; moved like a category.

import { IconFileText, IconGripVertical, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { statusWord, useStatuses } from '../documents/status.ts'
import { keyOf, type TreeDocumentRow } from './documents.ts'
import { type RowFrame, TreeRowFrame } from './TreeRowFrame.tsx'
import classes from './tree.module.css'

type Props = RowFrame & { row: TreeDocumentRow; isOpen: boolean; onOpened?: (() => void) | undefined }

export function DocumentTreeRow({ row, isOpen, onOpened, ...frame }: Props) {
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
