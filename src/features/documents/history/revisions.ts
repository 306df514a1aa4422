// Revisions: former and drafted texts of a document. They can be restored to the site or into the working copy.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp } from '#time.ts'
import { type DraftCondition, saveDraft } from '../drafts/draft.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type DocumentView, getDocument, getSaved, requireDocument, withProposal } from '../reading/reading.ts'
import { forgetRevisions, isProposed } from '../review/store.ts'
import {
  deleteRevisions,
  findListedText,
  findPublished,
  findSharedDraft,
  listSameText,
  listTexts,
  type TextRow,
} from '../revisions/store.ts'
import type { RevisionOut } from '../schemas.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { changeDocument, getForChange } from '../writing/write.ts'

const presentRevision = (row: TextRow): RevisionOut => ({
  id: row.id,
  version: row.last ?? row.version ?? 0,
  title: row.title,
  origin: row.origin,
  reason: row.reason,
  author: presentPerson(row.author_id, row.author_name),
  created_at: stamp(row.created_at),
})

/** Newest first, without content. */
export async function listRevisions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  documentId: number,
  which: 'replaced' | 'all',
): Promise<RevisionOut[]> {
  await requireDocument(db.read, actor, documentId)
  return (await listTexts(db.read, documentId, which)).map(presentRevision)
}

export async function getRevision({ db }: Pick<Deps, 'db'>, actor: Actor, documentId: number, revisionId: number) {
  const row = await getRow(db.read, actor, documentId, revisionId)
  return { ...presentRevision(row), summary: row.summary, blocks: JSON.parse(row.blocks) as Block[] }
}

async function getRow(query: Query, actor: Actor, documentId: number, revisionId: number) {
  await requireDocument(query, actor, documentId)
  const row = await findListedText(query, documentId, revisionId)
  if (!row) throw notFound('Revision')
  return row
}

type RevisionDeps = Pick<Deps, 'db' | 'clock' | 'sandbox'> & { jobs: DocumentJobs }

/** An ordinary change: the replaced text becomes a revision too. */
export async function restoreRevision(
  deps: RevisionDeps,
  actor: Actor,
  documentId: number,
  revisionId: number,
  expected?: number,
): Promise<DocumentView> {
  const { title, summary, blocks, evidence } = await getRow(deps.db.read, actor, documentId, revisionId)
  const prepared = await prepareContent(JSON.parse(blocks) as Block[], { ...deps, actor })
  const { version, proposal } = await deps.db.inTransaction((tx) => {
    const cause = { actor, origin: 'restore', at: deps.clock.now() } as const
    return changeDocument(
      deps,
      tx,
      documentId,
      { title, summary, prepared, evidence, merged: revisionId },
      cause,
      expected,
    )
  })
  return withProposal(await getSaved(deps, actor, documentId, version), proposal)
}

/** Leaves the published text alone; also brings back a discarded one. */
export async function restoreIntoCopy(
  deps: RevisionDeps,
  actor: Actor,
  documentId: number,
  revisionId: number,
  condition: DraftCondition,
): Promise<DocumentView> {
  const { title, summary, tags, blocks } = await getRow(deps.db.read, actor, documentId, revisionId)
  const restored = { title, summary, tags: JSON.parse(tags) as string[], blocks, taken: revisionId }
  await deps.db.inTransaction((tx) => {
    const cause = { actor, origin: 'restore', at: deps.clock.now() } as const
    return saveDraft(deps, tx, documentId, restored, cause, condition)
  })
  return getDocument(deps, actor, { id: documentId })
}

/** For text that should never have been saved; a published or scheduled one has to be replaced first. */
export async function removeRevision(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock'> & { jobs: DocumentJobs },
  actor: Actor,
  documentId: number,
  revisionId: number,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const { title } = await getForChange({ db }, tx, documentId, { actor })
    if (!(await findListedText(tx, documentId, revisionId))) throw notFound('Revision')
    const ids = await listSameText(tx, documentId, revisionId)
    const draft = await findSharedDraft(tx, documentId)
    const named = [(await findPublished(tx, documentId))?.id, draft?.head_id, draft?.base_id, draft?.scheduled_id]
    if (named.some((id) => id != null && ids.includes(id)))
      throw conflict(`Revision ${revisionId} is published or in the working copy; replace it there first`)
    if (await isProposed(tx, documentId, ids))
      throw conflict(`Revision ${revisionId} is part of a proposal; close that first`)
    await forgetRevisions(tx, ids)
    await jobs.forgetTexts(tx, documentId, ids)
    await deleteRevisions(tx, ids)
    const detail = { title, revision_id: revisionId }
    await recordAudit(tx, actor, 'document.revision_removed', `document:${documentId}`, detail, clock.now())
  })
}
