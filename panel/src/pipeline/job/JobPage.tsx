// A job, live: steps, review, decision.

import { Anchor, Box, Breadcrumbs, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { isStatus } from '../../api/errors.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { Needs } from '../../session/Needs.tsx'
import { useTitle } from '../../ui/brand.ts'
import { Dot } from '../../ui/Dot.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { isId, missingTitle, NotFound } from '../../ui/NotFound.tsx'
import { useOwnDraft } from '../draft/ownDraft.ts'
import { jobLabel } from '../JobState.tsx'
import { useJob, useLiveEvents } from '../queries.ts'
import { JobActions } from './JobActions.tsx'
import { JobSteps } from './JobSteps.tsx'
import classes from './job.module.css'

const DraftReview = lazily(
  () => import('./DraftReview.tsx'),
  'DraftReview',
  () => <Skeleton h={320} />,
)
const EventList = lazily(() => import('./EventList.tsx'), 'EventList')
const JobChain = lazily(() => import('./JobChain.tsx'), 'JobChain')
const NoWorker = lazily(() => import('../NoWorker.tsx'), 'NoWorker')
const route = getRouteApi('/pipeline/jobs/$id')

export function JobPage() {
  const id = Number(route.useParams().id)
  if (!isId(id)) return <NotFound thing="job" />
  return (
    <Needs least="editor">
      {/* Keyed by job (and below by iteration), so that input for one never appears in another. */}
      <Job key={id} id={id} />
    </Needs>
  )
}

function Job({ id }: { id: number }) {
  const job = useJob(id)
  const live = useLiveEvents(id)
  const missing = isStatus(job.error, 404)
  const title = job.data ? `${jobLabel(job.data)}: ${job.data.document.title}` : missing ? missingTitle('job') : 'Job'
  useTitle(title)
  if (missing) return <NotFound thing="job" />
  if (!job.data) {
    return job.error ? (
      <>
        <h1 className="visually-hidden">This job couldn't be loaded</h1>
        <ErrorNote error={job.error} onRetry={() => void job.refetch()} />
      </>
    ) : (
      <Stack maw={1240} mx="auto" w="100%" role="status" aria-label="Loading the job">
        <Skeleton h={32} w="50%" />
        <Skeleton h={90} />
        <Skeleton h={320} />
      </Stack>
    )
  }
  // Every job has an iteration.
  const iteration = job.data.iterations.at(-1)
  return iteration && <Drawn key={iteration.id} job={job.data} iteration={iteration} live={live} />
}

type DrawnProps = { job: JobDetailOut; iteration: IterationOut; live: ReturnType<typeof useLiveEvents> }

function Drawn({ job, iteration, live }: DrawnProps) {
  const own = useOwnDraft(job.job_id, iteration, useRef<EditorHandle>(null))
  // Once there is a draft it comes first, and the steps below it.
  const isDrafted = ['review', 'approved', 'superseded'].includes(job.status)
  const steps = <JobSteps job={job} events={live.events} stream={live.state} usage={iteration.usage} />
  return (
    <Box className={classes.page}>
      <Head job={job} actions={<JobActions job={job} iteration={iteration} own={own} />} />
      {job.status === 'queued' && <NoWorker since={job.updated_at} />}
      {!isDrafted && steps}
      <DraftReview job={job} iteration={iteration} own={own} />
      <aside aria-label="About this job" className={classes.about}>
        {isDrafted && steps}
        <JobChain job={job} />
        <EventList events={live.events} />
      </aside>
    </Box>
  )
}

function Head({ job, actions }: { job: JobDetailOut; actions: ReactNode }) {
  const state = useRef<HTMLDivElement>(null)
  const before = useRef(job.status)
  useEffect(() => {
    if (before.current === job.status) return
    before.current = job.status
    // A decision removes its button and with it the focus.
    if (document.activeElement === document.body) state.current?.focus({ preventScroll: true })
  }, [job.status])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} style={{ minWidth: 0 }}>
        <Breadcrumbs separator="›">
          <Anchor fz="sm" renderRoot={(props) => <Link {...props} to="/pipeline" />}>
            Pipeline
          </Anchor>
          <Text fz="sm" c="dimmed">
            Job {job.job_id}
          </Text>
        </Breadcrumbs>
        <Title order={1}>
          <Link to="/documents/$id" params={{ id: String(job.document_id) }} className="visually-plain">
            {job.document.title}
          </Link>
        </Title>
        <div ref={state} tabIndex={-1} style={{ width: 'fit-content' }}>
          <Dot state={job.status} label={jobLabel(job)} />
        </div>
      </Stack>
      {actions}
    </Group>
  )
}
