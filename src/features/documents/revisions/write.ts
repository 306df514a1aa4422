// write: the only way to create a text, within the caller's transaction. Creates just a revision; publish.ts shows it to
// readers, a draft to editors.

import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin } from '#engine/db/vocabulary.ts'
import { behindAfter, type PartsBehind } from './behind.ts'
import { findRevision, insertRevision, type NewRevision, type Revision } from './store.ts'

/** Tags and blocks are JSON, checked before. */
export type WrittenText = Pick<NewRevision, 'title' | 'summary' | 'tags' | 'lang' | 'blocks'> & {
  /** Why it is kept: autosaved, or lost a conflict. */
  reason?: NewRevision['reason']
}

/**
 * Where a text comes from: the revision it replaced, one it merged (or only took words from: `taken`), the document's version
 * it is based on (and the text of that, if the replaced revision had another), and the iteration whose draft it is.
 */
type Lineage = {
  parent: number | null
  merged?: number | undefined
  taken?: number | undefined
  base: number
  over?: Revision
  iteration?: number
}
/** `behind` is for texts that no account has typed. */
type WrittenBy = { by: number | null; origin: RevisionOrigin; at: number; behind?: PartsBehind | undefined }

const UNPUBLISHED = { version: null, since: null, published_by: null, published_at: null }

/** Returns the new revision's id. If it is published at once, pass that here, to save a second write. */
export async function write(
  tx: Tx,
  documentId: number,
  { title, summary, tags, lang, blocks, reason = null }: WrittenText,
  { parent, merged, taken = merged, base, over, iteration }: Lineage,
  { by, origin, at, behind: generated }: WrittenBy,
  published?: { version: number; since: number },
): Promise<number> {
  const find = async (id: number | null | undefined) => (id == null ? undefined : findRevision(tx, id))
  const behindText = async (): Promise<PartsBehind> => {
    const step = {
      parent: await find(parent),
      base: over,
      merged: await find(taken),
      isRestored: origin === 'restore',
    }
    const author = generated ?? by ?? (origin === 'import' ? 'import' : 'network')
    return behindAfter(tx, { title, summary, tags, blocks }, { ...step, by: author })
  }
  return insertRevision(tx, {
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
    behind: published ? null : JSON.stringify(await behindText()),
    ...(published ? { ...published, published_by: by, published_at: at } : UNPUBLISHED),
  })
}
