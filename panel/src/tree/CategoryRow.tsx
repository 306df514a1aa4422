// A category's row: grip, name, count, visibility, menu. CSS draws the count from `data-count`; screen readers get it in the
// row's label.

import { ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { CategoryOut } from 'galley-client/schema.ts'
import { counted } from '../counted.ts'
import { AudienceMark } from '../ui/AudienceMark.tsx'
import { lazyMenu } from '../ui/lazily.tsx'
import type { Editing } from './CategoryDialog.tsx'
import { isParent, keyOf, type TreeRow } from './documents.ts'
import { type RowFrame, TreeRowFrame } from './TreeRowFrame.tsx'
import classes from './tree.module.css'

const CategoryMenu = lazyMenu(() => import('./CategoryMenu.tsx'), 'CategoryMenu')

type Props = RowFrame & {
  row: TreeRow
  folded: boolean
  onToggle: () => void
  onMove: (key: string) => void
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
}

export function CategoryRow({ row, folded, onToggle, onMove, onEdit, onWrite, onDelete, ...frame }: Props) {
  const { node, depth, index, siblings } = row
  const parent = isParent(row)
  return (
    <TreeRowFrame
      {...frame}
      place={{ depth, index, siblings }}
      rowKey={keyOf(row)}
      category={node.id}
      label={`${node.name} ${counted(node.document_count, 'document')}`}
      dragText={node.name}
      expanded={parent ? !folded : undefined}
      onDoubleClick={() => onEdit({ category: node })}
    >
      <IconGripVertical size={15} className={classes.grip} aria-hidden />
      {parent ? (
        // Not a tab stop: per ARIA the tree is one, and arrow keys fold and unfold.
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={folded ? `Expand ${node.name}` : `Collapse ${node.name}`}
          onClick={onToggle}
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
        {...{ onEdit, onWrite, onDelete, onMove }}
        button={
          <ActionIcon
            aria-label={`Actions for ${node.name}`}
            aria-haspopup="menu"
            tabIndex={frame.tabStop ? 0 : -1}
            ml="auto"
          >
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        }
      />
    </TreeRowFrame>
  )
}
