// write: the one way by which a text comes to be, inside the transaction of whoever asks. It makes a revision and nothing
// else: readers see it when it is published (publish.ts), editors when a head points at it.

import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin } from '#engine/db/vocabulary.ts'
import { insertRevision, type NewRevision } from './store.ts'

/** A WrittenText is what a revision says; tags and blocks are JSON, checked before. */
export type WrittenText = Pick<NewRevision, 'title' | 'summary' | 'tags' | 'lang' | 'blocks'> & {
  /** reason: it was typed and not saved, or lost against another text. */
  reason?: NewRevision['reason']
}

/** Lineage says what a text was written over, what it took up, at which version of the document it was begun, and whose draft it is. */
type Lineage = { parent: number | null; merged?: number | undefined; base: number; iteration?: number }
type WrittenBy = { by: number | null; origin: RevisionOrigin; at: number }

const UNPUBLISHED = { version: null, since: null, published_by: null, published_at: null }

/** write returns the id of the new revision. One that is published at once says so here, and is written once. */
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
