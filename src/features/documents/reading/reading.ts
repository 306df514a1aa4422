// Reading documents: lists, one by slug or id, blocks, Markdown. Every query has the reader's access rule.

import { type Actor, edits as isEditor, VISITOR } from '#actor.ts'
import type { Deps, ReadDeps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { NO_ACCESS } from '#features/categories/access-list.ts'
import { findCategoryPath, refuseUnknown } from '#features/categories/reading.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { stamp, stampOrNull } from '#time.ts'
import { type Channel, readableBy } from '../access/access.ts'
import { findReadable, readAccess } from '../access/store.ts'
import type { DocumentJobs } from '../jobs.ts'
import { presentListItem } from '../lists/list-item.ts'
import type { ProposalRef } from '../review/propose.ts'
import { findPublished, findTextAt } from '../revisions/store.ts'
import type { DocumentHead, DocumentListOut } from '../schemas.ts'
import { findDraft } from './drafts.ts'
import { markdownOf } from './markdown.ts'
import * as store from './store.ts'

type DocumentDeps = ReadDeps & { jobs: Pick<DocumentJobs, 'findNewest'> }

/** A DocumentOut whose blocks are still JSON as saved, sent without parsing. */
export type DocumentView = { head: DocumentHead; blocks: string }
export type BlocksView = {
  document_id: number
  version: number
  updated_at: string
  draft_version?: number
  proposal?: ProposalRef
  blocks: string
}

/** For a save that waits for review: the document is unchanged. */
export const withProposal = (view: DocumentView, proposal: ProposalRef | undefined): DocumentView =>
  proposal ? { ...view, head: { ...view.head, proposal } } : view

export async function listDocuments(
  { db }: ReadDeps,
  actor: Actor,
  page: { limit: number; offset: number },
  categoryId?: number,
): Promise<DocumentListOut[]> {
  await refuseUnknown({ db }, actor, categoryId)
  const rows =
    categoryId === undefined
      ? await store.listPage(db.read, actor, page)
      : await store.listPageWithin(db.read, actor, categoryId, page)
  return rows.map(presentListItem)
}

/** The list sorted and filtered for editors. */
export async function listChosenDocuments(
  { db }: ReadDeps,
  actor: Actor,
  page: { limit: number; offset: number },
  choice: store.ListChoice,
): Promise<DocumentListOut[]> {
  await refuseUnknown({ db }, actor, choice.categoryId)
  const rows = await store.listChosen(db.read, actor, choice, page)
  return rows.map(({ edited_at, ...row }) => ({
    ...presentListItem(row),
    ...(edited_at !== undefined && { edited_at: stamp(edited_at) }),
  }))
}

/** Public documents, whoever asks. */
export const listPublicDocuments = (deps: ReadDeps, page: { limit: number; offset: number }) =>
  listDocuments(deps, VISITOR, page)

/** On the site, only editors see a page without content. */
export async function getDocument(
  { db, jobs }: DocumentDeps,
  actor: Actor,
  key: { slug: string; channel?: Channel } | { id: number },
): Promise<DocumentView> {
  const row = await store.findDocumentRow(db.read, actor, key)
  if (!row) throw notFound('Document')
  const edits = isEditor(actor)
  const job = edits ? (await jobs.findNewest([row.id])).get(row.id) : undefined
  const beside = {
    access: row.is_granted ? await readAccess(db.read, row.id) : NO_ACCESS,
    category_path: row.category_id === null ? [] : await findCategoryPath(db.read, row.category_id),
    job: job ?? null,
    draft: edits && row.draft_version > 0 ? await findDraft(db.read, row.id) : null,
  }
  return { head: presentHead(actor, row, beside), blocks: row.blocks }
}

/** The access list of a restricted document. */
export const getAccess = ({ db }: ReadDeps, id: number): Promise<AccessList> => readAccess(db.read, id)

type HeadRow = Omit<store.WholeDocumentRow, 'blocks' | 'is_granted' | 'draft_version'>
type BesideHead = Required<Pick<DocumentHead, 'access' | 'category_path' | 'job' | 'draft'>>

/** Readers see no job and no draft: both are for editors. */
const presentHead = (actor: Actor, row: HeadRow, { access, category_path, job, draft }: BesideHead): DocumentHead => ({
  ...presentListItem(row),
  lang: row.lang,
  access,
  author: presentPerson(row.author_id, row.author_name),
  category_path,
  pinned_at: stampOrNull(row.pinned_at === 0 ? null : row.pinned_at),
  published_at: stampOrNull(row.published_at),
  first_version: row.first_version || null,
  job,
  ...(isEditor(actor) && {
    saved: { at: stamp(row.saved_at), by: presentPerson(row.saved_by, row.saved_by_name), origin: row.origin },
    draft,
  }),
})

/** A new document as written, with the names to present. */
export type AddedDocument = {
  row: Omit<HeadRow, 'author_name' | 'category' | 'pinned_at' | 'saved_at' | 'saved_by' | 'saved_by_name'>
  names: Awaited<ReturnType<typeof store.findNames>>
  proposal: ProposalRef | undefined
}

/** getDocument for a document just created, without reading it. */
export function presentAdded(actor: Actor, { row, names }: AddedDocument, blocks: string): DocumentView {
  const { author_name, category_path } = names
  const category = category_path.at(-1)?.name ?? null
  const saved = { saved_at: row.created_at, saved_by: row.author_id, saved_by_name: author_name }
  const whole = { ...row, ...saved, author_name, category, pinned_at: 0 }
  return { head: presentHead(actor, whole, { access: NO_ACCESS, category_path, job: null, draft: null }), blocks }
}

export const documentExists = (query: Query, id: number): Promise<boolean> => store.hasDocument(query, id)

export async function requireDocument(query: Query, actor: Actor, id: number): Promise<void> {
  if (!(await findReadable(query, readableBy(actor), { id }))) throw notFound('Document')
}

export async function getBlocks({ db }: ReadDeps, actor: Actor, id: number): Promise<BlocksView> {
  const row = await store.findBlocksRow(db.read, actor, id)
  if (!row) throw notFound('Document')
  return { document_id: row.id, version: row.version, updated_at: stamp(row.updated_at), blocks: row.blocks }
}

/**
 * The document as someone has just saved it: version and content of this save, even if someone else has saved since, because
 * the caller hasn't seen that one. Who has just closed it to themselves sees what they saved, once.
 */
export async function getSaved(deps: DocumentDeps, actor: Actor, id: number, version: number): Promise<DocumentView> {
  const { head, blocks } = await getDocument(deps, { ...actor, role: 'admin' }, { id })
  if (head.version === version) return { head, blocks }
  const text = await findTextAt(deps.db.read, id, version)
  const current = await findPublished(deps.db.read, id)
  if (!text || text.since === current?.since) return { head: { ...head, version }, blocks }
  const { title, summary, published_at } = text
  return { head: { ...head, version, title, summary, updated_at: stamp(published_at!) }, blocks: text.blocks }
}

export async function getMarkdown(deps: ReadDeps & Pick<Deps, 'sandbox'>, actor: Actor, id: number): Promise<string> {
  return markdownOf(deps, actor, (await getBlocks(deps, actor, id)).blocks)
}
