// Changing what a document says: the one way by which title, summary and blocks are replaced, whoever asks (a person, an
// approval, a restore, an import). Keeps the revision of what was replaced, and everything derived from content in step.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Bucket, JobStatus, RevisionOrigin, Tables, Visibility } from '#engine/db/tables.ts'
import { notFound, staleVersion } from '#errors.ts'
import { insertRevision } from '../history/revisions-store.ts'
import { noteUses } from '../pictures/pictures.ts'
import { bodyWords } from '../search/entry.ts'
import { indexDocument } from '../search/search.ts'
import * as store from '../store.ts'
import { getContent, getText, updateBlocks, updateProvenance } from './content-store.ts'
import type { Prepared } from './prepare.ts'
import { sortKey } from './sort-key.ts'

export type ContentChange = { title?: string; summary?: string | null; prepared?: Prepared }
/** A Cause says who makes a change, from where, and when. */
export type Cause = { actor: Actor; origin: RevisionOrigin; at: number }
export type FieldChange = Partial<
  Pick<Tables['documents'], 'slug' | 'category_id' | 'position'> & {
    tags: string
    visibility: Visibility
    audience: Visibility
  }
>

/** getForChange holds the document until the transaction ends, and refuses a writer who has not seen its newest version. */
export async function getForChange(deps: Pick<Deps, 'db'>, tx: Tx, id: number, expected?: number) {
  const document = await store.findForChange(tx, deps.db.dialect.forUpdate, id)
  if (!document) throw notFound('Document')
  if (expected !== undefined && expected !== document.version) throw staleVersion(expected, document.version)
  return document
}

/** saveContent replaces what is given and returns the document's version afterwards; what is already equal changes nothing. */
export async function saveContent(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  documentId: number,
  change: ContentChange,
  cause: Cause,
): Promise<number> {
  return changeDocument(deps, tx, await getForChange(deps, tx, documentId), change, {}, cause)
}

/** changeDocument is saveContent for content and fields at once: one version, one moment. */
export async function changeDocument(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  document: store.StoredDocument,
  change: ContentChange,
  fields: FieldChange,
  cause: Cause,
): Promise<number> {
  const stored = await getContent(tx, document.id)
  const { prepared } = change
  const title = change.title ?? document.title
  const summary = change.summary === undefined ? document.summary : change.summary
  const newBlocks = prepared !== undefined && prepared.blocks !== stored.blocks ? prepared : undefined
  const newContent = title !== document.title || summary !== document.summary || newBlocks !== undefined
  const newFields = Object.entries(fields).some(([name, value]) => document[name as keyof FieldChange] !== value)
  if (!newContent && !newFields) return document.version

  const version = document.version + 1
  if (newContent) {
    await keepRevision(tx, document, stored)
    const written = {
      id: document.id,
      version,
      origin: cause.origin,
      author_id: cause.actor.userId,
      saved_at: cause.at,
    }
    if (newBlocks) {
      await updateBlocks(tx, { ...written, ...newBlocks })
      await noteUses(deps, tx, document.id, newBlocks.blocks, stored.blocks)
    } else await updateProvenance(tx, written)
  }
  const hasContent = newBlocks?.has_content ?? document.has_content
  const changed = {
    title,
    title_key: sortKey(title),
    summary,
    version,
    has_content: hasContent,
    bucket: bucketFor(await store.findNewestJobStatus(tx, document.id), hasContent),
    published_at: hasContent === 0 ? null : (document.published_at ?? cause.at),
    updated_at: cause.at,
  }
  if (newFields) await store.updateDocument(tx, document.id, { ...fields, ...changed })
  else await store.updateAfterChange(tx, { id: document.id, ...changed })
  if (newContent || fields.tags !== undefined) {
    const words = newBlocks?.words ?? bodyWords(newBlocks?.text ?? (await getText(tx, document.id)))
    const tags = JSON.parse(fields.tags ?? document.tags) as string[]
    const isTitleNew = title !== document.title
    await indexDocument(deps.db.dialect, tx, { id: document.id, title, isTitleNew, tags, summary, words })
  }
  tx.touch('content')
  if (newFields || title !== document.title || hasContent !== document.has_content) tx.touch('tree')
  return version
}

/** keepRevision stores what is about to be replaced, with who had written it, when and how. */
export const keepRevision = (tx: Tx, document: store.StoredDocument, stored: Awaited<ReturnType<typeof getContent>>) =>
  insertRevision(tx, {
    document_id: document.id,
    version: document.version,
    title: document.title,
    summary: document.summary,
    blocks: stored.blocks,
    origin: stored.origin,
    author_id: stored.author_id,
    created_at: stored.saved_at,
  })

/** bucketFor: an active or failed newest job decides, else whether there is content. */
export function bucketFor(newestJob: JobStatus | undefined, hasContent: 0 | 1): Bucket {
  if (newestJob === 'queued' || newestJob === 'failed') return newestJob
  if (newestJob === 'processing' || newestJob === 'review') return 'processing'
  return hasContent === 1 ? 'approved' : 'empty'
}

/** setBuckets puts documents where their newest job says. */
export async function setBuckets(
  tx: Tx,
  documentIds: readonly number[],
  bucket: Exclude<Bucket, 'approved' | 'empty'>,
): Promise<void> {
  if (await store.writeBuckets(tx, documentIds, bucket)) tx.touch('content')
}

/** settleBuckets is for documents without a job under way: what they hold says whether they are approved or empty. */
export async function settleBuckets(tx: Tx, documentIds: readonly number[]): Promise<void> {
  if (await store.writeBuckets(tx, documentIds, 'settled')) tx.touch('content')
}
