// A category's actions in the tree.

import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChecklist,
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
import { type ReactElement, useState } from 'react'
import { hasRole, useMe } from '../session/session.ts'
import { ActionMenu, Item } from '../ui/ActionMenu.tsx'
import { lazily } from '../ui/lazily.tsx'
import type { Editing } from './CategoryDialog.tsx'

const PublishingDialog = lazily(() => import('../proposals/PublishingDialog.tsx'), 'PublishingDialog')

type Props = {
  button: ReactElement
  category: CategoryOut
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
  /** Moves are named by their Alt key in the tree, so that both use the same code (placing.ts). */
  onMove: (key: string) => void
}

export function CategoryMenu({ button, category: node, onEdit, onWrite, onDelete, onMove }: Props) {
  const isAdmin = hasRole(useMe(), 'admin')
  const [isRuling, setRuling] = useState(false)
  return (
    <>
      <ActionMenu button={button}>
        <Item icon={IconPencil} label="Edit category" onClick={() => onEdit({ category: node })} />
        {isAdmin && <Item icon={IconChecklist} label="Review rule" onClick={() => setRuling(true)} />}
        <Item icon={IconPlus} label="New subcategory" onClick={() => onEdit({ parentId: node.id })} />
        <Item icon={IconFilePlus} label="New document" onClick={() => onWrite(node)} />
        <Item
          icon={IconFileText}
          label="View documents"
          renderRoot={(props) => <Link {...props} to="/documents" search={{ category: node.id }} />}
        />
        <Item
          icon={IconProgressBolt}
          label="View backlog"
          renderRoot={(props) => <Link {...props} to="/pipeline" search={{ category: node.id }} />}
        />
        <Item
          icon={IconExternalLink}
          label="View on site"
          renderRoot={(props) => (
            <a {...props} href={`/read/category/${encodeURIComponent(node.slug)}`} target="_blank" rel="noopener" />
          )}
        />
        <Menu.Divider />
        <Menu.Label>Move (Alt + arrow keys)</Menu.Label>
        <Item icon={IconArrowUp} label="Move up" onClick={() => onMove('ArrowUp')} />
        <Item icon={IconArrowDown} label="Move down" onClick={() => onMove('ArrowDown')} />
        <Item icon={IconIndentIncrease} label="Nest under previous" onClick={() => onMove('ArrowRight')} />
        <Item icon={IconIndentDecrease} label="Move up a level" onClick={() => onMove('ArrowLeft')} />
        <Menu.Divider />
        <Item icon={IconTrash} label="Delete" color="red" onClick={() => onDelete(node)} />
      </ActionMenu>
      {isRuling && (
        <PublishingDialog of={{ kind: 'category', id: node.id }} name={node.name} onClose={() => setRuling(false)} />
      )}
    </>
  )
}
