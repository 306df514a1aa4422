// publish: makes a text visible to readers. Makes it the document's published one and replaces what readers' queries use of the text; everything
// that follows is in writing/consequences.ts.

import type { Tx } from '#engine/db/db.ts'
import * as store from './store.ts'
import { type WrittenText, write } from './write.ts'

/** A text to publish; `form` is omitted if the blocks don't change. */
type NewText = {
  wording: WrittenText
  /** The replaced revision; none for a new document. */
  over: store.Revision | undefined
  /** `saved`: the revision that has exactly this text; `merged`: one whose changes it contains. */
  saved?: number | undefined
  merged?: number | undefined
  form: store.PublishedForm | undefined
}
type Publisher = { by: number | null; origin: store.Revision['origin']; at: number }

/** Returns the id of the published revision. */
export async function publish(
  tx: Tx,
  document: { id: number; version: number },
  { wording, over, saved, merged, form }: NewText,
  { by, origin, at }: Publisher,
): Promise<number> {
  const { id: document_id, version } = document
  const lineage = { parent: over?.id ?? null, merged, base: version - 1 }
  const published_id =
    saved ?? (await write(tx, document_id, wording, lineage, { by, origin, at }, { version, since: version }))
  if (saved !== undefined) {
    // The language belongs to the document rather than to its saved text.
    const { lang } = wording
    await store.updatePublication(tx, saved, {
      version,
      since: version,
      lang,
      origin,
      published_by: by,
      published_at: at,
    })
  }
  if (over) await store.updatePublished(tx, { id: document_id, published_id }, form)
  else await store.insertPublished(tx, { id: document_id, published_id }, form!)
  return published_id
}

/** For changed tags or language of the same text, keeping its author and time. */
export async function republish(
  tx: Tx,
  { id: document_id, version }: { id: number; version: number },
  over: store.Revision,
  { tags, lang }: Pick<WrittenText, 'tags' | 'lang'>,
): Promise<void> {
  const { id: parent_id, evidence: _evidence, ...content } = over
  const published_id = await store.insertRevision(tx, {
    ...content,
    tags,
    lang,
    parent_id,
    merged_id: null,
    reason: null,
    version,
    base_version: version - 1,
    iteration_id: null,
  })
  await store.updatePublished(tx, { id: document_id, published_id }, undefined)
}
