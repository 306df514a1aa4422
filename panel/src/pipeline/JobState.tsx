// A job's state in a line: its queue position or why it is retried, the step and progress while it runs, what is open in review.

import { Anchor, Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StatusOut } from 'galley-client/schema.ts'
import { Dot } from '../ui/Dot.tsx'
import { isRetrying } from './steps.ts'

const STEP_NAMES: Record<string, string> = {
  plan: 'planning',
  extract: 'gathering',
  question: 'asking',
  draft: 'drafting',
}

const ACTIVE: StatusOut['status'][] = ['queued', 'processing', 'review']
export const isActive = (job: StatusOut): boolean => ACTIVE.includes(job.status)

export function jobLabel(job: StatusOut): string {
  if (isRetrying(job)) return 'retrying soon'
  if (job.status === 'queued') return job.queue_position ? `queued, position ${job.queue_position}` : 'queued'
  if (job.status === 'processing') return STEP_NAMES[job.step ?? ''] ?? 'starting'
  if (job.status === 'review') {
    const open = job.open_questions + job.open_actions
    return open > 0 ? `in review, ${open} open` : 'in review'
  }
  return job.status
}

export function JobState({ job }: { job: StatusOut }) {
  const line = (
    <Anchor
      c="inherit"
      underline="hover"
      renderRoot={(props) => <Link {...props} to="/pipeline/jobs/$id" params={{ id: String(job.job_id) }} />}
    >
      <Dot state={job.status} label={jobLabel(job)} />
    </Anchor>
  )
  if (job.error && (job.status === 'failed' || isRetrying(job))) {
    return (
      <div title={job.error}>
        {line}
        <Text fz="xs" c="dimmed" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
          {job.error}
        </Text>
      </div>
    )
  }
  if (job.status !== 'processing') return line
  return (
    <Group gap={4} style={{ flexDirection: 'column', alignItems: 'stretch' }}>
      {line}
      <Progress value={job.progress * 100} size={4} color="violet" aria-label="Progress" />
    </Group>
  )
}
