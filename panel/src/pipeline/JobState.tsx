// A job's state in one line: queue position, retry, current step, or open points.

import { Anchor, Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StatusOut } from 'galley-client/schema.ts'
import { counted } from '../counted.ts'
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

/** What a person still has to look at. */
export function openPoints({ open_questions, open_actions, open_held }: StatusOut): string {
  const todo = open_actions - open_held
  const parts = [
    open_questions > 0 && counted(open_questions, 'question'),
    todo > 0 && counted(todo, 'action'),
    open_held > 0 && counted(open_held, 'left-out sentence'),
  ]
  return parts.filter(Boolean).join(', ')
}

export function jobLabel(job: StatusOut): string {
  if (isRetrying(job)) return 'retrying soon'
  if (job.status === 'queued') return job.queue_position ? `queued, position ${job.queue_position}` : 'queued'
  if (job.status === 'processing') return STEP_NAMES[job.step ?? ''] ?? 'starting'
  if (job.status === 'review') {
    const open = openPoints(job)
    return open === '' ? 'in review' : `in review: ${open}`
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
