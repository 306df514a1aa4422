// A document as it is edited: it says what was typed last, or else what its working copy says, and knows what readers see instead.

import type { DocumentOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'

type Content = Pick<DocumentOut, 'title' | 'summary' | 'tags' | 'blocks'>

/**
 * A Stand is what a save rests on: the version of the document, that of its working copy (0: there is none), the revision that is
 * being edited, and the version of the document that its text rests on.
 */
export type Stand = { version: number; draft: number; revision: number; base: number }
/** `live` is what is published, or would be without the working copy. `isAhead`: it says more than was saved. */
export type EditedDocument = DocumentOut & {
  live: Content
  stand: Stand
  isAhead: boolean
  /** typed: who wrote this text, and when. */
  typed: { by: DocumentOut['author']; at: string }
}

const contentOf = ({ title, summary, tags, blocks }: Content): Content => ({ title, summary, tags, blocks })

/** Two requests are no snapshot: between them the document may be saved or published. */
const TRIES = 3

export async function readEdited(id: number): Promise<EditedDocument> {
  const path = { doc_id: id }
  for (let tries = 1; ; tries++) {
    const [document, text] = await Promise.all([
      call('GET /api/admin/docs/{doc_id}', { path }),
      call('GET /api/docs/{doc_id}/autosave', { path }),
    ])
    queryClient.setQueryData(keys.document(id), document)
    const isSameMoment = document.version === text.version && (document.draft?.version ?? 0) === text.draft_version
    if (!isSameMoment && tries < TRIES) continue
    const { version, draft_version: draft, revision, base_version: base, is_saved } = text
    const stand = { version, draft, revision, base }
    const typed = { by: text.author, at: text.updated_at }
    return { ...document, ...contentOf(text), live: contentOf(document), stand, isAhead: !is_saved, typed }
  }
}
