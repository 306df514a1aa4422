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
import type { CategoryOut } from 'galley-client/schema.ts'
import type { ReactElement } from 'react'
import { useOpenOnMount } from '../ui/lazily.tsx'
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
    <Menu {...useOpenOnMount()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit({ category: node })}>
          Edit category
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit({ parentId: node.id })}>
          New subcategory
        </Menu.Item>
        <Menu.Item leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => onWrite(node)}>
          New document
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileText size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/documents" search={{ category: node.id }} />}
        >
          View documents
        </Menu.Item>
        <Menu.Item
          leftSection={<IconProgressBolt size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/pipeline" search={{ category: node.id }} />}
        >
          View backlog
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`/read/category/${encodeURIComponent(node.slug)}`}
          target="_blank"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          View on site
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Move (Alt + arrow keys)</Menu.Label>
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => onMove('ArrowUp')}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => onMove('ArrowDown')}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconIndentIncrease size={16} aria-hidden />} onClick={() => onMove('ArrowRight')}>
          Nest under previous
        </Menu.Item>
        <Menu.Item leftSection={<IconIndentDecrease size={16} aria-hidden />} onClick={() => onMove('ArrowLeft')}>
          Move up a level
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDelete(node)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
