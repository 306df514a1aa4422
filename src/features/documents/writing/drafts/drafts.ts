// What the pipeline needs of documents: the text that a draft starts from, that they stay while a job is made for them, that
// its text is a revision, and that it is published. Who may read the result is not decided here; the document's own rules stay as they are.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
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

/** keepDocuments keeps everyone from deleting the documents until the transaction ends; changes of them go on. */
export async function keepDocuments({ db }: Pick<Deps, 'db'>, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await holdRows(tx, db.dialect.forReference, ids)
}

/** findExistingSlugs returns those slugs that lead to a document, which may have moved since. */
export async function findExistingSlugs(query: Query, slugs: readonly string[]): Promise<Set<string>> {
  // PostgreSQL takes no text with a NUL, and no slug has one.
  const possible = slugs.filter((slug) => !slug.includes('\0'))
  return new Set(possible.length === 0 ? [] : await selectSlugs(query, possible))
}

/** findWriter is who wrote what a document says now. */
export const findWriter = (query: Query, id: number): Promise<number | null> => selectWriter(query, id)

/** findNamed returns the ids of documents with these slugs or titles. */
export async function findNamed(query: Query, names: readonly string[]): Promise<number[]> {
  const possible = names.filter((name) => name !== '' && !name.includes('\0'))
  return possible.length === 0 ? [] : selectNamed(query, possible)
}

/** A DraftText is what an iteration's draft says, with its blocks as JSON; it is a revision like every text. */
export type DraftText = Pick<Revision, 'id' | 'title' | 'summary' | 'blocks'>

export const findDraftText = (query: Query, id: number): Promise<Revision | undefined> => findRevision(query, id)

/** findIdAt is the revision that a document showed at a version. */
export const findIdAt = async (query: Query, documentId: number, version: number): Promise<number | undefined> =>
  (await findTextAt(query, documentId, version))?.id

/** writeDraft keeps what an iteration's draft says over the revision that it was made from, and returns the id of the new one. */
export async function writeDraft(
  tx: Tx,
  { iteration, base, over }: { iteration: number; base: number; over: number },
  draft: Omit<DraftText, 'id'>,
  { by, at }: { by: number | null; at: number },
): Promise<number> {
  const { document_id, tags, lang, ...before } = (await findRevision(tx, over))!
  if (before.iteration_id === iteration && PARTS.every((part) => draft[part] === before[part])) return over
  const lineage = { parent: over, base, iteration }
  return write(tx, document_id, { ...draft, tags, lang }, lineage, { by, origin: 'approval', at })
}

const PARTS = ['title', 'summary', 'blocks'] as const

/** publishDraft makes the draft, which was approved by all who had to, the document, notes who approved it, and returns the version afterwards. */
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
