// write: the only way to create a text, within the caller's transaction. Creates just a revision; publish.ts shows it to
// readers, a head to editors.

import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin } from '#engine/db/vocabulary.ts'
import { insertRevision, type NewRevision } from './store.ts'

/** Tags and blocks are JSON, checked before. */
export type WrittenText = Pick<NewRevision, 'title' | 'summary' | 'tags' | 'lang' | 'blocks'> & {
  /** Why it is kept: autosaved, or lost a conflict. */
  reason?: NewRevision['reason']
}

/**
 * Where a text comes from: the revision it replaced, one it merged, the document's version it is based on, and the iteration
 * whose draft it is.
 */
type Lineage = { parent: number | null; merged?: number | undefined; base: number; iteration?: number }
type WrittenBy = { by: number | null; origin: RevisionOrigin; at: number }

const UNPUBLISHED = { version: null, since: null, published_by: null, published_at: null }

/** Returns the new revision's id. If it is published at once, pass that here, to save a second write. */
export const write = (
  tx: Tx,
  documentId: number,
  { title, summary, tags, lang, blocks, reason = null }: WrittenText,
  { parent, merged, base, iteration }: Lineage,
  { by, origin, at }: WrittenBy,
  published?: { version: number; since: number },
): Promise<number> =>
  insertRevision(tx, {
    document_id: documentId,
    parent_id: parent,
    merged_id: merged ?? null,
    base_version: base,
    iteration_id: iteration ?? null,
    title,
    summary,
    tags,
    lang,
    blocks,
    origin,
    author_id: by,
    reason,
    created_at: at,
    ...(published ? { ...published, published_by: by, published_at: at } : UNPUBLISHED),
  })
