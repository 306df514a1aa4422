// What rows share: ARIA position, focus, drag and drop. Rows are virtual, so their state is in the tree.

import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import type { DropPosition } from './placing.ts'
import classes from './tree.module.css'

export type RowFrame = {
  top: number
  height: number
  tabStop: boolean
  drop: DropPosition | undefined
  dragging: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: (position: DropPosition) => void
  onDrop: (position: DropPosition) => void
}

type Props = RowFrame & {
  place: { depth: number; index: number; siblings: number }
  rowKey: string
  label: string
  dragText: string
  expanded?: boolean | undefined
  category?: number
  onDoubleClick?: () => void
  children: ReactNode
}

/** The upper and lower quarter mean beside the row, the middle means into it. */
function positionAt(event: DragEvent<HTMLElement>): DropPosition {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const share = (event.clientY - top) / height
  if (event.currentTarget.dataset.category === undefined) return share < 0.5 ? 'before' : 'after'
  return share < 0.28 ? 'before' : share > 0.72 ? 'after' : 'inside'
}

export function TreeRowFrame({ place: { depth, index, siblings }, ...props }: Props) {
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-expanded={props.expanded}
      aria-label={props.label}
      data-category={props.category}
      data-row={props.rowKey}
      data-drop={props.drop}
      data-dragging={props.dragging || undefined}
      tabIndex={props.tabStop ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${props.top}px)`, height: props.height, paddingLeft: 8 + depth * 22 }}
      draggable
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onDoubleClick={props.onDoubleClick}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', props.dragText)
        props.onDragStart()
      }}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver(positionAt(event))
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop(positionAt(event))
      }}
    >
      {props.children}
    </div>
  )
}
