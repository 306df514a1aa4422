// The edited document: its latest autosaved or working copy, together with the published one.

import type { DocumentOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'

type Content = Pick<DocumentOut, 'title' | 'summary' | 'tags' | 'blocks'>

/**
 * The versions that a save is based on: of the document, of its working copy (0 without one), the edited revision, and the
 * document's version under its text.
 */
export type BaseVersions = { version: number; draft: number; revision: number; base: number }
/** `live` is the document without the working copy. `isAhead`: the text is autosaved but not saved. */
export type EditedDocument = DocumentOut & {
  live: Content
  stand: BaseVersions
  isAhead: boolean
  /** Who wrote this text, and when. */
  typed: { by: DocumentOut['author']; at: string }
}

const contentOf = ({ title, summary, tags, blocks }: Content): Content => ({ title, summary, tags, blocks })

/** Two requests aren't atomic: the document may be saved or published in between. */
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
