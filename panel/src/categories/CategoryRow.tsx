// One row of the category tree: name, count, visibility, a grip to drag it by, and its menu. Rows exist only while they are in
// sight, so a row keeps no state: the tree holds it, and hands down what to do. The count is drawn by CSS from `data-count`;
// screen readers get it in the row's label.

import { ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { DragEvent, KeyboardEvent } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import { AudienceMark } from '../ui/AudienceMark.tsx'
import { counted } from '../ui/counted.ts'
import { lazyMenu } from '../ui/lazily.tsx'
import type { Editing } from './CategoryDialog.tsx'
import type { DropPosition } from './moves.ts'
import classes from './tree.module.css'
import type { TreeRow } from './tree.ts'

const CategoryMenu = lazyMenu(() => import('./CategoryMenu.tsx'), 'CategoryMenu')

type Props = {
  row: TreeRow
  top: number
  height: number
  folded: boolean
  tabStop: boolean
  drop: DropPosition | undefined
  dragging: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
  onMove: (key: string) => void
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: (position: DropPosition) => void
  onDrop: (position: DropPosition) => void
}

/** positionAt: the upper and lower quarter of a row mean beside it, its middle means into it. */
function positionAt(event: DragEvent<HTMLElement>): DropPosition {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const share = (event.clientY - top) / height
  return share < 0.28 ? 'before' : share > 0.72 ? 'after' : 'inside'
}

export function CategoryRow(props: Props) {
  const { row, folded, drop } = props
  const { node, depth, index, siblings } = row
  const parent = node.children.length > 0
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-expanded={parent ? !folded : undefined}
      aria-label={`${node.name} ${counted(node.document_count, 'document')}`}
      data-category={node.id}
      data-drop={drop}
      data-dragging={props.dragging || undefined}
      tabIndex={props.tabStop ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${props.top}px)`, height: props.height, paddingLeft: 8 + depth * 22 }}
      draggable
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onDoubleClick={() => props.onEdit({ category: node })}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.name)
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
      <IconGripVertical size={15} className={classes.grip} aria-hidden />
      {parent ? (
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={folded ? `Expand ${node.name}` : `Collapse ${node.name}`}
          onClick={props.onToggle}
        >
          {folded ? <IconChevronRight size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
      ) : (
        <span className={classes.space} />
      )}
      <Text span fz="sm" fw={550} truncate>
        {node.name}
      </Text>
      <AudienceMark audience={row.audience} own={node.visibility} className={classes.rights} />
      <span className={classes.count} data-count={node.document_count} />
      <CategoryMenu
        category={node}
        onEdit={props.onEdit}
        onWrite={props.onWrite}
        onDelete={props.onDelete}
        onMove={props.onMove}
        button={
          <ActionIcon
            aria-label={`Actions for ${node.name}`}
            aria-haspopup="menu"
            tabIndex={props.tabStop ? 0 : -1}
            ml="auto"
          >
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        }
      />
    </div>
  )
}
