// The state of the documentation by category: checked, stale and unowned documents, and feedback.

import { Paper, Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OverviewOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { NO_CATEGORY } from '../api/documentLists.ts'
import { keys } from '../api/queries.ts'
import { Needs } from '../session/Needs.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'

export const OverviewPage = () => (
  <Needs least="editor">
    <Overview />
  </Needs>
)

const COUNTED = ['documents', 'checked', 'stale', 'unowned', 'helpful', 'unhelpful'] as const
const percent = (part: number, all: number) => (all === 0 ? 0 : Math.round((100 * part) / all))

/** Coloured if it needs attention, a dash for 0. */
const count = (number: number, color?: string) => (
  <Text fz="sm" className="tabular" {...(number === 0 ? { c: 'dimmed' } : color && { c: color })}>
    {number === 0 ? '–' : number.toLocaleString('en')}
  </Text>
)

type OverviewLine = OverviewOut & { isSum?: true }

const COLUMNS: Column<OverviewLine>[] = [
  {
    key: 'Category',
    cell: ({ category, isSum }) =>
      isSum ? (
        <Text fz="sm" fw={600}>
          All
        </Text>
      ) : (
        <Text
          fz="sm"
          fw={550}
          component={Link}
          to="/documents"
          search={{ category: category?.id ?? NO_CATEGORY } as never}
        >
          {category?.name ?? 'No category'}
        </Text>
      ),
  },
  { key: 'Pages', width: 80, cell: ({ documents }) => count(documents) },
  {
    key: 'Checked',
    width: 170,
    cell: ({ checked, documents }) => (
      <>
        <Text fz="sm" className="tabular">
          {checked.toLocaleString('en')} ({percent(checked, documents)} %)
        </Text>
        <Progress value={percent(checked, documents)} size={4} mt={4} aria-label="Checked" />
      </>
    ),
  },
  { key: 'Stale', width: 90, cell: ({ stale }) => count(stale, 'var(--mantine-color-orange-text)') },
  { key: 'No owner', width: 100, cell: ({ unowned }) => count(unowned) },
  {
    key: 'Helpful',
    width: 120,
    from: 'sm',
    cell: ({ helpful, unhelpful }) =>
      helpful + unhelpful === 0 ? count(0) : <Text fz="sm">{`${helpful} of ${helpful + unhelpful}`}</Text>,
  },
]

function Overview() {
  const overview = useQuery({ queryKey: keys.overview, queryFn: () => call('GET /api/admin/docs/overview') })
  const rows = overview.data ?? []
  const of = (counted: (typeof COUNTED)[number]) => rows.reduce((all, row) => all + row[counted], 0)
  const sums = Object.fromEntries(COUNTED.map((counted) => [counted, of(counted)])) as Record<
    (typeof COUNTED)[number],
    number
  >
  const lines: OverviewLine[] = [{ category: null, ...sums, isSum: true }, ...rows]
  return (
    <Page title="Overview" hint="How much of the documentation is checked, stale or without an owner, by category.">
      <ErrorNote error={overview.error} onRetry={() => void overview.refetch()} />
      {overview.isPending && <Skeleton h={200} />}
      {overview.data && (
        <Paper>
          <DataTable
            columns={COLUMNS}
            rows={lines}
            keyOf={({ category, isSum }) => (isSum ? 'sum' : (category?.id ?? 0))}
            mark="category"
            minWidth={640}
          />
        </Paper>
      )}
      <Text fz="xs" c="dimmed" mt="md">
        Checked pages were marked as checked or rest on sources, which still say the same. Stale pages have a passage
        whose source changed.
      </Text>
    </Page>
  )
}
