// Taking back what an import wrote, document by document: a new one goes to the trash, a changed one says again what it said, a
// draft is discarded. Only where nobody has written since: otherwise it throws, and the document stays as it is.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { dropRedirectsTo } from '../redirects/redirects.ts'
import { findTextAt, getHeads } from '../revisions/store.ts'
import { discardIn } from '../working-copy/publish.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { changeDocument, type DocumentChange } from '../writing/write.ts'
import { type DeletingDeps, removeDocument } from './trash.ts'

/** A WrittenDocument is as it was left; `draft_version` is that of a draft where only that was written. */
type WrittenDocument = {
  id: number
  version: number
  draft_version: number | null
  /** before is where it was filed and at which version; null of a document that was not there. */
  before:
    | (Pick<DocumentChange, 'lang' | 'category_id' | 'position' | 'visibility' | 'published' | 'access'> & FormerText)
    | null
}
type FormerText = { version: number }

type TakingBackDeps = DeletingDeps & Pick<Deps, 'sandbox'>

/** prepareTakingBack returns what takes it back inside a transaction: preparing a long text would hold up everyone else there. */
export async function prepareTakingBack(
  deps: TakingBackDeps,
  actor: Actor,
  { id, version, draft_version, before }: WrittenDocument,
): Promise<(tx: Tx, deletion: () => Promise<number | undefined>) => Promise<void>> {
  const isText = before !== null && draft_version === null
  const text = isText ? await findTextAt(deps.db.read, id, before.version) : undefined
  const prepared = text && (await prepareContent(JSON.parse(text.blocks) as Block[], { ...deps, actor }))
  return async (tx, deletion) => {
    const heads = await getHeads(tx, id)
    if (heads.working_id !== null || (heads.saved_id !== null) !== (draft_version !== null))
      throw conflict(WRITTEN_SINCE)
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
