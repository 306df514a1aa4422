// Deleting documents, and the trash. For some days a deleted document keeps its row, texts, rules and former slugs, hidden
// from all queries but those of this folder, and can be restored. Its jobs, views and preview links end at once. If its
// category is gone, it is restored without one, restricted.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, GalleyError, notFound, staleVersion } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { deletedDocumentRule } from '#features/categories/access.ts'
import { NO_ACCESS } from '#features/categories/access-list.ts'
import { startDeletion } from '#features/categories/deletions.ts'
import { holdAudience } from '#features/categories/service.ts'
import { evidenceDeleted, evidenceRestored } from '#features/evidence/keep.ts'
import { emit, emitPurged } from '#features/webhooks/emit.ts'
import { stamp } from '#time.ts'
import { isOpenTo } from '../access/access.ts'
import { writeAccess } from '../access/store.ts'
import type { DocumentJobs } from '../jobs.ts'
import { updateLinks } from '../links/links.ts'
import { type DocumentView, getSaved, withProposal } from '../reading/reading.ts'
import { type ProposalRef, proposeSave } from '../review/propose.ts'
import { reviewedFirst } from '../review/public-view.ts'
import { findDocumentRule } from '../review/rules-store.ts'
import { publish } from '../revisions/publish.ts'
import {
  deleteDrafts,
  findPublished,
  findSharedDraft,
  insertForm,
  type Revision,
  updateDraft,
  updateEvidence,
} from '../revisions/store.ts'
import type { TrashOut } from '../schemas.ts'
import { unindexDocument } from '../search/search.ts'
import { bucketOf } from '../writing/buckets.ts'
import { followAddition } from '../writing/consequences.ts'
import { claimSlug, keepFreeSlugs, makeFreeSlug } from '../writing/filing/addresses.ts'
import { findClaims } from '../writing/filing/addresses-store.ts'
import { audienceIn } from '../writing/filing/filing.ts'
import { isReviewedIn, isUnderReview } from '../writing/held-back.ts'
import { type Prepared, prepareContent } from '../writing/prepare/prepare.ts'
import { findForChange } from '../writing/store.ts'
import * as store from './trash-store.ts'

/** Settings say how long the trash is kept; `jobs` ends the document's jobs. */
export type DeletingDeps = Pick<Deps, 'db' | 'clock' | 'config'> & { jobs: DocumentJobs }
type TrashDeps = Pick<Deps, 'db' | 'clock'>

export const deleteDocument = (deps: DeletingDeps, actor: Actor, id: number): Promise<void> =>
  deps.db.inTransaction((tx) => removeDocument(deps, tx, actor, id))

/**
 * Lock order: the document's name, its jobs, its row. Enqueueing locks the name first too, so that no job appears meanwhile;
 * jobs are locked before their document everywhere, so the row comes last.
 */
export async function lockForRemoval({ db, jobs }: DeletingDeps, tx: Tx, id: number): Promise<void> {
  await db.dialect.lock(tx, `document:${id}`)
  await jobs.release(tx, id)
}

/**
 * Set if it is part of a larger deletion, was already approved, undoes an import (unpublished documents then need no
 * approval), or expects a version.
 */
type RemovalPart = { deletion?: number | undefined; isReviewed?: boolean; isTakenBack?: boolean; expected?: number }

/** Within the caller's transaction. */
export async function removeDocument(deps: DeletingDeps, tx: Tx, actor: Actor, id: number, part: RemovalPart = {}) {
  await lockForRemoval(deps, tx, id)
  const document = await findForChange(tx, deps.db.dialect.forRemoval, id)
  if (!document || !(await isOpenTo(tx, actor, document))) throw notFound('Document')
  const needsApproval = !part.isReviewed && !(part.isTakenBack && document.published === 0)
  if (needsApproval && (await isUnderReview(tx, document))) throw reviewedFirst(id, '"delete": true')
  const { expected = document.version } = part
  if (expected !== document.version) throw staleVersion(expected, document.version)
  const at = deps.clock.now()
  const text = (await findPublished(tx, id))!
  const evidence = await evidenceDeleted(deps.db.dialect, tx, id, at)
  if (evidence !== null) await updateEvidence(tx, text.id, evidence)
  await emit(tx, 'document.deleted', { documentId: id }, at)
  await unindexDocument(deps.db.dialect, tx, { ...document, blocks: text.blocks })
  if (deps.config.keepTrashDays === 0) await store.deleteRow(tx, id)
  else {
    await deleteDrafts(tx, id)
    await store.markDeleted(tx, id, part.deletion ?? (await startDeletion(tx, actor, at)))
  }
  await updateLinks(tx, id, { slugs: [document.slug] }, at)
  const detail = { slug: document.slug, title: document.title }
  await recordAudit(tx, actor, 'document.deleted', `document:${id}`, detail, at)
}

/** For a document under review, else undefined; asked again, it is the same proposal. */
export async function proposeRemoval({ db, clock }: Pick<Deps, 'db' | 'clock'>, tx: Tx, actor: Actor, id: number) {
  const document = await findForChange(tx, db.dialect.forUpdate, id)
  if (!document || !(await isUnderReview(tx, document))) return undefined
  const by = { actor, origin: 'import', at: clock.now() } as const
  return proposeSave(tx, document, { text: {}, action: { delete: true } }, by)
}

export async function listTrash(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<TrashOut[]> {
  return (await store.listDeleted(db.read, deletedDocumentRule(actor), page)).map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    category: row.category,
    category_gone: row.category_id !== null && row.category === null,
    visibility: row.visibility,
    deleted_by: presentPerson(row.deleted_by, row.deleted_by_name),
    deleted_at: stamp(row.deleted_at),
  }))
}

type RestoringDeps = TrashDeps & Pick<Deps, 'sandbox'>

export async function restoreDeleted(
  deps: RestoringDeps & { jobs: DocumentJobs },
  actor: Actor,
  id: number,
): Promise<DocumentView> {
  const restore = await prepareRestore(deps, actor, id)
  const restored = restore && (await deps.db.inTransaction(restore))
  if (!restored) throw notFound('Document')
  return withProposal(await getSaved(deps, actor, id, restored.version), restored.proposal)
}

/** Under review the document is restored unpublished, with a proposal to publish it. */
type RestoredDocument = { version: number; proposal: ProposalRef | undefined }

/**
 * Prepares outside the transaction, because a long text would block other writers on SQLite; undefined if the document isn't
 * in the trash.
 */
async function prepareRestore(
  deps: RestoringDeps,
  actor: Actor,
  id: number,
): Promise<((tx: Tx) => Promise<RestoredDocument | undefined>) | undefined> {
  const deleted = await store.findDeleted(deps.db.read, deletedDocumentRule(actor), id)
  const text = deleted && (await findPublished(deps.db.read, id))
  if (!text) return undefined
  const prepared = await prepareContent(JSON.parse(text.blocks) as Block[], { ...deps, actor })
  return async (tx) => {
    // Of two concurrent restores, the second waits here and then finds nothing.
    const row = await store.holdDeleted(tx, deps.db.dialect, id)
    if (!row) return undefined
    return bringBack(deps, tx, actor, row, text, prepared).catch((error: unknown) => {
      const isTaken = deps.db.dialect.uniqueViolation(error) === 'document_rows.slug'
      throw isTaken ? conflict(`The slug of document ${id} was just taken; try again`) : error
    })
  }
}

async function bringBack(
  deps: TrashDeps,
  tx: Tx,
  actor: Actor,
  deleted: store.DeletedRow,
  text: Revision,
  prepared: Prepared,
): Promise<RestoredDocument> {
  const { id, title } = deleted
  const cause = { actor, origin: 'restore', at: deps.clock.now() } as const
  const { at } = cause
  const { has_content } = prepared
  // Under review it is published again only after approval.
  const isWaiting = deleted.published === 1 && (await isReviewedDeleted(tx, deleted))
  const row = isWaiting ? { ...deleted, published: 0 as const, published_at: null } : deleted
  const version = row.version + 1
  const published_at = row.published_at ?? (has_content === 1 && row.published === 1 ? at : null)
  const after = {
    ...row,
    ...(await filingToRestore(deps, tx, actor, row)),
    version,
    has_content,
    bucket: bucketOf(has_content),
    updated_at: at,
    published_at,
    first_version: row.first_version || (published_at === null ? 0 : version),
  }
  await store.bringBack(tx, id, after)
  await insertForm(tx, id, prepared)
  const wording = { ...after, blocks: text.blocks }
  const restored = { wording, over: text, form: undefined }
  const published = await publish(tx, after, restored, { by: actor.userId, origin: 'restore', at })
  await restDraftOn(tx, id, text, published)
  await evidenceRestored(deps.db.dialect, tx, { id, ...prepared, at }, text.evidence)
  await keepFreeSlugs(tx, id)
  await followAddition(deps, tx, after, prepared, cause, true)
  await recordAudit(tx, actor, 'document.restored', `document:${id}`, { title }, at)
  const asked = { text: {}, action: { published: true } }
  return { version, proposal: isWaiting ? await proposeSave(tx, after, asked, cause) : undefined }
}

const isReviewedDeleted = async (tx: Tx, { id, category_id }: store.DeletedRow): Promise<boolean> =>
  (await findDocumentRule(tx, id))?.publishing === 'review' || (category_id !== null && isReviewedIn(tx, category_id))

/** Keeps the slug if it is free, and the category if it still exists. */
async function filingToRestore(deps: TrashDeps, tx: Tx, actor: Actor, row: store.DeletedRow) {
  const { id, title, published } = row
  const isTaken = (await findClaims(tx, row.slug)).holder !== null
  const slug = isTaken ? await makeFreeSlug(deps, tx, title) : await claimSlug(tx, row.slug)
  const isHomeless = row.category_id !== null && (await holdAudience(deps, tx, row.category_id)) === undefined
  // Its category may have hidden it even from people on its own list, so the list is cleared.
  if (isHomeless) await writeAccess(tx, id, NO_ACCESS)
  const category_id = isHomeless ? null : row.category_id
  const visibility = isHomeless ? ('restricted' as const) : row.visibility
  const audience = await audienceIn(deps, tx, actor, { visibility, category_id, published })
  return { slug, category_id, visibility, audience }
}

/** The draft's base was the deleted text, now the restored one, which is equal. */
async function restDraftOn(tx: Tx, documentId: number, deleted: Revision, restored: number): Promise<void> {
  const draft = await findSharedDraft(tx, documentId)
  if (draft?.base_id === deleted.id) await updateDraft(tx, draft.id, { base_id: restored })
}

/** Documents per transaction: on SQLite nobody else can write meanwhile. */
const RESTORED_AT_ONCE = 20

/** Restores what was deleted together and is still in the trash, skipping documents restored concurrently. */
export async function restoreTogether(given: RestoringDeps, actor: Actor, deletion: number): Promise<void> {
  const deps = whileEditor(given, actor)
  for (const ids of batchesOf(await store.listDeletedIn(deps.db.read, deletion), RESTORED_AT_ONCE)) {
    const restores = await Promise.all(ids.map((id) => prepareRestore(deps, actor, id)))
    const restoreThem = () =>
      deps.db.inTransaction(async (tx) => {
        for (const restore of restores) await restore?.(tx)
      })
    // A slug taken concurrently is noticed by the second attempt.
    await restoreThem().catch((error: unknown) => {
      if (!(error instanceof GalleyError) || error.status !== 409) throw error
      return restoreThem()
    })
  }
}

export const { countDeleted, releaseDeleted } = store

/** Removes a deleted document for good. */
export async function purgeDeleted({ db, clock }: TrashDeps, actor: Actor, id: number): Promise<void> {
  await db.inTransaction(async (tx) => {
    const row = await store.holdDeleted(tx, db.dialect, id)
    if (!row) throw notFound('Document')
    await store.deleteRow(tx, id)
    const { slug, title } = row
    await emitPurged(tx, row, clock.now())
    await recordAudit(tx, actor, 'document.purged', `document:${id}`, { slug, title }, clock.now())
  })
}
