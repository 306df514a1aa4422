// A document in the tree: its title leads to its page. It is moved like a category, by dragging it or with Alt and an arrow key.

import { IconFileText, IconGripVertical, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { keyOf, type TreeDocumentRow } from './documents.ts'
import { type RowFrame, TreeRowFrame } from './TreeRowFrame.tsx'
import classes from './tree.module.css'

type Props = RowFrame & { row: TreeDocumentRow; isOpen: boolean; onOpened?: (() => void) | undefined }

export function DocumentTreeRow({ row, isOpen, onOpened, ...frame }: Props) {
  const { document, depth, index, siblings } = row
  return (
    <TreeRowFrame
      {...frame}
      place={{ depth, index, siblings }}
      rowKey={keyOf(row)}
      label={`${document.title}, ${document.published === false ? 'draft' : 'document'}`}
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
      {document.published === false && <span className={classes.draft} data-mark="Draft" />}
      {document.pinned && <IconPin size={14} aria-label="Pinned" role="img" />}
    </TreeRowFrame>
  )
}
