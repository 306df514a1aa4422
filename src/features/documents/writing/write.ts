// The one way by which documents are written, inside the transaction of whoever asks: the API, an import, an approval, a
// restore. Keeps in step what follows from a document: its revision, its uploads, its entry in the search index, the slugs
// that lead to it, who may read it. What is given was checked and prepared before (prepare/).
//
// Lock order, the same as in categories/: the category first, then the document. A change of a category's audience goes on
// to the documents in it, so a save that held its document first could wait for the category while that waits for it.

import type { Actor } from '#actor.ts'
import { textWithSections } from '#blocks/outline.ts'
import { type DocumentAspect, documentChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, notFound, staleVersion } from '#errors.ts'
import { isWithinBounds } from '#features/categories/reading.ts'
import { checkAccess } from '#features/categories/service.ts'
import { checkClosed } from '#features/evidence/check.ts'
import { holdEvidence, settleEvidence, snapshotOf } from '#features/evidence/keep.ts'
import { reachOf } from '../access/access.ts'
import { writeAccess } from '../access/store.ts'
import { sortKey } from '../lists/sort-key.ts'
import { insertRevision } from '../revisions-store.ts'
import type { DocumentCreate, DocumentUpdate } from '../schemas.ts'
import { bodyWords } from '../search/indexing/entry.ts'
import { closeWords } from '../search/indexing/upkeep.ts'
import { beginningsOf } from '../search/indexing/words.ts'
import { indexDocument } from '../search/search.ts'
import { noteUses } from '../uploads/uploads.ts'
import { bucketAfterSave, bucketOf } from './buckets.ts'
import { leaveSlug, makeFreeSlug, takeSlug } from './filing/addresses.ts'
import { audienceIn, changeAccess, filingOf, flagOf, holdCategory, langOf, tagsAsText } from './filing/filing.ts'
import type { Prepared } from './prepare/prepare.ts'
import { type Cause, reportAdded, reportChanged } from './report.ts'
import * as store from './store.ts'

type WriteDeps = Pick<Deps, 'db'>

/** FileOrigin is the file of an imported document: what it says that we have no field for, and what it was like. */
export type FileOrigin = Parameters<typeof store.updateOrigin>[2]

/** A NewDocument may come from the trash: then `restored` is what it was. */
export type NewDocument = Omit<DocumentCreate, 'blocks' | 'markdown'> & {
  prepared: Prepared
  restored?: store.Restored
}
/** DocumentChange.evidence is that of a revision that is brought back. */
export type DocumentChange = Omit<DocumentUpdate, 'blocks' | 'markdown'> & {
  prepared?: Prepared
  evidence?: string | null
}

/** addDocument returns the new document. */
export async function addDocument(
  deps: WriteDeps,
  tx: Tx,
  input: NewDocument,
  cause: Cause,
): Promise<store.NewRow & { id: number }> {
  const { prepared, title, summary = null, visibility = 'public', category_id = null, restored } = input
  const { actor, origin, at } = cause
  const published = flagOf(input.published ?? true)
  const slug = input.slug === undefined ? await makeFreeSlug(deps, tx, title) : await takeSlug(tx, input.slug)
  const [audience, access, lang] = await collectIssues(
    () => audienceIn(deps, tx, actor, { visibility, category_id, published }),
    () => input.access && checkAccess(tx, input.access),
    () => langOf(input.lang),
  )
  const published_at = prepared.has_content === 1 && published === 1 ? at : null
  const row = {
    slug,
    title,
    title_key: sortKey(title),
    summary,
    lang,
    category_id,
    tags: tagsAsText(input.tags ?? []),
    visibility,
    audience,
    published,
    bucket: bucketOf(prepared.has_content),
    has_content: prepared.has_content,
    position: input.position ?? null,
    author_id: actor.userId,
    created_at: at,
    updated_at: at,
    published_at,
    first_version: published_at === null ? 0 : 1,
  }
  const { blocks, text, html } = prepared
  const content = { blocks, text, html, origin, author_id: actor.userId, saved_at: at }
  const id = restored
    ? await store.insertRestored(tx, { ...row, ...restored }, content)
    : await store.insertDocument(tx, row, content)
  if (access) await writeAccess(tx, id, access)
  await noteUses(deps, tx, id, blocks)
  await index(deps, tx, { id, ...row }, prepared)
  documentChanged(tx, id, ['existence'], { categories: [category_id], beginnings: beginningsOf(title) })
  await reportAdded(tx, { id, ...row }, cause, restored !== undefined)
  return { id, ...row }
}

/** SavedVersion is the version of a document after a save, and its time. */
type SavedVersion = Pick<store.StoredDocument, 'version' | 'updated_at'>

/**
 * changeDocument replaces what is given and returns the version afterwards: one more, or the same where everything is
 * already as it is wanted. With `expected` it refuses a writer who has not seen the newest version.
 */
export async function changeDocument(
  deps: WriteDeps,
  tx: Tx,
  id: number,
  input: DocumentChange,
  cause: Cause,
  expected?: number,
): Promise<SavedVersion> {
  await holdCategory(deps, tx, id, input)
  const { document, content } = await store.findWholeForChange(tx, deps.db.dialect.forUpdate, id)
  const before = await checkHeld(tx, document, { actor: cause.actor, expected })
  if (input.slug !== undefined) await takeSlug(tx, input.slug, id)
  const [filing, isAccessNew] = await collectIssues(
    () => filingOf(deps, tx, cause.actor, before, input),
    () => changeAccess(tx, id, input.access),
  )
  const blocks = input.prepared?.blocks === content.blocks ? undefined : input.prepared
  const { title = before.title, summary = before.summary } = input
  const has_content = blocks?.has_content ?? before.has_content
  const wanted = { ...before, ...filing, title, title_key: sortKey(title), summary, has_content }

  const aspects = aspectsOf(before, wanted)
  if (blocks) aspects.add('text')
  if (isAccessNew) aspects.add('audience')
  if (aspects.size === 0) return before

  const version = before.version + 1
  const published_at = has_content === 0 || wanted.published === 0 ? null : (before.published_at ?? cause.at)
  const after = {
    ...wanted,
    version,
    first_version: before.first_version || (published_at === null ? 0 : version),
    bucket: bucketAfterSave(before.bucket, has_content),
    published_at,
    updated_at: cause.at,
  }
  const saysOther = blocks !== undefined || title !== before.title || summary !== before.summary
  if (saysOther) await replaceContent(deps, tx, { before, content, blocks, evidence: input.evidence }, cause)
  if (after.slug !== before.slug) await leaveSlug(tx, before, cause.at)
  await store.updateDocument(tx, after, before)
  // Categories with the same audience may have different gates.
  if (aspects.has('audience') || aspects.has('category'))
    await checkClosed(deps.db.dialect, tx, { documentIds: [id] }, cause.at)
  if (saysOther || after.tags !== before.tags || reachOf(after) !== reachOf(before))
    await index(deps, tx, after, blocks ?? textWithSections(JSON.parse(content.blocks)), title !== before.title)
  if (reachOf(after) < reachOf(before)) closeWords(deps.db.dialect, tx, { ...before, blocks: content.blocks })
  const beginnings = beginningsOf(before.title, title)
  documentChanged(tx, id, [...aspects], { categories: [before.category_id, after.category_id], beginnings })
  const access = isAccessNew || after.visibility !== before.visibility ? { list: input.access } : undefined
  await reportChanged(tx, { before, after, aspects, access }, cause)
  return after
}

/** pinDocument leaves version and time of change alone: a pin is about the list, not about what the document says. */
export async function pinDocument(deps: WriteDeps, tx: Tx, id: number, pinnedAt: number): Promise<void> {
  const { category_id, pinned_at } = await getForChange(deps, tx, id)
  if (pinned_at === pinnedAt) return
  await store.updatePin(tx, id, pinnedAt)
  documentChanged(tx, id, ['position'], { categories: [category_id], beginnings: [] })
}

/** keepOrigin changes nothing that anyone reads here, and so neither the version nor a cached response. */
export const keepOrigin = (tx: Tx, id: number, origin: FileOrigin): Promise<void> => store.updateOrigin(tx, id, origin)

type Condition = { actor?: Actor; expected?: number | undefined }

/** getForChange holds the document until the transaction ends. */
export const getForChange = async (
  deps: WriteDeps,
  tx: Tx,
  id: number,
  condition: Condition = {},
): Promise<store.StoredDocument> =>
  checkHeld(tx, await store.findForChange(tx, deps.db.dialect.forUpdate, id), condition)

/** checkHeld: an actor's token may be bound to other categories. */
async function checkHeld(tx: Tx, document: store.StoredDocument | undefined, { actor, expected }: Condition) {
  const isOutside = document && actor && !(await isWithinBounds(tx, actor, document.category_id))
  if (!document || isOutside) throw notFound('Document')
  if (expected !== undefined && expected !== document.version) throw staleVersion(expected, document.version)
  return document
}

/** keepRevision saves what is about to be replaced, with who had written it, when and how. */
export const keepRevision = (
  tx: Tx,
  document: store.StoredDocument,
  content: store.StoredContent,
  evidence: string | null,
) =>
  insertRevision(tx, {
    document_id: document.id,
    version: document.version,
    title: document.title,
    summary: document.summary,
    blocks: content.blocks,
    origin: content.origin,
    author_id: content.author_id,
    created_at: content.saved_at,
    evidence,
  })

/** Replaced is what a document was, and the blocks and the evidence that it gets, where they are given. */
type Replaced = {
  before: store.StoredDocument
  content: store.StoredContent
  blocks: Prepared | undefined
  evidence: string | null | undefined
}

async function replaceContent(
  deps: WriteDeps,
  tx: Tx,
  { before, content, blocks: prepared, evidence }: Replaced,
  { actor, origin, at }: Cause,
): Promise<void> {
  const { id, version } = before
  const held = await holdEvidence(deps.db.dialect, tx, id, evidence)
  await keepRevision(tx, before, content, snapshotOf(held))
  await store.updateContent(tx, { id, version: version + 1, origin, author_id: actor.userId, saved_at: at }, prepared)
  if (!prepared) return
  await noteUses(deps, tx, id, prepared.blocks, content.blocks)
  const { blocks: after, text } = prepared
  const saved = { id, before: content.blocks, after, text, at, restored: evidence }
  await settleEvidence(deps.db.dialect, tx, held, saved)
}

type Indexed = Pick<store.StoredDocument, 'id' | 'title' | 'tags' | 'summary' | 'audience' | 'has_content'>

async function index(
  { db }: WriteDeps,
  tx: Tx,
  document: Indexed,
  { text, sections, words = bodyWords(text) }: Pick<Prepared, 'text' | 'sections' | 'words'>,
  isTitleNew = true,
): Promise<void> {
  const tags = JSON.parse(document.tags) as string[]
  await indexDocument(db.dialect, tx, { ...document, tags, isTitleNew, words, sections, reach: reachOf(document) })
}

const ASPECTS: Partial<Record<keyof store.StoredDocument, DocumentAspect>> = {
  title: 'title',
  summary: 'text',
  tags: 'text',
  lang: 'text',
  slug: 'slug',
  category_id: 'category',
  position: 'position',
  has_content: 'written',
  visibility: 'audience',
  published: 'audience',
  audience: 'audience',
}

function aspectsOf(before: store.StoredDocument, after: store.StoredDocument): Set<DocumentAspect> {
  const aspects = new Set<DocumentAspect>()
  for (const [column, aspect] of Object.entries(ASPECTS))
    if (before[column as keyof typeof before] !== after[column as keyof typeof after]) aspects.add(aspect)
  return aspects
}
