// The home page: totals, buckets, views, and what needs attention.

import { Grid, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { callName } from '../people/people.ts'
import { hasRole, useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { ViewsChart } from '../ui/Chart.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { BucketBar } from './BucketBar.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { Totals } from './Totals.tsx'

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
  // The dashboard is public; editors want their latest edits, drafts included.
  const edited = useQuery({
    queryKey: [...keys.dashboard, 'edited'],
    queryFn: () => call('GET /api/admin/docs/', { query: { sort: 'edited', limit: 6 } }),
    enabled: editor,
  })
  const data = dashboard.data
  const name = callName(me).split(/[\s@]/)[0]
  return (
    <Page title={`Good ${partOfDay()}, ${name}`} tab="Home">
      <ErrorNote error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      <Stack gap="lg">
        <Totals totals={data?.totals} editor={editor} />
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
              <NeedsAttention />
            </Grid.Col>
          )}
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DocumentCard
              title="Recently updated"
              documents={editor ? edited.data : data?.recent}
              editor={editor}
              aside={(document) => <Ago at={document.edited_at ?? document.updated_at} />}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <DocumentCard
              title="Most viewed"
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

/** There is no "good night": the small hours belong to the evening. */
function partOfDay(hour = new Date().getHours()): string {
  return hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
