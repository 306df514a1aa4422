// A document in the tree: its title leads to its page. It is moved like a category, by dragging it or with Alt and an arrow key.

import { IconFileText, IconGripVertical, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { keyOf, type TreeDocumentRow } from './documents.ts'
import { type RowFrame, TreeRowFrame } from './TreeRowFrame.tsx'
import classes from './tree.module.css'

export function DocumentTreeRow({ row, ...frame }: RowFrame & { row: TreeDocumentRow }) {
  const { document, depth, index, siblings } = row
  return (
    <TreeRowFrame
      {...frame}
      place={{ depth, index, siblings }}
      rowKey={keyOf(row)}
      label={`${document.title}, document`}
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
      >
        {document.title}
      </Link>
      {document.pinned && <IconPin size={14} aria-label="Pinned" role="img" />}
    </TreeRowFrame>
  )
}
