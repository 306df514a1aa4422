// The trash: a deleted document is kept for some days, with its content, its rules, its revisions and its former slugs, and can be
// brought back under the id that it had. Its jobs and views are gone. If its category is gone, it comes back restricted.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { holdAudience, withoutUnknownUsers } from '#features/categories/service.ts'
import { evidenceRestored } from '#features/evidence/keep.ts'
import { emitPurged } from '#features/webhooks/emit.ts'
import { stamp } from '#time.ts'
import { readAccess } from '../access/store.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type DocumentView, getSaved } from '../reading/reading.ts'
import type { TrashOut } from '../schemas.ts'
import { noteUses } from '../uploads/uploads.ts'
import { bringBackCopy, keptCopy } from '../working-copy/deleted.ts'
import { bringBackFormerSlugs } from '../writing/filing/addresses.ts'
import { type FormerSlug, findClaims, listFormerSlugs } from '../writing/filing/addresses-store.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { getContent, type StoredDocument } from '../writing/store.ts'
import { addDocument, keepRevision } from '../writing/write.ts'
import * as store from './trash-store.ts'

const NOBODY: AccessList = { roles: [], users: [] }

type TrashDeps = Pick<Deps, 'db' | 'clock'>

/** keepDeleted is part of the transaction that deletes the document: there is no moment in which it is in both or in neither. */
export async function keepDeleted(
  tx: Tx,
  document: StoredDocument,
  { actor, at: now, evidence }: { actor: Actor; at: number; evidence: string | null },
): Promise<void> {
  const { id, slug, title, summary, category_id, tags, visibility, position, author_id, created_at } = document
  const content = await getContent(tx, id)
  const access = JSON.stringify(await readAccess(tx, id))
  await store.insertTrash(tx, {
    document_id: id,
    slug,
    title,
    summary,
    category_id,
    tags,
    visibility,
    access,
    position,
    blocks: content.blocks,
    author_id,
    created_at,
    deleted_by: actor.userId,
    deleted_at: now,
    version: document.version,
    former_slugs: JSON.stringify(await listFormerSlugs(tx, id)),
    evidence,
    working_copy: await keptCopy(tx, id),
    ...(await store.findStanding(tx, id)),
  })
  await keepRevision(tx, document, content, evidence)
  await store.keepRevisions(tx, id)
}

export async function listTrash(
  { db }: Pick<Deps, 'db'>,
  page: { limit: number; offset: number },
): Promise<TrashOut[]> {
  return (await store.listTrashRows(db.read, page)).map((row) => ({
    id: row.document_id,
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

export async function restoreDeleted(
  deps: TrashDeps & Pick<Deps, 'sandbox'> & { jobs: DocumentJobs },
  actor: Actor,
  documentId: number,
): Promise<DocumentView> {
  const row = await store.findTrash(deps.db.read, documentId)
  if (!row) throw notFound('Document')
  // Before the transaction: a long text takes its time, and on SQLite nobody else could write meanwhile.
  const prepared = await prepareContent(JSON.parse(row.blocks) as Block[], { ...deps, actor })
  const restored = { id: documentId, version: row.version + 1, ...standingOf(row) }
  const bringBack = async (tx: Tx) => {
    // Of two who restore it at once, the second waits here and then finds nothing.
    if (!(await store.holdTrash(tx, deps.db.dialect, documentId))) throw notFound('Document')
    const at = deps.clock.now()
    const input = { ...(await fieldsToRestore(deps, tx, row)), prepared, restored }
    await addDocument(deps, tx, input, { actor, origin: 'restore', at })
    await evidenceRestored(deps.db.dialect, tx, { id: documentId, ...prepared, at }, row.evidence)
    await bringBackFormerSlugs(tx, documentId, JSON.parse(row.former_slugs) as FormerSlug[])
    await bringBackHistory(deps, tx, row)
    await bringBackCopy(tx, { ...restored, tags: row.tags }, row.working_copy, actor)
    await store.takeTrash(tx, documentId)
    await recordAudit(tx, actor, 'document.restored', `document:${documentId}`, { title: row.title }, at)
  }
  await deps.db.inTransaction(bringBack).catch((error: unknown) => {
    const isTaken = deps.db.dialect.uniqueViolation(error) === 'documents.slug'
    throw isTaken ? conflict(`The slug ${row.slug} was just taken; try again`) : error
  })
  return getSaved(deps, actor, documentId, restored.version)
}

/** A document deleted before the trash kept the time of publication counts as published now. */
function standingOf(row: store.TrashRow) {
  const { author_id, created_at, pinned_at, published_at, approved_by, approved_at, by_model } = row
  const { front_matter, source_file, first_version } = row
  const approval = { approved_by, approved_at, by_model }
  const standing = { author_id, created_at, pinned_at, first_version, ...approval, front_matter, source_file }
  return { ...standing, ...(published_at !== null && { published_at }) }
}

/** bringBackHistory also notes what the revisions showed, so that those uploads stay for them. */
async function bringBackHistory(deps: TrashDeps, tx: Tx, { document_id, blocks }: store.TrashRow): Promise<void> {
  await store.bringBackRevisions(tx, document_id)
  const earlier = await store.listUploadRevisions(tx, document_id)
  let before = ''
  for (const shown of [...earlier, { blocks }]) {
    await noteUses(deps, tx, document_id, shown.blocks, before)
    before = shown.blocks
  }
}

/** fieldsToRestore takes what is still possible: a slug that is free, a category that exists, people who have an account. */
async function fieldsToRestore(deps: TrashDeps, tx: Tx, row: store.TrashRow) {
  const isTaken = (await findClaims(tx, row.slug)).holder !== null
  const isCategoryGone = row.category_id !== null && (await holdAudience(deps, tx, row.category_id)) === undefined
  return {
    title: row.title,
    ...(!isTaken && { slug: row.slug }),
    summary: row.summary,
    tags: JSON.parse(row.tags) as string[],
    category_id: isCategoryGone ? null : row.category_id,
    // Its category may have kept it from people, even from those whom it names itself.
    visibility: isCategoryGone ? ('restricted' as const) : row.visibility,
    access: isCategoryGone ? NOBODY : await withoutUnknownUsers(tx, JSON.parse(row.access) as AccessList),
    ...(row.position !== null && { position: row.position }),
    published: row.published === 1,
    lang: row.lang,
  }
}

/** purgeDeleted removes a deleted document for good. */
export async function purgeDeleted({ db, clock }: TrashDeps, actor: Actor, documentId: number): Promise<void> {
  const row = await store.findTrash(db.read, documentId)
  await db.inTransaction(async (tx) => {
    if (!row || !(await store.takeTrash(tx, documentId))) throw notFound('Document')
    const { slug, title } = row
    await emitPurged(tx, { ...row, id: documentId }, clock.now())
    await recordAudit(tx, actor, 'document.purged', `document:${documentId}`, { slug, title }, clock.now())
  })
}
