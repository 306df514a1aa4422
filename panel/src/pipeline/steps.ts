// A job's progress, and when it is retried. Pure.

import type { EventOut, JobDetailOut, StatusOut } from 'galley-client/schema.ts'

export const STEPS = ['plan', 'extract', 'question', 'draft'] as const
const WAY: readonly string[] = [...STEPS, 'review']

export type StepState = 'done' | 'running' | 'failed' | 'cancelled' | 'waiting' | 'unreached' | 'yours'

export function stateOf(step: string, job: Pick<JobDetailOut, 'status' | 'step' | 'error' | 'iterations'>): StepState {
  const { status } = job
  if (status === 'approved' || status === 'superseded') return 'done'
  if (status === 'review') return step === 'review' ? 'yours' : 'done'
  // A job in review keeps its last step, so the draft shows how far it got.
  const isDrafted = status === 'cancelled' && job.iterations.at(-1)?.draft != null
  const now = isDrafted ? WAY.length - 1 : WAY.indexOf(job.step ?? 'plan')
  const at = WAY.indexOf(step)
  if (at < now) return 'done'
  if (status === 'queued') return 'waiting'
  if (status === 'failed' || status === 'cancelled') return at > now ? 'unreached' : status
  return at > now ? 'waiting' : 'running'
}

/** A step failed and will be retried; the next worker clears the error. */
export const isRetrying = ({ status, error }: Pick<StatusOut, 'status' | 'error'>): boolean =>
  status === 'queued' && error !== null

/** The time of the next attempt, from the job's history. */
export function retryAt(job: Pick<StatusOut, 'status' | 'error'>, events: EventOut[]): number | undefined {
  const last = events.findLast(({ kind }) => kind === 'job.retrying')
  if (!isRetrying(job) || !last) return undefined
  return Date.parse(last.created_at) + Number(last.data.in_seconds) * 1000
}
