// One import: progress, preview with options, result.

import { Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ImportOut } from 'galley-client/schema.ts'
import { useEffect } from 'react'
import { isStatus } from '../api/errors.ts'
import { refreshDocuments } from '../api/queries.ts'
import { refreshCategories } from '../categories/queries.ts'
import { Needs } from '../session/Needs.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { Page } from '../ui/Page.tsx'
import { isUnderWay, useImport, useStop } from './importQueries.ts'
import { Done, Stopped } from './Outcome.tsx'
import { Report } from './Report.tsx'
import { Undone } from './Undo.tsx'
import { percent, STATES } from './words.ts'

// Lazy, because it brings fields that most of these pages never show.
const Preview = lazily(() => import('./Preview.tsx'), 'Preview')

const route = getRouteApi('/documents/import/$id')

export const ImportDetail = () => (
  <Needs least="editor">
    <OneImport />
  </Needs>
)

function OneImport() {
  const id = Number(route.useParams().id)
  const found = useImport(id)
  const state = found.data?.state
  // The import changes every list, also without a stream.
  useEffect(() => {
    if (state === 'done' || state === 'undone') {
      refreshDocuments()
      refreshCategories()
    }
  }, [state])
  if (isStatus(found.error, 404)) return <NotFound />
  const row = found.data
  return (
    <Page
      title={row?.name ?? 'Import'}
      hint={row && STATES[row.state]}
      actions={
        <Button renderRoot={(props) => <Link {...props} to="/documents/import" />} variant="default">
          All imports
        </Button>
      }
    >
      <ErrorNote error={found.error} title="Couldn't load the import" onRetry={() => void found.refetch()} />
      {!row && !found.error && <Skeleton h={240} />}
      {row && (
        <Stack>
          <Situation row={row} />
          {row.report && row.state !== 'failed' && !isUnderWay(row.state) && (
            <Report report={row.report} isDone={row.state !== 'ready'} />
          )}
        </Stack>
      )}
    </Page>
  )
}

function Situation({ row }: { row: ImportOut }) {
  // With new options, the import is read again.
  if (row.report && ['reading', 'ready', 'failed'].includes(row.state)) return <Preview row={row} />
  if (isUnderWay(row.state)) return <UnderWay row={row} />
  if (row.state === 'done') return <Done row={row} />
  if (row.undone) return <Undone undone={row.undone} />
  return <Stopped row={row} />
}

const DOING = { reading: 'Reading', importing: 'Importing', undoing: 'Undoing' } as Record<string, string>

function UnderWay({ row: { id, state, waiting, pages_done, pages_total } }: { row: ImportOut }) {
  const stop = useStop(id)
  const done = percent(pages_done, pages_total)
  return (
    <Paper p="lg">
      <Text fz="sm" mb="xs" role="status" className="tabular">
        {waiting
          ? 'Waiting for a worker. The page “Processes” shows whether one is running.'
          : pages_total === 0
            ? `${DOING[state]}…`
            : `${DOING[state]}: ${pages_done.toLocaleString('en')} of ${pages_total.toLocaleString('en')} pages`}
      </Text>
      <Progress value={waiting ? 0 : Math.max(done, 3)} animated={!waiting} aria-label={DOING[state]!} />
      <Group mt="xs" justify="space-between">
        <Text fz="sm" c="dimmed">
          You can leave this page. It goes on without you.
        </Text>
        <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      </Group>
    </Paper>
  )
}
