// What can be done with a category of the tree.

import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconExternalLink,
  IconFilePlus,
  IconFileText,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconPlus,
  IconProgressBolt,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import { useOpening } from '../ui/onDemand.tsx'
import type { Editing } from './CategoryDialog.tsx'

type Props = {
  button: ReactElement
  category: CategoryOut
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
  onMove: (key: string) => void
}

export function CategoryMenu({ button, category: node, onEdit, onWrite, onDelete, onMove }: Props) {
  return (
    <Menu {...useOpening()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit({ category: node })}>
          Rename, rights, place
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit({ parentId: node.id })}>
          New category inside
        </Menu.Item>
        <Menu.Item leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => onWrite(node)}>
          New document here
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileText size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/documents" search={{ category: node.id }} />}
        >
          Its documents
        </Menu.Item>
        <Menu.Item
          leftSection={<IconProgressBolt size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/pipeline" search={{ category: node.id }} />}
        >
          Its backlog
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`/read/category/${encodeURIComponent(node.slug)}`}
          target="_blank"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Its documents on the site
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
