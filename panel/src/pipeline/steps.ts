// How far a job is on its way, and when it goes on after a failure. Pure, for the page to draw.

import type { EventOut, JobDetailOut, StatusOut } from 'galley-client/schema.ts'

export const STEPS = ['plan', 'extract', 'question', 'draft'] as const
const WAY: readonly string[] = [...STEPS, 'review']

export type StepState = 'done' | 'running' | 'failed' | 'cancelled' | 'waiting' | 'unreached' | 'yours'

export function stateOf(step: string, job: Pick<JobDetailOut, 'status' | 'step' | 'error' | 'iterations'>): StepState {
  const { status } = job
  if (status === 'approved' || status === 'superseded') return 'done'
  if (status === 'review') return step === 'review' ? 'yours' : 'done'
  // A job keeps its last step when it comes to review: whether there is a draft shows how far it got.
  const isDrafted = status === 'cancelled' && job.iterations.at(-1)?.draft != null
  const now = isDrafted ? WAY.length - 1 : WAY.indexOf(job.step ?? 'plan')
  const at = WAY.indexOf(step)
  if (at < now) return 'done'
  if (status === 'queued') return 'waiting'
  if (status === 'failed' || status === 'cancelled') return at > now ? 'unreached' : status
  return at > now ? 'waiting' : 'running'
}

/** isRetrying: a step failed in a way that another attempt may fix. The worker that picks the job up again clears the error. */
export const isRetrying = ({ status, error }: Pick<StatusOut, 'status' | 'error'>): boolean =>
  status === 'queued' && error !== null

/** retryAt is when a job that waits for another try is tried again, as its history says. */
export function retryAt(job: Pick<StatusOut, 'status' | 'error'>, events: EventOut[]): number | undefined {
  const last = events.findLast(({ kind }) => kind === 'job.retrying')
  if (!isRetrying(job) || !last) return undefined
  return Date.parse(last.created_at) + Number(last.data.in_seconds) * 1000
}
