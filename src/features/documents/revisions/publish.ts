// publish: a text becomes what readers see. It moves the head and replaces what readers' queries touch of a text; what
// follows from that for everyone else is the list in writing/consequences.ts.

import type { Tx } from '#engine/db/db.ts'
import * as store from './store.ts'
import { type WrittenText, write } from './write.ts'

/** A NewText is a text to be published, and how; `form` is left out where the blocks stay as they are. */
type NewText = {
  wording: WrittenText
  /** over is what it replaces; nothing of a new document. */
  over: store.Revision | undefined
  /** saved is the revision that has exactly this wording already; `merged` one whose changes are in it. */
  saved?: number | undefined
  merged?: number | undefined
  form: store.PublishedForm | undefined
}
type Publisher = { by: number | null; origin: store.Revision['origin']; at: number }

/** publish returns the id of the published revision. */
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
    // The language is not part of what is saved: it is the document's own.
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
  if (over) await store.updatePublished(tx, { document_id, published_id }, form)
  else await store.insertPublished(tx, { document_id, published_id }, form!)
  return published_id
}

/** republish is for other tags or another language of the same wording: who wrote it when stays. */
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
  await store.updatePublished(tx, { document_id, published_id }, undefined)
}
