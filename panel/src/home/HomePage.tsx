// The first page: how much there is, in which state, how it is read, and what waits for the person looking.

import { Box, Grid, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { DocumentListOut } from '../api/schema.ts'
import { useCounts } from '../documents/queries.ts'
import { hasRole, useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { ViewsChart } from '../ui/Chart.tsx'
import { counted } from '../ui/counted.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { callName } from '../ui/people.ts'
import { BucketBar } from './BucketBar.tsx'
import classes from './home.module.css'
import { Waiting } from './Waiting.tsx'

const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

export function HomePage() {
  const me = useMe()
  const editor = hasRole(me, 'editor')
  const [days, setDays] = useState('30')
  const dashboard = useQuery({
    queryKey: [...keys.dashboard, days],
    queryFn: () => call('GET /docs/dashboard', { query: { top_days: Number(days), recent_limit: 6, top_limit: 6 } }),
    placeholderData: (before) => before,
    staleTime: 30_000,
  })
  const data = dashboard.data
  const name = callName(me).split(/[\s@]/)[0]
  return (
    <Page title={`Good ${partOfDay()}, ${name}`} tab="Home">
      <ErrorNote error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      <Stack gap="lg">
        <div className={classes.totals}>
          {editor ? (
            <AllDocuments open={data?.totals.documents} />
          ) : (
            <Total label="Documents" value={data?.totals.documents} />
          )}
          <Total label={editor ? 'Public categories' : 'Categories'} value={data?.totals.categories} />
          <Total label="Views" value={data?.totals.views} />
        </div>
        {editor && <BucketBar />}
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: editor ? 7 : 12 }}>
            <Paper h="100%" p="lg">
              <Group justify="space-between" mb="md">
                <Title order={2}>Views</Title>
                <SegmentedControl size="xs" data={PERIODS} value={days} onChange={setDays} aria-label="Period" />
              </Group>
              {data ? <ViewsChart days={data.views_by_day} height={200} /> : <Skeleton h={200} />}
            </Paper>
          </Grid.Col>
          {editor && (
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Waiting />
            </Grid.Col>
          )}
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DocumentCard
              title="Recently changed"
              documents={data?.recent}
              editor={editor}
              aside={(document) => <Ago at={document.updated_at} />}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DocumentCard
              title="Most read"
              documents={data?.top}
              editor={editor}
              aside={(document) => (
                <Text fz="sm" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
                  {counted(document.views_in_period, 'view')}
                </Text>
              )}
            />
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  )
}

function partOfDay(hour = new Date().getHours()): string {
  return hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

/** AllDocuments counts every bucket; the dashboard itself counts only what everyone may read. */
function AllDocuments({ open }: { open: number | undefined }) {
  const { data: counts } = useCounts()
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Total
      label="Documents"
      value={all}
      note={open === undefined ? undefined : `${open.toLocaleString('en')} public`}
    />
  )
}

function Total({ label, value, note }: { label: string; value: number | undefined; note?: string | undefined }) {
  return (
    <Paper p="md">
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w={80} mt={6} />
      ) : (
        <Text fz={26} fw={650} className="tabular">
          {value.toLocaleString('en')}
        </Text>
      )}
      {note && (
        <Text fz="sm" c="dimmed" className="tabular">
          {note}
        </Text>
      )}
    </Paper>
  )
}

type CardProps<T extends DocumentListOut> = {
  title: string
  documents: T[] | undefined
  editor: boolean
  aside: (document: T) => React.ReactNode
}

function DocumentCard<T extends DocumentListOut>({ title, documents, editor, aside }: CardProps<T>) {
  return (
    <Paper h="100%" p="lg">
      <Title order={2} mb="sm">
        {title}
      </Title>
      {!documents && <Skeleton h={140} />}
      {documents?.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing yet.
        </Text>
      )}
      <Stack gap={2} component="ul" className={classes.list}>
        {documents?.map((document) => (
          <li key={document.id}>
            <Group justify="space-between" wrap="nowrap" gap="md" className={classes.row}>
              <Box style={{ minWidth: 0 }}>
                {editor ? (
                  <Link to="/documents/$id" params={{ id: String(document.id) }} className={classes.link}>
                    {document.title}
                  </Link>
                ) : (
                  <a href={`/read/${encodeURIComponent(document.slug)}`} className={classes.link}>
                    {document.title}
                  </a>
                )}
              </Box>
              {aside(document)}
            </Group>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}
