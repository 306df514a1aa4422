// Documents without content, or whose last job failed, by category: choose some or take all, and enqueue them.

import { Button, Checkbox, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChecklist, IconProgressBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { BacklogDocOut } from '../api/schema.ts'
import { CategoryField } from '../categories/CategoryField.tsx'
import { Ago } from '../ui/Ago.tsx'
import { Dot } from '../ui/Dot.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import classes from './backlog.module.css'

const EnqueueDialog = onDemand(() => import('./EnqueueDialog.tsx'), 'EnqueueDialog')

const route = getRouteApi('/pipeline')
const MOST_AT_ONCE = 1000

export function Backlog() {
  const { category } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [enqueueing, dialog] = useDisclosure()
  const backlog = useQuery({
    queryKey: keys.backlog(category),
    queryFn: () =>
      call('GET /api/pipeline/docs/backlog', { query: category === undefined ? {} : { category_id: category } }),
    placeholderData: (before) => before,
  })
  const rows = backlog.data ?? []
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
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
              setChosen(new Set())
              void navigate({ search: id === null ? {} : { category: id } })
            }}
          />
          <Button
            leftSection={<IconProgressBolt size={16} aria-hidden />}
            disabled={chosen.size === 0}
            onClick={dialog.open}
            {...EnqueueDialog.near}
          >
            Enqueue {chosen.size > 0 ? chosen.size : ''}
          </Button>
        </Group>
      </Group>
      <ErrorNote error={backlog.error} onRetry={() => void backlog.refetch()} />
      {backlog.isPending && <Skeleton h={200} />}
      {backlog.data && rows.length === 0 && (
        <Paper p="lg">
          <EmptyState icon={IconChecklist} title="The backlog is empty">
            Every document here has content or is being drafted.
          </EmptyState>
        </Paper>
      )}
      {rows.length > 0 && (
        <Paper p={0}>
          <Group className={classes.head} px="md" py="sm">
            <Checkbox
              label={all ? 'All chosen' : `Choose all ${Math.min(rows.length, MOST_AT_ONCE).toLocaleString('en')}`}
              checked={all}
              indeterminate={!all && chosen.size > 0}
              onChange={() => setChosen(all ? new Set() : new Set(rows.slice(0, MOST_AT_ONCE).map(({ id }) => id)))}
            />
          </Group>
          <Rows rows={rows} chosen={chosen} onToggle={toggle} />
        </Paper>
      )}
      {enqueueing && (
        <EnqueueDialog
          documentIds={[...chosen]}
          {...(chosen.size === 1 && { title: rows.find(({ id }) => chosen.has(id))?.title ?? '' })}
          onClose={dialog.close}
          onDone={() => setChosen(new Set())}
        />
      )}
    </section>
  )
}

type RowsProps = { rows: BacklogDocOut[]; chosen: ReadonlySet<number>; onToggle: (id: number) => void }

function Rows({ rows, chosen, onToggle }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 52,
    overscan: 10,
    getItemKey: (index) => rows[index]!.id,
  })
  return (
    <div ref={box} className={classes.box}>
      <ul className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!
          return (
            <li
              key={row.id}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Checkbox
                aria-label={`Choose ${row.title}`}
                checked={chosen.has(row.id)}
                onChange={() => onToggle(row.id)}
              />
              <div className={classes.text}>
                <Link to="/documents/$id" params={{ id: String(row.id) }} className="visually-plain">
                  <Text fz="sm" fw={550} truncate>
                    {row.title}
                  </Text>
                </Link>
                <Text fz="xs" c="dimmed" truncate>
                  {row.last_error ?? row.category ?? 'No category'}
                </Text>
              </div>
              <Dot state={row.bucket} />
              <Ago at={row.updated_at} small className="mantine-visible-from-sm" />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
