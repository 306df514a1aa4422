// The table of redirects: target, use, linking pages.

import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { RedirectLinksOut, RedirectOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { counted } from '../../counted.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { type SelectedRows, selectColumn } from '../../ui/selectColumn.tsx'

const LinkingPages = lazily(() => import('./LinkingPages.tsx'), 'LinkingPages')

type Props = {
  rows: RedirectOut[]
  /** Undefined while loading. */
  links: RedirectLinksOut[] | undefined
  selected: SelectedRows<RedirectOut>
  onSelect: (selected: SelectedRows<RedirectOut>) => void
  onEdit: (redirect: RedirectOut) => void
  onDelete: (redirect: RedirectOut) => void
}

export function RedirectTable({ rows, links, selected, onSelect, onEdit, onDelete }: Props) {
  const [shown, setShown] = useState<RedirectOut>()
  const linksTo = (redirect: RedirectOut) => links?.find(({ id }) => id === redirect.id)
  const columns: Column<RedirectOut>[] = [
    selectColumn({ rows, selected, onSelect, nameOf: ({ from }) => from }),
    { key: 'Old address', cell: ({ from, kind }) => <Path>{kind === 'prefix' ? `${from}/…` : from}</Path> },
    { key: 'Redirects to', cell: ({ to }) => <Path>{to}</Path> },
    { key: 'Created by', from: 'md', cell: ({ origin }) => (origin === 'hand' ? 'Hand' : 'Import') },
    { key: 'Hits', from: 'sm', cell: ({ hits }) => hits.toLocaleString('en') },
    { key: 'Last hit', from: 'sm', cell: ({ last_hit_at }) => <Ago at={last_hit_at} never="never" /> },
    {
      key: 'Linked from',
      from: 'sm',
      cell: (redirect) => {
        const found = linksTo(redirect)
        if (!found) return links ? '–' : '…'
        return (
          <Anchor component="button" fz="sm" onClick={() => setShown(redirect)}>
            {counted(found.count, 'page')}
          </Anchor>
        )
      },
    },
    {
      key: 'Actions',
      unseen: true,
      width: 80,
      cell: (redirect) => (
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Edit ${redirect.from}`} onClick={() => onEdit(redirect)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${redirect.from}`} onClick={() => onDelete(redirect)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  const found = shown && linksTo(shown)
  return (
    <>
      <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} minWidth={640} />
      {found && <LinkingPages from={shown.from} found={found} onClose={() => setShown(undefined)} />}
    </>
  )
}

const Path = ({ children }: { children: string }) => (
  <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
