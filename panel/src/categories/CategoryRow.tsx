// One row of the category tree: name, count, rights, a grip to drag it by, and its menu.

import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconLock,
  IconPencil,
  IconPlus,
  IconProgressBolt,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DragEvent, KeyboardEvent } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import type { Editing } from './CategoriesPage.tsx'
import classes from './tree.module.css'
import type { Row } from './tree.ts'

export type DropPlace = 'before' | 'inside' | 'after'

type Props = {
  row: Row
  top: number
  height: number
  folded: boolean
  tabStop: boolean
  drop: DropPlace | undefined
  dragging: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
  onMove: (key: string) => void
  onEdit: (editing: Editing) => void
  onDelete: (category: CategoryOut) => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: (place: DropPlace) => void
  onDrop: (place: DropPlace) => void
}

/** placeAt: the upper and lower quarter of a row mean beside it, its middle means into it. */
function placeAt(event: DragEvent<HTMLElement>): DropPlace {
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
      aria-label={`${node.name} ${node.document_count} documents`}
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
        props.onDragOver(placeAt(event))
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop(placeAt(event))
      }}
    >
      <IconGripVertical size={15} className={classes.grip} aria-hidden />
      {parent ? (
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={folded ? `Unfold ${node.name}` : `Fold ${node.name}`}
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
      <Rights category={node} />
      <span className={classes.count} data-count={node.document_count} />
      <RowMenu {...props} />
    </div>
  )
}

function Rights({ category }: { category: CategoryOut }) {
  if (category.visibility === 'public') return null
  const [Picture, label] =
    category.visibility === 'members'
      ? ([IconUsers, 'For everyone signed in'] as const)
      : ([IconLock, 'Restricted'] as const)
  return (
    <Tooltip label={label}>
      <Picture size={15} role="img" aria-label={label} color="var(--panel-quiet)" style={{ flex: 'none' }} />
    </Tooltip>
  )
}

function RowMenu({ row: { node }, tabStop, onEdit, onDelete, onMove }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${node.name}`} tabIndex={tabStop ? 0 : -1} ml="auto">
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit({ category: node })}>
          Rename, rights, place
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit({ parentId: node.id })}>
          New category inside
        </Menu.Item>
        <Menu.Item
          leftSection={<IconProgressBolt size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/pipeline" search={{ category: node.id }} />}
        >
          Its backlog
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Move (Alt with an arrow key)</Menu.Label>
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => onMove('ArrowUp')}>
          Up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => onMove('ArrowDown')}>
          Down
        </Menu.Item>
        <Menu.Item leftSection={<IconIndentIncrease size={16} aria-hidden />} onClick={() => onMove('ArrowRight')}>
          Into the one above
        </Menu.Item>
        <Menu.Item leftSection={<IconIndentDecrease size={16} aria-hidden />} onClick={() => onMove('ArrowLeft')}>
          Out of its parent
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDelete(node)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
