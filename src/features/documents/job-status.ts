// The state of jobs as StatusOut shows it, their place in the queue included. Reads jobs; changes none.

import type { Db } from '#engine/db/db.ts'
import { orderOf } from '#engine/queue/order.ts'
import { stamp, stampOrNull } from '#time.ts'
import type { StatusOut } from './job-status-schemas.ts'
import { countOpen, findJobs, findNewestJobs } from './job-status-store.ts'

type Selection = { jobIds: readonly number[] } | { documentIds: readonly number[] }

/** findJobStatuses returns the statuses of these jobs, or of the newest job of each of these documents; absent ones are left out. */
export async function findJobStatuses(db: Db, selection: Selection): Promise<StatusOut[]> {
  const query = db.read
  const ids = 'jobIds' in selection ? selection.jobIds : await findNewestJobs(query, selection.documentIds)
  if (ids.length === 0) return []
  const rows = await findJobs(query, ids)
  const iterationIds = rows.flatMap((row) => (row.iteration_id === null ? [] : [row.iteration_id]))
  const open = await countOpen(query, iterationIds)
  const places = await orderOf(db).findPlaces(rows.filter((row) => row.status === 'queued'))
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
    queue_position: places.get(row.id) ?? null,
    created_at: stamp(row.created_at),
    started_at: stampOrNull(row.started_at),
    finished_at: stampOrNull(row.finished_at),
    updated_at: stamp(row.updated_at),
  }))
}
