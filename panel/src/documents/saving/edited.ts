// A document as it is edited: it says what its working copy says, where there is one, and knows what readers see instead.

import type { DocumentOut, DocumentUpdate } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { isStatus } from '../../api/errors.ts'
import { keys, queryClient } from '../../api/queries.ts'

type DraftState = NonNullable<DocumentOut['draft']>
type Content = Pick<DocumentOut, 'title' | 'summary' | 'tags' | 'blocks'>
/** `live` is what is published, or would be without the working copy. */
export type EditedDocument = DocumentOut & { live: Content }

/** A Stand is what a save rests on: the version of the document, and that of its working copy (0: there is none). */
export type Stand = { version: number; draft: number }

export const standOf = ({ version, draft }: Pick<DocumentOut, 'version' | 'draft'>): Stand => ({
  version,
  draft: draft?.version ?? 0,
})

/** isNewer: one of the two was saved since. A copy that is gone was published, which is a version, or discarded. */
export const isNewer = (now: Stand, than: Stand): boolean =>
  now.version > than.version || (now.version === than.version && now.draft !== than.draft)

const contentOf = ({ title, summary, tags, blocks }: Content): Content => ({ title, summary, tags, blocks })
const withoutCopy = (document: DocumentOut): EditedDocument => ({ ...document, live: contentOf(document) })

/** Two requests are no snapshot; between them the draft may be published, or discarded and begun again, or the document change. */
const TRIES = 3

/** isSameMoment: what the document says of its draft is still so. Publishing from an older version would be refused. */
const isSameMoment = (said: DraftState, now: DraftState) =>
  said.version === now.version && said.to_merge === now.to_merge

export async function readEdited(id: number): Promise<EditedDocument> {
  const path = { doc_id: id }
  for (let tries = 1; ; tries++) {
    const document = await call('GET /api/admin/docs/{doc_id}', { path })
    queryClient.setQueryData(keys.document(id), document)
    if (!document.draft) return withoutCopy(document)
    try {
      const copy = await call('GET /api/docs/{doc_id}/working-copy', { path })
      if (isSameMoment(document.draft, copy) || tries === TRIES)
        return { ...withoutCopy(document), ...contentOf(copy), draft: copy }
    } catch (error) {
      // It was published in between: the document says so.
      if (!isStatus(error, 404) || tries === TRIES) throw error
    }
  }
}

/** savedOver is what a save has made of a document: the response has what is published, not what was saved. */
export function savedOver(saved: DocumentOut, ground: EditedDocument, body: DocumentUpdate): EditedDocument {
  const edited = withoutCopy(saved)
  if (!saved.draft) return edited
  const { title, summary, tags, blocks } = ground
  return {
    ...edited,
    title: body.title ?? title,
    summary: body.summary === undefined ? summary : body.summary,
    tags: body.tags ?? tags,
    blocks: body.blocks ?? blocks,
  }
}
