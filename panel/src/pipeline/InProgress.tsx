// Active jobs in three columns: in review, drafting, queued.

import { Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StatusOut } from 'galley-client/schema.ts'
import { type DocumentRow, useBucket } from '../api/documentLists.ts'
import { Ago } from '../ui/Ago.tsx'
import { JobState } from './JobState.tsx'
import classes from './job/job.module.css'
import { NoWorker } from './NoWorker.tsx'

const SHOWN = 8

export function InProgress() {
  const working = useBucket('processing', { q: '', page: 1 })
  const queued = useBucket('queued', { q: '', page: 1 })
  const jobs = (working.data?.items ?? []).filter(hasJob)
  // Only the first job waits for a worker, so its waiting time shows whether there is one.
  const next = queued.data?.items.find(({ job }) => job?.queue_position === 1)
  return (
    <>
      {next?.job && <NoWorker since={next.job.updated_at} />}
      <SimpleGrid cols={{ base: 1, md: 3 }} mb="xl">
        <Column
          title="In review"
          rows={working.data && jobs.filter(({ job }) => job.status === 'review')}
          empty="No drafts to review."
        />
        <Column
          title="Drafting"
          rows={working.data && jobs.filter(({ job }) => job.status !== 'review')}
          empty="Nothing is being drafted."
        />
        <Column
          title="Queued"
          rows={queued.data?.items.filter(hasJob)}
          total={queued.data?.total}
          empty="The queue is empty."
        />
      </SimpleGrid>
    </>
  )
}

type WithJob = DocumentRow & { job: StatusOut }
const hasJob = (row: DocumentRow): row is WithJob => row.job !== null && row.job !== undefined

function Column({
  title,
  rows,
  total,
  empty,
}: {
  title: string
  rows: WithJob[] | undefined
  total?: number | undefined
  empty: string
}) {
  const count = total ?? rows?.length
  return (
    <Paper p="md">
      <Title order={2} fz="md" mb="sm">
        {title}{' '}
        <Text span c="dimmed" fw={500} className="tabular">
          {count ?? ''}
        </Text>
      </Title>
      {!rows && <Skeleton h={90} />}
      {rows?.length === 0 && (
        <Text fz="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <Stack gap="xs">
        {rows?.slice(0, SHOWN).map((row) => (
          <div key={row.id} className={classes.point}>
            <Link to="/pipeline/jobs/$id" params={{ id: String(row.job.job_id) }} className="visually-plain">
              <Text fz="sm" fw={550} lineClamp={2}>
                {row.title}
              </Text>
            </Link>
            <JobState job={row.job} />
            <div>
              <Ago at={row.job.updated_at} small />
            </div>
          </div>
        ))}
        {count !== undefined && count > SHOWN && (
          <Text fz="sm" c="dimmed">
            and {count - SHOWN} more
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
