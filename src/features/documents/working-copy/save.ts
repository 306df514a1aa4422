// Saving without publishing, within the caller's transaction (editing/saves.ts). Holds the document's lock like any change,
// so saves and publications are serialised. The document and its cached responses don't change. Every save is a revision, so
// a replaced text can be restored.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue, staleVersion } from '#errors.ts'
import { isSameText } from '../revisions/merge.ts'
import {
  findPublished,
  findRevision,
  findSaved,
  getHeads,
  type Heads,
  type Revision,
  updateSaved,
  updateWorking,
} from '../revisions/store.ts'
import { type WrittenText, write } from '../revisions/write.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { tagsAsText } from '../writing/filing/filing.ts'
import { type Cause, noteSavedDraft } from '../writing/report.ts'
import type { StoredDocument } from '../writing/store.ts'
import { getForChange } from '../writing/write.ts'
import { updateDraftVersion } from './store.ts'

/** The changed parts; blocks are JSON, checked before. `taken` is a revision that is restored. */
export type CopyChange = Pick<DocumentUpdate, 'title' | 'summary' | 'tags'> & {
  blocks?: string | undefined
  taken?: number
}

/**
 * Versions that the caller has seen: `expected` of the copy (0 without one), `document` of the document; `base` is the
 * document's version that the text is based on.
 */
export type CopyCondition = { expected?: number | undefined; document?: number | undefined; base?: number | undefined }

/** Returns the copy's new version: 0 if there is none because nothing differs from the document. */
export async function saveCopy(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  input: CopyChange,
  cause: Cause,
  { expected, document: seen, base }: CopyCondition,
): Promise<number> {
  const document = await getForChange(deps, tx, id, { actor: cause.actor, expected: seen })
  const saved = await findSaved(tx, id)
  const version = saved ? document.draft_version : 0
  if (expected !== undefined && expected !== version) throw staleVersion(expected, version)
  if (base !== undefined && (base < 1 || base > document.version))
    throw invalidValue(['query', 'base_version'], `The document has the versions 1 to ${document.version}`, base)
  const before = saved ?? { ...(await findPublished(tx, id))!, base_version: document.version }
  const after = { ...before, ...given(input), ...(base !== undefined && { base_version: base }) }
  const heads = await getHeads(tx, id)
  if (!PARTS.some((part) => after[part] !== before[part])) {
    // Saving the already saved text undoes what was typed since, so editors no longer continue from that.
    if (input.blocks !== undefined && heads.working_id !== null) await updateWorking(tx, id, null)
    return version
  }
  const draft_version = await keepSaved(tx, document, heads, { ...after, taken: input.taken }, cause)
  await noteSavedDraft(tx, cause, id, { title: after.title, draft_version })
  return draft_version
}

const PARTS = ['title', 'summary', 'tags', 'blocks', 'base_version'] as const

/** Makes a text the saved one and returns the working copy's version. */
export async function keepSaved(
  tx: Tx,
  { id, draft_version: before }: StoredDocument,
  { saved_id, saved_since, published_id, working_id }: Heads,
  text: WrittenText & Pick<Revision, 'base_version'> & { taken?: number | undefined },
  { actor, at }: Pick<Cause, 'actor' | 'at'>,
): Promise<number> {
  // Saving exactly the autosaved text continues from it; another text is based on the saved one.
  const working = working_id === null ? undefined : await findRevision(tx, working_id)
  const parent = working && isSameText(working, text) ? working.id : (saved_id ?? published_id)
  const lineage = { parent, taken: text.taken ?? working?.id, base: text.base_version }
  const revision = await write(tx, id, text, lineage, { by: actor.userId, origin: 'hand', at })
  await updateSaved(tx, id, { saved_id: revision, saved_since: saved_since ?? at, working_id: null })
  const draft_version = before + 1
  await updateDraftVersion(tx, id, draft_version)
  return draft_version
}

const given = ({ title, summary, tags, blocks }: CopyChange) => ({
  ...(title !== undefined && { title }),
  ...(summary !== undefined && { summary }),
  ...(tags !== undefined && { tags: tagsAsText(tags) }),
  ...(blocks !== undefined && { blocks }),
})
