// Who did what to which thing, newest first, page after page; narrowed, and exported as it is narrowed.

import { Button, Center, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { AUDIT_COLUMNS } from './auditColumns.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export function AuditTrail() {
  const [typed, setTyped] = useState<Search>({ action: '', target: '', since: '' })
  const [search] = useDebouncedValue(asQuery(typed), 300)
  const trail = useInfiniteQuery({
    queryKey: [...keys.audit, search],
    queryFn: ({ pageParam }) =>
      call('GET /api/admin/audit', { query: { ...search, limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    placeholderData: (before) => before,
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const items = trail.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <SettingsSection
      title="Audit trail"
      action={
        <Button
          component="a"
          variant="default"
          href={`/api/admin/audit/export?${new URLSearchParams(search)}`}
          download
        >
          Export
        </Button>
      }
    >
      <Filter search={typed} onChange={setTyped} />
      <ErrorNote error={trail.error} onRetry={() => void trail.refetch()} />
      {trail.isPending && <Skeleton h={240} />}
      {trail.data && items.length === 0 && (
        <Text fz="sm" c="dimmed">
          {Object.keys(search).length > 0 ? 'No matching entries.' : 'No entries yet.'}
        </Text>
      )}
      {items.length > 0 && <DataTable columns={AUDIT_COLUMNS} rows={items} keyOf={({ id }) => id} minWidth={620} />}
      {trail.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
            Older entries
          </Button>
        </Center>
      )}
    </SettingsSection>
  )
}

type Search = { action: string; target: string; since: string }

/** asQuery leaves out what is empty; a day begins where the person is. */
function asQuery({ action, target, since }: Search): Record<string, string> {
  const from = since === '' ? undefined : new Date(`${since}T00:00:00`).toISOString()
  return { ...(action && { action }), ...(target && { target }), ...(from && { since: from }) }
}

function Filter({ search, onChange }: { search: Search; onChange: (search: Search) => void }) {
  const field = (name: keyof Search) => ({
    value: search[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...search, [name]: event.currentTarget.value.trim() }),
  })
  return (
    <Group mb="md" grow preventGrowOverflow={false}>
      <TextInput label="Action" placeholder="session.refused" {...field('action')} />
      <TextInput label="On" placeholder="user:7" {...field('target')} />
      <TextInput label="Since" type="date" {...field('since')} />
    </Group>
  )
}
