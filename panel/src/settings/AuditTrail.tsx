// Who did what, newest first, page after page.

import { Button, Center, Code, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { AuditOut } from '../api/types.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

const COLUMNS: Column<AuditOut>[] = [
  { key: 'When', width: 130, cell: ({ at }) => <Ago at={at} /> },
  { key: 'Who', cell: ({ actor }) => <Long>{say(actor)}</Long> },
  { key: 'What', cell: ({ action }) => <Code>{action}</Code> },
  { key: 'On', from: 'sm', cell: ({ target }) => <Long>{say(target)}</Long> },
  {
    key: 'Detail',
    from: 'sm',
    cell: ({ detail }) => (
      <Text fz="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {say(detail)}
      </Text>
    ),
  },
]

/** Long text breaks anywhere, but not into columns of letters. */
function Long({ children }: { children: string }) {
  return <div style={{ minWidth: 110, overflowWrap: 'anywhere' }}>{children}</div>
}

export function AuditTrail() {
  const trail = useInfiniteQuery({
    queryKey: keys.audit,
    queryFn: ({ pageParam }) =>
      call('GET /api/admin/audit', { query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const items = trail.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Paper p="lg">
      <Title order={2} mb="md">
        Audit trail
      </Title>
      <ErrorNote error={trail.error} onRetry={() => void trail.refetch()} />
      {trail.isPending && <Skeleton h={240} />}
      {trail.data && items.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing has been recorded yet.
        </Text>
      )}
      {items.length > 0 && <DataTable columns={COLUMNS} rows={items} keyOf={({ id }) => id} minWidth={620} />}
      {trail.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
            Older entries
          </Button>
        </Center>
      )}
    </Paper>
  )
}

/** say shows any value of the trail: names as they are, objects as name and value. */
function say(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('display_name' in value && value.display_name) return String(value.display_name)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([key, part]) => `${key} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ')
}
