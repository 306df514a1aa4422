// Queues documents: one, a list, or a category's backlog. Job, iteration, bucket and event are one transaction; if several
// callers enqueue the same document, a unique index lets one win.

import { safeUrl } from 'galley-blocks/urls.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Material, Rewording } from '#drafting/contract.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Tx } from '#engine/db/db.ts'
import { findActiveJobs } from '#engine/queue/decisions.ts'
import { conflict, invalid, invalidValue, notFound } from '#errors.ts'
import { categoryExists } from '#features/categories/reading.ts'
import { readableBy } from '#features/documents/access/access.ts'
import { type DocumentText, findTexts, keepDocuments } from '#features/documents/writing/drafts/drafts.ts'
import { type Issue, valueError } from '#issues.ts'
import { findBacklogIds, listReadable } from './backlog-store.ts'
import { firstInputs } from './content.ts'
import {
  DEFAULT_PRIORITY,
  type EnqueueIn,
  type EnqueueManyIn,
  type EnqueueManyOut,
  type EnqueueOut,
} from './schemas.ts'
import { type NewJob, transition } from './transitions.ts'

type EnqueueDeps = Pick<Deps, 'db' | 'clock'>
type DraftRequest = {
  notes: string
  instructions: string
  material: Material[]
  priority: number
  rewordings?: Rewording[]
}

/** `rewordings` are the new texts of sources that blocks quote. */
export async function enqueue(
  deps: EnqueueDeps,
  actor: Actor,
  body: EnqueueIn,
  rewordings: Rewording[] = [],
): Promise<EnqueueOut> {
  const order = {
    notes: body.notes ?? '',
    instructions: body.instructions ?? '',
    material: checkMaterial(body.material ?? []),
    priority: body.priority ?? DEFAULT_PRIORITY,
    rewordings,
  }
  return deps.db.inTransaction(async (tx) => {
    // Lock order: the document's name, then jobs, then its row, as when a document is deleted (documents/editing/service.ts).
    await deps.db.dialect.lock(tx, `document:${body.document_id}`)
    const { enqueued, active, missing } = await enqueueDocuments(deps, tx, actor, [body.document_id], order)
    if (missing.length > 0) throw notFound('Document')
    const [standing] = active
    if (standing) throw conflict(`Document ${standing.documentId} already has job ${standing.jobId} under way`)
    return enqueued[0]!
  })
}

export async function enqueueMany(deps: EnqueueDeps, actor: Actor, body: EnqueueManyIn): Promise<EnqueueManyOut> {
  // In its own transaction, so that a repeat with the same Idempotency-Key gets the same documents.
  const ids = await deps.db.inTransaction((tx) => chooseDocuments(tx, actor, body))
  const { notes, instructions } = body
  const order = {
    notes: notes ?? '',
    instructions: instructions ?? '',
    material: [],
    priority: body.priority ?? DEFAULT_PRIORITY,
  }
  const out: EnqueueManyOut = { enqueued: [], skipped: [] }
  const once = new Set<number>()
  for (const id of ids) {
    if (once.has(id)) out.skipped.push({ document_id: id, reason: 'duplicate' })
    once.add(id)
  }
  // Each batch commits by itself, so that a long list doesn't block other writers; finished batches stay.
  for (const batch of batchesOf([...once])) {
    const done = await deps.db.inTransaction((tx) => enqueueDocuments(deps, tx, actor, batch, order))
    out.enqueued.push(...done.enqueued)
    out.skipped.push(...done.missing.map((id) => ({ document_id: id, reason: 'not_found' as const })))
    out.skipped.push(
      ...done.active.map(({ documentId }) => ({ document_id: documentId, reason: 'active_job' as const })),
    )
  }
  return out
}

async function chooseDocuments(tx: Tx, actor: Actor, body: EnqueueManyIn): Promise<number[]> {
  const { document_ids: ids, category_id: categoryId } = body
  const given = [ids, categoryId].filter((value) => value !== undefined && value !== null).length
  if (given !== 1) throw invalidValue(['body'], 'give either document_ids or category_id', body)
  if (ids) return ids
  if (!(await categoryExists(tx, actor, categoryId!)))
    throw invalidValue(['body', 'category_id'], 'there is no such category', categoryId)
  return findBacklogIds(tx, readableBy(actor), categoryId!)
}

type EnqueueOutcome = { enqueued: EnqueueOut[]; active: { documentId: number; jobId: number }[]; missing: number[] }

async function enqueueDocuments(
  deps: EnqueueDeps,
  tx: Tx,
  actor: Actor,
  ids: number[],
  order: DraftRequest,
): Promise<EnqueueOutcome> {
  const { db, clock } = deps
  // Larger ids than the database can hold belong to no document.
  const possible = ids.filter(Number.isSafeInteger)
  // Serialised: two lists with the same documents in another order would deadlock.
  if (possible.length > 1) await db.dialect.lock(tx, 'enqueue many')
  // Prevents deletion of a document between this check and the insert.
  await keepDocuments(deps, tx, possible)
  const documents = await findTexts(tx, await listReadable(tx, readableBy(actor), possible))
  const byId = new Map(documents.map((document) => [document.id, document]))
  const wanted = firstDrafts(
    ids.flatMap((id) => byId.get(id) ?? []),
    order,
  )
  const started = await transition(deps, tx, 'enqueued', { actor, jobs: wanted }, clock.now())
  const queued = new Set(started.map(({ documentId }) => documentId))
  const standing = await findActiveJobs(
    tx,
    [...byId.keys()].filter((id) => !queued.has(id)),
  )
  return {
    enqueued: started.map(({ jobId, iterationId, documentId }) => ({
      job_id: jobId,
      iteration_id: iterationId,
      document_id: documentId,
      status: 'queued',
      bucket: 'queued',
    })),
    active: ids.filter((id) => standing.has(id)).map((id) => ({ documentId: id, jobId: standing.get(id)! })),
    missing: ids.filter((id) => !byId.has(id)),
  }
}

function firstDrafts(documents: DocumentText[], order: DraftRequest): NewJob[] {
  const { notes, instructions, material, priority, rewordings = [] } = order
  const inputs = { ...firstInputs(notes, instructions), ...(rewordings.length > 0 && { rewordings }) }
  const given = {
    number: 1,
    notes,
    instructions,
    material: JSON.stringify(material),
    planning: JSON.stringify({ inputs }),
  }
  return documents.map((document) => ({
    documentId: document.id,
    priority,
    iteration: { ...given, base_version: document.version, base_id: document.published_id },
  }))
}

function checkMaterial(material: NonNullable<EnqueueIn['material']>): Material[] {
  const issues: Issue[] = []
  const checked = material.map(({ title, text, url }, index) => {
    const safe = url ? safeUrl(url) : undefined
    if (url && safe === undefined) {
      const sentence = 'the address must be http, https, mailto or a path on this site'
      issues.push(valueError(['body', 'material', index, 'url'], sentence, url))
    }
    return { title: title === '' ? `Material ${index + 1}` : title, text, ...(safe ? { url: safe } : {}) }
  })
  if (issues.length > 0) throw invalid(issues)
  return checked
}
