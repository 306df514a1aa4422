// The only way to write documents, within the caller's transaction: API, import, approval, restore. Computes the new state,
// publishes the text (revisions/) and writes the row; everything that follows is in consequences.ts. Input was checked and
// prepared before (prepare/).
//
// Lock order, as in categories/: the category, then the document. A change of a category's audience continues to its
// documents, so a save that locked its document first could deadlock with it.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, notFound, staleVersion } from '#errors.ts'
import { checkAccess } from '#features/categories/service.ts'
import { holdEvidence, snapshotOf } from '#features/evidence/keep.ts'
import { isOpenTo } from '../access/access.ts'
import { writeAccess } from '../access/store.ts'
import { sortKey } from '../lists/sort-key.ts'
import { type ProposalRef, proposeSave } from '../review/propose.ts'
import { reviewedFirst } from '../review/public-view.ts'
import { publish, republish } from '../revisions/publish.ts'
import { type Revision, updateEvidence } from '../revisions/store.ts'
import type { DocumentCreate, DocumentUpdate } from '../schemas.ts'
import { bucketAfterSave, bucketOf } from './buckets.ts'
import { followAddition, followChange } from './consequences.ts'
import { claimSlug, makeFreeSlug } from './filing/addresses.ts'
import { audienceIn, changeAccess, filingOf, flagOf, holdCategory, langOf, tagsAsText } from './filing/filing.ts'
import { isReviewedIn, isUnderReview, splitChange } from './held-back.ts'
import type { Prepared } from './prepare/prepare.ts'
import type { Cause, DocumentAspect } from './report.ts'
import * as store from './store.ts'

type WriteDeps = Pick<Deps, 'db'>

export type NewDocument = Omit<DocumentCreate, 'blocks' | 'markdown'> & { prepared: Prepared }
/**
 * `evidence` is that of a restored revision; `saved` is the revision with this text, or else `merged` the one that was merged
 * into it.
 */
export type DocumentChange = Omit<DocumentUpdate, 'blocks' | 'markdown'> & {
  prepared?: Prepared
  evidence?: string | null
  saved?: number | undefined
  merged?: number | undefined
}

export const FIRST_VERSION = 1

/** The change waits as a proposal. */
type Proposed = { proposal?: ProposalRef | undefined }

/** Returns the new document; under review an empty unpublished one with a proposal. */
export async function addDocument(
  deps: WriteDeps,
  tx: Tx,
  input: NewDocument,
  cause: Cause,
): Promise<store.NewRow & { id: number } & Proposed> {
  const { prepared, title, summary = null, visibility = 'public', category_id = null } = input
  const { actor, origin, at } = cause
  if (category_id !== null && !cause.reviewed && (await isReviewedIn(tx, category_id)))
    return addProposed(deps, tx, input, cause)
  const published = flagOf(input.published ?? true)
  const slug = input.slug === undefined ? await makeFreeSlug(deps, tx, title) : await claimSlug(tx, input.slug)
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
  const id = await store.insertDocument(tx, row)
  const text = { wording: { ...row, blocks: prepared.blocks }, over: undefined, form: prepared }
  await publish(tx, { id, version: FIRST_VERSION }, text, { by: actor.userId, origin, at })
  if (access) await writeAccess(tx, id, access)
  await followAddition(deps, tx, { id, ...row }, prepared, cause)
  return { id, ...row }
}

const EMPTY: Prepared = { blocks: '[]', text: '', sections: [], html: '', has_content: 0 }

async function addProposed(deps: WriteDeps, tx: Tx, input: NewDocument, cause: Cause) {
  const { summary, tags, prepared, published = true, ...filing } = input
  const row = await addDocument(
    deps,
    tx,
    { ...filing, published: false, prepared: EMPTY },
    { ...cause, reviewed: true },
  )
  const text = {
    ...(summary !== undefined && { summary }),
    ...(tags !== undefined && { tags: tagsAsText(tags) }),
    blocks: prepared.blocks,
  }
  const change = { text, action: published ? { published } : {} }
  return { ...row, proposal: await proposeSave(tx, { id: row.id, version: FIRST_VERSION }, change, cause) }
}

/** The document's version after a save, and its time. */
type SavedVersion = Pick<store.StoredDocument, 'version' | 'updated_at'> & Proposed

/**
 * Replaces the given fields and returns the new version: one more, or the same if nothing changes. With `expected`, refuses a
 * caller who hasn't seen the newest version.
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
  const { document, text } = await store.findWholeForChange(tx, deps.db.dialect.forUpdate, id)
  const before = await checkHeld(tx, document, { actor: cause.actor, expected })
  if (!cause.reviewed && (await isUnderReview(tx, before, input.category_id)))
    return changeProposed(deps, tx, before, input, cause)
  if (input.slug !== undefined) await claimSlug(tx, input.slug, id)
  const [filing, isAccessNew] = await collectIssues(
    () => filingOf(deps, tx, cause.actor, before, input),
    () => changeAccess(tx, id, input.access),
  )
  const prepared = input.prepared?.blocks === text.blocks ? undefined : input.prepared
  const { title = before.title, summary = before.summary } = input
  const has_content = prepared?.has_content ?? before.has_content
  const wanted = { ...before, ...filing, title, title_key: sortKey(title), summary, has_content }

  const aspects = aspectsOf(before, wanted)
  if (prepared) aspects.add('text')
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
  const isRewritten = prepared !== undefined || title !== before.title || summary !== before.summary
  let evidence: Awaited<ReturnType<typeof replaceText>> | undefined
  if (isRewritten) evidence = await replaceText(deps, tx, text, after, { ...input, prepared }, cause)
  else if (after.tags !== text.tags || after.lang !== text.lang) await republish(tx, after, text, after)
  await store.updateDocument(tx, after, before)
  const access = isAccessNew || after.visibility !== before.visibility ? { list: input.access } : undefined
  const { blocks } = text
  await followChange(deps, tx, { before, after, aspects, blocks, prepared, isRewritten, evidence, access }, cause)
  return after
}

/** Applies what needs no approval; the rest becomes a proposal. */
async function changeProposed(
  deps: WriteDeps,
  tx: Tx,
  before: store.StoredDocument,
  input: DocumentChange,
  cause: Cause,
): Promise<SavedVersion> {
  const { atOnce, change } = await splitChange(deps, tx, cause.actor, before, input)
  const after = await changeDocument(deps, tx, before.id, atOnce, { ...cause, reviewed: true })
  return { ...after, proposal: await proposeSave(tx, { id: before.id, version: after.version }, change, cause) }
}

/** For callers whose response can't mention a proposal: refuses what would wait. */
export async function changeOrRefuse(
  ...[deps, tx, id, input, cause, expected]: Parameters<typeof changeDocument>
): Promise<void> {
  const { proposal } = await changeDocument(deps, tx, id, input, cause, expected)
  if (proposal) throw reviewedFirst(id, '"change": {…}')
}

/** Publishes the text and returns the former text's evidence. */
async function replaceText(
  { db }: WriteDeps,
  tx: Tx,
  text: Revision,
  after: store.StoredDocument,
  { prepared, evidence: restored, saved, merged }: DocumentChange,
  { actor, origin, at }: Cause,
) {
  const held = await holdEvidence(db.dialect, tx, after.id, restored)
  const rested = snapshotOf(held)
  if (rested !== null) await updateEvidence(tx, text.id, rested)
  const wording = { ...after, blocks: prepared?.blocks ?? text.blocks }
  await publish(tx, after, { wording, over: text, saved, merged, form: prepared }, { by: actor.userId, origin, at })
  return { held, restored }
}

/** Changes neither version nor time, because a pin concerns the list only. */
export async function pinDocument(deps: WriteDeps, tx: Tx, id: number, pinnedAt: number): Promise<void> {
  const { pinned_at } = await getForChange(deps, tx, id)
  if (pinned_at === pinnedAt) return
  await store.updatePin(tx, id, pinnedAt)
}

type Condition = { actor?: Actor; expected?: number | undefined }

/** Locks the document until the transaction ends. */
export const getForChange = async (
  deps: WriteDeps,
  tx: Tx,
  id: number,
  condition: Condition = {},
): Promise<store.StoredDocument> =>
  checkHeld(tx, await store.findForChange(tx, deps.db.dialect.forUpdate, id), condition)

/** For an actor who may not see the document there is none. */
async function checkHeld(tx: Tx, document: store.StoredDocument | undefined, { actor, expected }: Condition) {
  const isOutside = document && actor && !(await isOpenTo(tx, actor, document))
  if (!document || isOutside) throw notFound('Document')
  if (expected !== undefined && expected !== document.version) throw staleVersion(expected, document.version)
  return document
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
