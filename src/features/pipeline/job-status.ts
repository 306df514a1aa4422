// Builds StatusOut of jobs, queue position included. Read-only.

import type { Deps } from '#deps.ts'
import { findPositions } from '#engine/queue/positions.ts'
import type { StatusOut } from '#features/documents/job-status-schemas.ts'
import { stamp, stampOrNull } from '#time.ts'
import { countOpen, findJobs, findNewestJobs } from './job-status-store.ts'

/** Skips jobs that don't exist. */
export async function findJobStatuses({ db }: Pick<Deps, 'db'>, jobIds: readonly number[]): Promise<StatusOut[]> {
  if (jobIds.length === 0) return []
  const rows = await findJobs(db.read, jobIds)
  const iterationIds = rows.flatMap((row) => (row.iteration_id === null ? [] : [row.iteration_id]))
  const open = await countOpen(db.read, iterationIds)
  const positions = await findPositions(
    db.read,
    rows.filter((row) => row.status === 'queued'),
  )
  return rows.map((row) => ({
    job_id: row.id,
    document_id: row.document_id,
    iteration_id: row.iteration_id,
    status: row.status,
    step: row.step,
    progress: row.progress,
    attempts: row.attempts,
    error: row.error,
    open_questions: open.questions.get(row.iteration_id ?? 0) ?? 0,
    open_actions: open.actions.get(row.iteration_id ?? 0) ?? 0,
    open_held: open.held.get(row.iteration_id ?? 0) ?? 0,
    queue_position: positions.get(row.id) ?? null,
    created_at: stamp(row.created_at),
    started_at: stampOrNull(row.started_at),
    finished_at: stampOrNull(row.finished_at),
    updated_at: stamp(row.updated_at),
  }))
}

/** The newest job's status by document. */
export async function findNewestStatuses(
  deps: Pick<Deps, 'db'>,
  documentIds: readonly number[],
): Promise<Map<number, StatusOut>> {
  const statuses = await findJobStatuses(deps, await findNewestJobs(deps.db.read, documentIds))
  return new Map(statuses.map((status) => [status.document_id, status]))
}
