// The backlog by category: documents without content, or with a failed job; queue some or all.

import { Button, Checkbox, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChecklist, IconProgressBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { CategoryField } from '../categories/CategoryField.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { BacklogRows } from './BacklogRows.tsx'
import classes from './backlog.module.css'

const EnqueueDialog = lazily(() => import('./enqueue/EnqueueDialog.tsx'), 'EnqueueDialog')

const route = getRouteApi('/pipeline')
/** The API's limit per request. */
const MOST_AT_ONCE = 1000

export function Backlog() {
  const { category } = route.useSearch()
  const navigate = route.useNavigate()
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [enqueueing, dialog] = useDisclosure()
  const backlog = useQuery({
    queryKey: keys.backlog(category),
    queryFn: () =>
      call('GET /api/pipeline/docs/backlog', { query: category === undefined ? {} : { category_id: category } }),
    placeholderData: (before) => before,
  })
  const rows = backlog.data ?? []
  const all = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    select(next)
  }
  return (
    <section aria-labelledby="backlog">
      <Group justify="space-between" mb="md" align="flex-end">
        <Title order={2} id="backlog">
          Backlog{' '}
          <Text span c="dimmed" fw={500} className="tabular">
            {backlog.data ? rows.length.toLocaleString('en') : ''}
          </Text>
        </Title>
        <Group gap="xs">
          <CategoryField
            aria-label="Category"
            placeholder="All categories"
            w={260}
            value={category ?? null}
            onChange={(id) => {
              // Don't keep rows selected that are out of sight.
              select(new Set())
              void navigate({ search: id === null ? {} : { category: id } })
            }}
          />
          <Button
            leftSection={<IconProgressBolt size={16} aria-hidden />}
            disabled={selected.size === 0}
            onClick={dialog.open}
          >
            {selected.size > 0 ? `Queue ${selected.size} for drafting` : 'Queue for drafting'}
          </Button>
        </Group>
      </Group>
      <ErrorNote error={backlog.error} onRetry={() => void backlog.refetch()} />
      {backlog.isPending && <Skeleton h={200} />}
      {backlog.data && rows.length === 0 && (
        <Paper p="lg">
          <EmptyState icon={IconChecklist} title="The backlog is empty">
            Every document has content or is being drafted.
          </EmptyState>
        </Paper>
      )}
      {rows.length > 0 && (
        <Paper p={0}>
          <Group className={classes.head} px="md" py="sm">
            <Checkbox
              label={all ? 'All selected' : `Select all ${Math.min(rows.length, MOST_AT_ONCE).toLocaleString('en')}`}
              checked={all}
              indeterminate={!all && selected.size > 0}
              onChange={() => select(all ? new Set() : new Set(rows.slice(0, MOST_AT_ONCE).map(({ id }) => id)))}
            />
          </Group>
          <BacklogRows rows={rows} selected={selected} onToggle={toggle} />
        </Paper>
      )}
      {enqueueing && (
        <EnqueueDialog
          documentIds={[...selected]}
          {...(selected.size === 1 && { title: rows.find(({ id }) => selected.has(id))?.title ?? '' })}
          onClose={dialog.close}
          onDone={() => select(new Set())}
        />
      )}
    </section>
  )
}
