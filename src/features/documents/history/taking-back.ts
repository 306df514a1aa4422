// Undoes an import document by document: a new one goes to the trash, a changed one gets its old text, a draft is discarded.
// Throws if somebody has changed the document since.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { discardIn } from '../drafts/publish.ts'
import { dropRedirectsTo } from '../redirects/redirects.ts'
import { findSharedDraft, findTextAt } from '../revisions/store.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { changeDocument, type DocumentChange } from '../writing/write.ts'
import { type DeletingDeps, removeDocument } from './trash.ts'

/** A document as the import left it; `draft_version` is set if only a draft was written. */
type WrittenDocument = {
  id: number
  version: number
  draft_version: number | null
  /** Its former filing and version; null if the import created it. */
  before:
    | (Pick<DocumentChange, 'lang' | 'category_id' | 'position' | 'visibility' | 'published' | 'access'> & FormerText)
    | null
}
type FormerText = { version: number }

type TakingBackDeps = DeletingDeps & Pick<Deps, 'sandbox'>

/**
 * Prepares the undo outside, because preparing a long text would hold up other writers; returns what to run in the
 * transaction.
 */
export async function prepareUndo(
  deps: TakingBackDeps,
  actor: Actor,
  { id, version, draft_version, before }: WrittenDocument,
): Promise<(tx: Tx, deletion: () => Promise<number | undefined>) => Promise<void>> {
  const isText = before !== null && draft_version === null
  const text = isText ? await findTextAt(deps.db.read, id, before.version) : undefined
  const prepared = text && (await prepareContent(JSON.parse(text.blocks) as Block[], { ...deps, actor }))
  return async (tx, deletion) => {
    const draft = await findSharedDraft(tx, id)
    if ((draft !== undefined) !== (draft_version !== null)) throw conflict(WRITTEN_SINCE)
    if (draft_version !== null) return discardIn(deps, tx, actor, id, draft_version)
    if (before === null) {
      await removeDocument(deps, tx, actor, id, { deletion: await deletion(), isTakenBack: true, expected: version })
      return dropRedirectsTo(tx, id)
    }
    if (!text || !prepared) throw conflict('its earlier revision is gone')
    const { version: _, access, ...filing } = before
    const { title, summary, tags, evidence } = text
    const content = { title, summary, tags: JSON.parse(tags) as string[], prepared, evidence }
    const cause = { actor, origin: 'restore', at: deps.clock.now() } as const
    await changeDocument(deps, tx, id, { ...filing, ...(access && { access }), ...content }, cause, version)
  }
}

export const WRITTEN_SINCE = 'someone has written in it since'
