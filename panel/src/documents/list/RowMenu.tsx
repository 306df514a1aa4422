// What can be done with a document in the list.

import { Menu } from '@mantine/core'
import { IconExternalLink, IconHistory, IconPin, IconPinnedOff, IconProgressBolt, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useOpenOnMount } from '../../ui/lazily.tsx'
import { type DocumentRow, usePin } from '../queries.ts'

type Props = { button: ReactElement; row: DocumentRow; onDelete: () => void; onEnqueue: () => void }

export function RowMenu({ button, row, onDelete, onEnqueue }: Props) {
  const pin = usePin()
  return (
    <Menu {...useOpenOnMount()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={row.pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
          onClick={() => pin.mutate({ id: row.id, pinned: !row.pinned })}
        >
          {row.pinned ? 'Unpin' : 'Pin to top'}
        </Menu.Item>
        <Menu.Item leftSection={<IconProgressBolt size={16} aria-hidden />} onClick={onEnqueue}>
          Queue for drafting
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
          View on site
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
