// What can be done with a document in the list.

import { Menu } from '@mantine/core'
import { IconExternalLink, IconHistory, IconPin, IconPinnedOff, IconProgressBolt, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useOpening } from '../ui/onDemand.tsx'
import { type DocumentRow, usePin } from './queries.ts'

type Props = { button: ReactElement; row: DocumentRow; onDelete: () => void; onEnqueue: () => void }

export function RowMenu({ button, row, onDelete, onEnqueue }: Props) {
  const pin = usePin()
  return (
    <Menu {...useOpening()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={row.pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
          onClick={() => pin.mutate({ id: row.id, pinned: !row.pinned })}
        >
          {row.pinned ? 'Unpin' : 'Pin to the top'}
        </Menu.Item>
        <Menu.Item leftSection={<IconProgressBolt size={16} aria-hidden />} onClick={onEnqueue}>
          Enqueue for a draft
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/documents/$id/revisions" params={{ id: String(row.id) }} />}
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          Revisions
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`/read/${encodeURIComponent(row.slug)}`}
          target="_blank"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open on the site
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
