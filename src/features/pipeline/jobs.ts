// Jobs as people see them: status, detail, history, the backlog, and cancelling one.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { sourcesOf } from '#drafting/source.ts'
import type { Query } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { categoryExists } from '#features/categories/reading.ts'
import { readableBy } from '#features/documents/access/access.ts'
import type { StatusOut } from '#features/documents/job-status-schemas.ts'
import { findBacklog } from './backlog-store.ts'
import { readPlanning } from './content.ts'
import { findDraft, findPrevious } from './drafts.ts'
import { providedInputs } from './inputs.ts'
import { findJobStatuses } from './job-status.ts'
import { findActions, findQuestions } from './points-store.ts'
import { presentBacklogDoc, presentEvent, presentIteration } from './present.ts'
import type { BacklogDocOut, DrafterOut, EventOut, JobDetailOut, SourceOut } from './schemas.ts'
import * as store from './store.ts'
import { transition } from './transitions.ts'

export async function getStatus(deps: Pick<Deps, 'db'>, actor: Actor, jobId: number): Promise<StatusOut> {
  await requireJob(deps.db.read, actor, jobId)
  const [status] = await findJobStatuses(deps, [jobId])
  if (!status) throw notFound('Job')
  return status
}

/** Nobody learns of jobs of documents that they may not see. */
export async function requireJob(query: Query, actor: Actor, id: number): Promise<void> {
  if (!(await store.isSeenJob(query, actor, id))) throw notFound('Job')
}

export async function getJob(deps: Pick<Deps, 'db'>, actor: Actor, jobId: number): Promise<JobDetailOut> {
  const { read } = deps.db
  const [status, job] = [await getStatus(deps, actor, jobId), await store.findJob(read, jobId)]
  if (!job) throw notFound('Job')
  const iterations = await store.findIterationsOfJob(read, jobId)
  const ids = iterations.map(({ id }) => id)
  const [questions, actions] = [await findQuestions(read, ids), await findActions(read, ids)]
  return {
    ...status,
    document: { id: job.document_id, slug: job.slug, title: job.title, published: job.published === 1 },
    parent_job_id: job.parent_job_id,
    priority: job.priority,
    created_by: presentPerson(job.created_by, job.creator_name),
    iterations: await Promise.all(
      iterations.map(async (row) => {
        const [draft, previous] = [await findDraft(read, row), await findPrevious(read, row)]
        return presentIteration({ ...row, draft, previous }, questions, actions)
      }),
    ),
  }
}

export async function listEvents(deps: Pick<Deps, 'db'>, actor: Actor, jobId: number): Promise<EventOut[]> {
  await requireJob(deps.db.read, actor, jobId)
  return (await store.findEvents(deps.db.read, jobId)).map(presentEvent)
}

/** The sources of an iteration's ledger; a separate endpoint because they may be megabytes. */
export async function listSources(deps: Pick<Deps, 'db'>, actor: Actor, iterationId: number): Promise<SourceOut[]> {
  const row = await store.findSeenIteration(deps.db.read, actor, iterationId)
  if (!row) throw notFound('Iteration')
  const planning = readPlanning(row)
  const previous = await findPrevious(deps.db.read, row)
  return sourcesOf(providedInputs(row, planning, previous), planning.language ?? 'en')
    .flat()
    .map(({ key, kind, title, text }) => ({ key, kind: kind as SourceOut['kind'], title, text }))
}

export const describeDrafter = ({ llmProvider, llmModel }: Deps['config']): DrafterOut =>
  llmProvider === '' ? { kind: 'builtin', model: null } : { kind: 'model', model: llmModel }

export async function listBacklog(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  categoryId: number | undefined,
): Promise<BacklogDocOut[]> {
  if (categoryId !== undefined && !(await categoryExists(db.read, actor, categoryId))) throw notFound('Category')
  return (await findBacklog(db.read, readableBy(actor), categoryId)).map(presentBacklogDoc)
}

/** Raises the fence, so that a worker busy with the job can't write any more. */
export async function cancel(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, jobId: number): Promise<StatusOut> {
  await deps.db.inTransaction(async (tx) => {
    await requireJob(tx, actor, jobId)
    const now = deps.clock.now()
    const [cancelled] = await transition(deps, tx, 'cancelled', { jobId, actor }, now)
    if (!cancelled) {
      const status = await store.findJobStatus(tx, jobId)
      throw status === undefined ? notFound('Job') : conflict(`Job ${jobId} is ${status} and can't be cancelled`)
    }
    await recordAudit(tx, actor, 'job.cancelled', `job:${jobId}`, { document_id: cancelled.documentId }, now)
  })
  return getStatus(deps, actor, jobId)
}
