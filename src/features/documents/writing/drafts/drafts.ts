// What the pipeline needs of documents: a draft's base text, locks against deletion while a job is created, saving a draft as
// a revision, and publishing it. Access is not decided here.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { findBehind, type PartsBehind } from '../../revisions/behind.ts'
import { findRevision, findTextAt, type Revision } from '../../revisions/store.ts'
import { write } from '../../revisions/write.ts'
import { changeDocument, type DocumentChange } from '../write.ts'
import {
  type DocumentText,
  holdRows,
  selectNamed,
  selectSlugs,
  selectTexts,
  selectWriter,
  updateApproval,
} from './drafts-store.ts'

export type { DocumentText } from './drafts-store.ts'

export const findTexts = async (query: Query, ids: readonly number[]): Promise<DocumentText[]> =>
  ids.length === 0 ? [] : selectTexts(query, ids)

export const findText = async (query: Query, id: number): Promise<DocumentText | undefined> =>
  (await findTexts(query, [id]))[0]

/** Prevents deletion of these documents until the transaction ends; other changes are allowed. */
export async function keepDocuments({ db }: Pick<Deps, 'db'>, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await holdRows(tx, db.dialect.forReference, ids)
}

/** Slugs that lead to a document, former ones included. */
export async function findExistingSlugs(query: Query, slugs: readonly string[]): Promise<Set<string>> {
  // PostgreSQL refuses NUL, and no slug contains it.
  const possible = slugs.filter((slug) => !slug.includes('\0'))
  return new Set(possible.length === 0 ? [] : await selectSlugs(query, possible))
}

/** The author of the document's current text. */
export const findWriter = (query: Query, id: number): Promise<number | null> => selectWriter(query, id)

/** Ids of documents with these slugs or titles. */
export async function findNamed(query: Query, names: readonly string[]): Promise<number[]> {
  const possible = names.filter((name) => name !== '' && !name.includes('\0'))
  return possible.length === 0 ? [] : selectNamed(query, possible)
}

/** A draft's text (blocks as JSON), which is a revision. */
export type DraftText = Pick<Revision, 'id' | 'title' | 'summary' | 'blocks'>

export const findDraftText = (query: Query, id: number): Promise<Revision | undefined> => findRevision(query, id)

export const findDraftBehind = async (query: Query, id: number): Promise<PartsBehind> =>
  findBehind(query, await findRevision(query, id))

/** The revision that a document had at a version. */
export const findIdAt = async (query: Query, documentId: number, version: number): Promise<number | undefined> =>
  (await findTextAt(query, documentId, version))?.id

/** Saves a draft on top of its base revision and returns the new revision's id. */
export async function writeDraft(
  tx: Tx,
  { iteration, base, over }: { iteration: number; base: number; over: number },
  draft: Omit<DraftText, 'id'>,
  { by, at, behind }: { by: number | null; at: number; behind?: PartsBehind },
): Promise<number> {
  const { document_id, tags, lang, ...before } = (await findRevision(tx, over))!
  if (before.iteration_id === iteration && PARTS.every((part) => draft[part] === before[part])) return over
  const lineage = { parent: over, base, iteration }
  return write(tx, document_id, { ...draft, tags, lang }, lineage, { by, origin: 'approval', at, behind })
}

const PARTS = ['title', 'summary', 'blocks'] as const

/** Publishes an approved draft, records the approver, and returns the new version. */
export async function publishDraft(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  draft: DocumentChange,
  { actor, at, isByModel }: { actor: Actor; at: number; isByModel: boolean },
): Promise<number> {
  const cause = { actor, origin: 'approval', at, reviewed: true } as const
  const { version } = await changeDocument(deps, tx, id, draft, cause)
  await updateApproval(tx, id, { approved_by: actor.userId, approved_at: at, by_model: isByModel ? 1 : 0 })
  return version
}
