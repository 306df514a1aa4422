// An autosave, within the caller's transaction (editing/saves.ts): the text on an editor's screen becomes a revision that the
// next editor continues. It isn't saved: schedules, previews and publishing ignore it; lists show whether there is a draft.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { type CopyContent, isSameText, mergeCopy } from '../revisions/merge.ts'
import {
  findPublished,
  findRevision,
  findTextAt,
  getHeads,
  type Heads,
  type Revision,
  updateWorking,
} from '../revisions/store.ts'
import { write } from '../revisions/write.ts'
import type { StoredDocument } from '../writing/store.ts'
import { getForChange } from '../writing/write.ts'
import { ancestorsOf, findParent, listLineage } from './autosave-store.ts'
import { thinOwn } from './thinning.ts'

/** Checked before; `parent` is the revision that it was typed over. */
type TypedText = CopyContent & { parent: number }

/** Without `clash` it was saved as `revision`; `merged` is the text if it includes someone else's changes. */
type AutosaveOutcome = {
  revision: number
  draft_version: number
  is_saved: boolean
  merged: CopyContent | undefined
  clash?: { conflicts: string[]; base: CopyContent; theirs: CopyContent; kept: number }
}

export async function writeAutosave(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  { parent, ...mine }: TypedText,
  { actor, at }: { actor: Actor; at: number },
): Promise<AutosaveOutcome> {
  const document = await getForChange(deps, tx, id, { actor })
  const heads = await getHeads(tx, id)
  const tip = (await findRevision(tx, heads.working_id ?? heads.saved_id ?? heads.published_id))!
  const over = await findParent(tx, id, parent)
  if (!over) throw invalidValue(['body', 'parent'], 'not a revision of this document', parent)
  const draft_version = heads.saved_id === null ? 0 : document.draft_version
  const placed =
    over.id === tip.id
      ? await mergePublished(tx, document, heads, tip, mine)
      : await mergeConcurrent(tx, document, tip, over, mine)
  const { content, conflicts, base } = placed
  const saved = (await findRevision(tx, heads.saved_id ?? heads.published_id))!
  const state = { draft_version, is_saved: isSameText(content, saved) }
  const by = { by: actor.userId, origin: 'hand', at } as const
  const { lang } = tip
  if (conflicts.length > 0) {
    const lineage = { parent: over.id, base: over.base_version }
    const loser = await write(tx, id, { ...mine, lang, reason: 'conflict' }, lineage, by)
    return { revision: tip.id, ...state, merged: undefined, clash: { conflicts, base, theirs: tip, kept: loser } }
  }
  const merged = isSameText(content, mine) ? undefined : content
  if (isSameText(content, tip)) return { revision: tip.id, ...state, merged }
  const lineage = { parent: tip.id, merged: placed.merged, base: placed.base_version }
  const revision = await write(tx, id, { ...content, lang, reason: 'autosave' }, lineage, by)
  await updateWorking(tx, id, revision)
  await thinOwn(tx, id, actor.userId, at)
  return { revision, ...state, merged }
}

/** The merged text, the base of the merge, the merged revision, and the version it is based on. */
type ReconciledText = Omit<ReturnType<typeof mergeCopy>, 'mixed'> & {
  base: CopyContent
  merged?: number
  base_version: number
}

/** Nobody else has typed since. Newer published changes are merged; conflicts are left until it is published. */
async function mergePublished(
  tx: Tx,
  document: StoredDocument,
  heads: Heads,
  tip: Revision,
  mine: CopyContent,
): Promise<ReconciledText> {
  const { id, version } = document
  const unmerged = { content: mine, conflicts: [], base: tip }
  if (await restsOnPublished(tx, document, heads, tip)) return { ...unmerged, base_version: version }
  const published = (await findPublished(tx, id))!
  const { content, conflicts } = mergeCopy((await findTextAt(tx, id, tip.base_version)) ?? published, mine, published)
  if (conflicts.length > 0) return { ...unmerged, base_version: tip.base_version }
  return { ...unmerged, content, merged: published.id, base_version: version }
}

async function restsOnPublished(tx: Tx, { id, version }: StoredDocument, { published_id }: Heads, tip: Revision) {
  if (tip.id === published_id || tip.base_version === version) return true
  return ancestorsOf(await listLineage(tx, id), tip.id).has(published_id)
}

/** Someone else has typed or saved since, over the same text. */
async function mergeConcurrent(
  tx: Tx,
  document: StoredDocument,
  tip: Revision,
  over: Revision,
  mine: CopyContent,
): Promise<ReconciledText> {
  const base = await commonAncestor(tx, document.id, over, tip)
  const base_version = tip.version === null ? tip.base_version : document.version
  return { ...mergeCopy(base, mine, tip), base, merged: over.id, base_version }
}

/** The newest common ancestor; if it was deleted, the document's text at the older base version. */
async function commonAncestor(tx: Tx, id: number, one: Revision, other: Revision): Promise<Revision> {
  const lineage = await listLineage(tx, id)
  const others = ancestorsOf(lineage, other.id)
  const shared = Math.max(0, ...[...ancestorsOf(lineage, one.id)].filter((ancestor) => others.has(ancestor)))
  return (
    (await findRevision(tx, shared)) ??
    (await findTextAt(tx, id, Math.min(one.base_version, other.base_version))) ??
    one
  )
}
