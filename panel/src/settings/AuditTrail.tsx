// Who did what to which thing, newest first, page after page; narrowed, and exported as it is narrowed.

import { Anchor, Button, Center, Code, Group, Paper, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { AuditOut } from '../api/types.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

const COLUMNS: Column<AuditOut>[] = [
  { key: 'When', width: 130, cell: ({ at }) => <Ago at={at} /> },
  { key: 'Who', cell: ({ actor }) => <Long>{format(actor)}</Long> },
  { key: 'What', cell: ({ action }) => <Code>{action}</Code> },
  { key: 'Target', from: 'sm', cell: (entry) => <Target entry={entry} /> },
  {
    key: 'Details',
    from: 'sm',
    cell: ({ detail, address }) => (
      <Text fz="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {format({ ...detail, from: address })}
      </Text>
    ),
  },
]

/** Long text stays on one line up to a width that leaves room for the other columns, and only beyond that breaks anywhere. */
function Long({ children }: { children: ReactNode }) {
  return (
    <div style={{ width: 'max-content', maxWidth: 'min(180px, 40vw)', overflowWrap: 'break-word' }}>{children}</div>
  )
}

function Target({ entry }: { entry: AuditOut }) {
  const page = pageOf(entry)
  return (
    <Long>
      {page ? (
        <Anchor fz="sm" renderRoot={(props) => <Link {...props} {...page} />}>
          {entry.target}
        </Anchor>
      ) : (
        entry.target
      )}
    </Long>
  )
}

/** pageOf is where a target like `job:7` is seen; undefined where it has no page, or no longer has one. */
function pageOf({ action, target, detail }: AuditOut): Pick<LinkProps, 'to' | 'params'> | undefined {
  const [kind, id = ''] = target.split(':')
  if (/\.(deleted|purged)$/.test(action)) return undefined
  if (kind === 'document') return { to: '/documents/$id', params: { id } }
  if (kind === 'job') return { to: '/pipeline/jobs/$id', params: { id } }
  if (kind === 'iteration' && detail.job_id) return { to: '/pipeline/jobs/$id', params: { id: String(detail.job_id) } }
  if (kind === 'category') return { to: '/categories' }
  if (kind === 'process') return { to: '/processes' }
  if (kind === 'user') return { to: '/settings/$section', params: { section: 'users' } }
  return undefined
}

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
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <Title order={2}>Audit trail</Title>
        <Button
          component="a"
          variant="default"
          href={`/api/admin/audit/export?${new URLSearchParams(search)}`}
          download
        >
          Export
        </Button>
      </Group>
      <Filter search={typed} onChange={setTyped} />
      <ErrorNote error={trail.error} onRetry={() => void trail.refetch()} />
      {trail.isPending && <Skeleton h={240} />}
      {trail.data && items.length === 0 && (
        <Text fz="sm" c="dimmed">
          {Object.keys(search).length > 0 ? 'No matching entries.' : 'No entries yet.'}
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

/** format shows any value of the trail: names as they are, objects as name and value. */
function format(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('display_name' in value && value.display_name) return String(value.display_name)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([key, part]) => `${key} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ')
}
