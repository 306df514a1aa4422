// The audit trail, newest first, with filters, paging and export.

import { Button, Center, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import type { AuditChoice } from './AuditFilter.tsx'
import { AUDIT_COLUMNS } from './auditColumns.tsx'

const AuditFilter = lazily(
  () => import('./AuditFilter.tsx'),
  'AuditFilter',
  () => <Skeleton h={60} mb="md" />,
)

export function AuditTrail() {
  const [chosen, setChosen] = useState(fromAddress)
  const [search] = useDebouncedValue(asQuery(chosen), 300)
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
      <AuditFilter
        search={chosen}
        onChange={(next) => {
          setChosen(next)
          keepInAddress(next)
        }}
      />
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

const NAMES = ['who', 'what', 'target', 'since', 'until'] as const

/** The filters in the address, from a link or a reload. */
function fromAddress(): AuditChoice {
  const given = new URLSearchParams(location.search)
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) as AuditChoice
}

/** Replaces the address without a navigation. */
function keepInAddress(search: AuditChoice): void {
  const given = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''))
  history.replaceState(history.state, '', given.size > 0 ? `?${given}` : location.pathname)
}

/** Omits empty filters; days are in the person's time zone, the last one inclusive. */
function asQuery({ who, what, target, since, until }: AuditChoice): Record<string, string> {
  const named = { actor_id: who, [what.includes('.') ? 'action' : 'kind']: what, target }
  const times = { since: startOf(since), until: startOf(until, 1) }
  return Object.fromEntries(Object.entries({ ...named, ...times }).filter(([, value]) => value !== ''))
}

function startOf(day: string, later = 0): string {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return day === '' || Number.isNaN(start.getTime()) ? '' : start.toISOString()
}
