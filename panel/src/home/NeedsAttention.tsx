// What needs attention: unsaved changes, inbox, proposals, stale blocks, drafts, questions, failed jobs.

import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconEye,
  IconGitPullRequest,
  IconHelpCircle,
  IconInbox,
  IconMoodSmile,
  IconPencil,
  IconQuote,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatusOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { localCopyTitle } from '../documents/saving/fields.ts'
import { useInboxCount } from '../inbox/queries.ts'
import { openPoints } from '../pipeline/JobState.tsx'
import { useWaitingJobs } from '../pipeline/waiting.ts'
import { useProposals } from '../proposals/queries.ts'
import { useMe } from '../session/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useLocalCopyIds } from '../ui/localCopies.ts'
import classes from './attention.module.css'

const SHOWN = 6

/** Others' changes that wait for review; jobs' drafts are listed separately. */
function useProposedCount(): number | undefined {
  const me = useMe()
  return useProposals('waiting', undefined).data?.filter(
    ({ author, state, iteration_id }) => author?.id !== me.id && state !== 'draft' && iteration_id === null,
  ).length
}

/** Blocks that need a review. */
const useStaleCount = () =>
  useQuery({
    queryKey: [...keys.stale, 'count'],
    queryFn: async () => (await call('GET /api/admin/docs/stale', { query: { limit: 1 } })).total,
  })

export function NeedsAttention() {
  const { data: items } = useWaitingJobs()
  const drafts = useLocalCopyIds('draft')
  const unsaved = [...useLocalCopyIds('document')].map((id) => ({ id, title: localCopyTitle(id) }))
  const { data: stale } = useStaleCount()
  const { data: entries } = useInboxCount()
  const proposed = useProposedCount()
  const isKnown = items && entries !== undefined && proposed !== undefined
  const left = SHOWN - Math.min(unsaved.length, SHOWN)
  return (
    <Paper h="100%" p="lg">
      <Title order={2} mb="sm">
        Needs your attention
      </Title>
      {!isKnown && <Skeleton h={140} />}
      {isKnown && items.length + entries + proposed + unsaved.length === 0 && !stale && (
        <EmptyState icon={IconMoodSmile} title="You're all caught up">
          Mentions, changes and drafts to review, open questions and failed jobs appear here.
        </EmptyState>
      )}
      {isKnown && (
        <Stack gap={4}>
          {unsaved.slice(0, SHOWN).map(({ id, title }) => (
            <Link key={`document ${id}`} to="/documents/$id" params={{ id: String(id) }} className={classes.item}>
              <IconPencil size={20} stroke={1.7} color="#c98a12" aria-hidden style={{ flex: 'none' }} />
              <Words title={title} reason="Unsaved changes" />
            </Link>
          ))}
          {entries > 0 && (
            <Link to="/inbox" className={classes.item}>
              <IconInbox size={20} stroke={1.7} color="#c98a12" aria-hidden style={{ flex: 'none' }} />
              <Words title="Inbox" reason={counted(entries, 'open entry', 'open entries')} />
            </Link>
          )}
          {proposed > 0 && (
            <Link to="/review" search={{ show: 'proposals' }} className={classes.item}>
              <IconGitPullRequest size={20} stroke={1.7} color="#c98a12" aria-hidden style={{ flex: 'none' }} />
              <Words title="Review" reason={`${counted(proposed, 'proposed change')} by others`} />
            </Link>
          )}
          {!!stale && (
            <Link to="/review" search={{ show: 'passages' }} className={classes.item}>
              <IconQuote size={20} stroke={1.7} color="#c98a12" aria-hidden style={{ flex: 'none' }} />
              <Words title="Needs a look" reason={`${counted(stale, 'passage')} whose sources changed or are due`} />
            </Link>
          )}
          {items.slice(0, left).map(({ id, title, job }) => (
            <Link key={id} to="/pipeline/jobs/$id" params={{ id: String(job.job_id) }} className={classes.item}>
              <Reason job={job} />
              <Words
                title={title}
                reason={`${reasonOf(job)}${drafts.has(job.iteration_id ?? 0) ? '; unsaved changes' : ''}`}
              />
            </Link>
          ))}
        </Stack>
      )}
      {items && items.length > left && (
        <Text fz="sm" mt="xs">
          <Link to="/pipeline">View all {items.length} in the pipeline</Link>
        </Text>
      )}
    </Paper>
  )
}

const Words = ({ title, reason }: { title: string; reason: string }) => (
  <div style={{ minWidth: 0 }}>
    <Text fz="sm" fw={550} truncate>
      {title}
    </Text>
    <Text fz="xs" c="dimmed" truncate>
      {reason}
    </Text>
  </div>
)

function Reason({ job }: { job: StatusOut }) {
  const Picture = job.status === 'failed' ? IconAlertTriangle : job.open_questions > 0 ? IconHelpCircle : IconEye
  const color =
    job.status === 'failed' ? 'var(--bucket-failed)' : job.open_questions > 0 ? '#c98a12' : 'var(--bucket-queued)'
  return <Picture size={20} stroke={1.7} color={color} aria-hidden style={{ flex: 'none' }} />
}

function reasonOf(job: StatusOut): string {
  if (job.status === 'failed') return job.error ?? 'The job failed'
  const open = openPoints(job)
  return open === '' ? 'A draft is ready for review' : `Draft in review: ${open}`
}
