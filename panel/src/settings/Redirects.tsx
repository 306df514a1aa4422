// Redirects of old addresses: where each leads, how often it was followed, and ways to add, change and delete one.

import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowForwardUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RedirectOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { SettingsSection } from './SettingsSection.tsx'

const Confirm = lazily(() => import('../ui/Confirm.tsx'), 'Confirm')
const RedirectDialog = lazily(() => import('./RedirectDialog.tsx'), 'RedirectDialog')

/** MOST is what a person looks through; an import may have left thousands, which the search narrows. */
const MOST = 200

export function Redirects() {
  const [q, setQ] = useState('')
  const [asked] = useDebouncedValue(q.trim(), 250)
  const [editing, setEditing] = useState<RedirectOut | 'new'>()
  const [deleting, setDeleting] = useState<RedirectOut>()
  const redirects = useQuery({
    queryKey: keys.redirects(asked),
    queryFn: () => call('GET /api/redirects', { query: { q: asked, limit: MOST } }),
    // The rows of the last search stay until the next ones come: an empty table would flicker with every letter.
    placeholderData: (before) => before,
  })
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /api/redirects/{redirect_id}', { path: { redirect_id: id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.redirects() }),
  })
  const columns: Column<RedirectOut>[] = [
    { key: 'Old address', cell: ({ from, kind }) => <Text fz="sm">{kind === 'prefix' ? `${from}/…` : from}</Text> },
    { key: 'Redirects to', cell: ({ to }) => <Text fz="sm">{to}</Text> },
    { key: 'Hits', from: 'sm', cell: ({ hits }) => hits },
    { key: 'Last hit', from: 'sm', cell: ({ last_hit_at }) => <Ago at={last_hit_at} never="never" /> },
    {
      key: 'Actions',
      unseen: true,
      width: 80,
      cell: (redirect) => (
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Edit ${redirect.from}`} onClick={() => setEditing(redirect)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${redirect.from}`} onClick={() => setDeleting(redirect)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  return (
    <SettingsSection
      title="Redirects"
      hint="Old addresses that redirect to pages of this site. A page at the old address takes precedence."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          New redirect
        </Button>
      }
    >
      <SearchBox label="Search redirects" value={q} onChange={setQ} />
      <ErrorNote error={redirects.error} onRetry={() => void redirects.refetch()} />
      {redirects.isPending && <Skeleton h={100} />}
      {redirects.data?.length === 0 && (
        <EmptyState icon={IconArrowForwardUp} title={asked === '' ? 'No redirects' : 'No matches'}>
          Importing a folder with --redirects adds one for every page.
        </EmptyState>
      )}
      {redirects.data && redirects.data.length > 0 && (
        <DataTable columns={columns} rows={redirects.data} keyOf={({ id }) => id} minWidth={520} />
      )}
      {redirects.data?.length === MOST && (
        <Text fz="sm" c="dimmed">
          Showing the first {MOST}. Search to find others.
        </Text>
      )}
      {editing && (
        <RedirectDialog redirect={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <Confirm
          title={`Delete the redirect from “${deleting.from}”?`}
          action="Delete"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => remove.mutateAsync(deleting.id)}
        >
          Links to this address will show “Page not found”.
        </Confirm>
      )}
    </SettingsSection>
  )
}
