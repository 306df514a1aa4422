// A document's actions in the list.

import { Menu } from '@mantine/core'
import { IconExternalLink, IconHistory, IconPin, IconPinnedOff, IconProgressBolt, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { ActionMenu, Item } from '../../ui/ActionMenu.tsx'
import { usePin } from '../queries.ts'

type Props = { button: ReactElement; row: DocumentRow; onDelete: () => void; onEnqueue: () => void }

export function RowMenu({ button, row, onDelete, onEnqueue }: Props) {
  const pin = usePin()
  return (
    <ActionMenu button={button}>
      <Item
        icon={row.pinned ? IconPinnedOff : IconPin}
        label={row.pinned ? 'Unpin' : 'Pin to top'}
        onClick={() => pin.mutate({ id: row.id, pinned: !row.pinned })}
      />
      <Item icon={IconProgressBolt} label="Queue for drafting" onClick={onEnqueue} />
      <Item
        icon={IconHistory}
        label="Revisions"
        renderRoot={(props) => <Link {...props} to="/documents/$id/revisions" params={{ id: String(row.id) }} />}
      />
      <Item
        icon={IconExternalLink}
        label="View on site"
        renderRoot={(props) => (
          <a {...props} href={`/read/${encodeURIComponent(row.slug)}`} target="_blank" rel="noopener" />
        )}
      />
      <Menu.Divider />
      <Item icon={IconTrash} label="Delete" color="red" onClick={onDelete} />
    </ActionMenu>
  )
}
