// Who stands behind the parts of a text that isn't published: who typed them in any revision since the published one. Each
// revision keeps that of all before it, so that none of these has to be kept for it.

import type { Query } from '#engine/db/db.ts'
import { changedParts, type PartedText, wordingsOf } from './parts.ts'
import { listWriting, type Revision } from './store.ts'

/** A person, or what is no account: a visitor's suggestion, a program without a token, an import on the command line. */
export type Behind = number | 'visitor' | 'network' | 'import'
/** The last one is who changed the part last. `*` are all parts without an entry. */
export type PartsBehind = Record<string, Behind[]>

export const behindPart = (behind: PartsBehind, part: string): Behind[] => behind[part] ?? behind['*'] ?? []

type Step = {
  /** The revision that was written over, the published one that it is compared with, and one whose changes were taken up. */
  parent: Revision | undefined
  base?: Revision | undefined
  merged: Revision | undefined
  /** Who wrote it, or who stands behind each part of what was generated. */
  by: Behind | PartsBehind
  /** A restored text was typed by its authors, and chosen by whoever restores it. */
  isRestored: boolean
}

/** Those behind a new text: those behind its parent, and of each part that it changed who did that. */
export async function behindAfter(query: Query, text: PartedText, { parent, base, merged, by, isRestored }: Step) {
  const behind = { ...(await findBehind(query, parent)) }
  if (!parent) return behind
  const typed = { ...behind }
  const taken = merged && { from: await findBehind(query, merged), same: sameIn(merged, text) }
  const authorsOf = (part: string): Behind[] => {
    const own = typeof by === 'object' ? behindPart(by, part) : [by]
    const former = taken?.same(part)
    if (former === undefined) return own
    const theirs = behindPart(taken!.from, former)
    if (isRestored) return [...theirs, ...own]
    return merged!.version !== null || theirs.length > 0 ? theirs : own
  }
  const changed = changedParts(parent, text, null)
  // The words of one block may stand in another one now.
  const moved = changed.length > 1 ? sameIn(parent, text) : () => undefined
  for (const { id, change } of changed) {
    const before = change === 'added' ? [] : behindPart(behind, id)
    const former = moved(id)
    const authors = new Set([...(former === undefined ? [] : behindPart(typed, former)), ...authorsOf(id)])
    behind[id] = [...new Set(before).difference(authors), ...authors]
  }
  // Whoever keeps an old text over a newer one takes back what that says.
  for (const { id } of base ? changedParts(base, text, null) : []) behind[id] ??= authorsOf(id)
  if (typeof by === 'object' && by['*']) behind['*'] = by['*']
  return behind
}

/** By part of a text, the part of another one that says the same. */
function sameIn(other: PartedText, text: PartedText) {
  const words = wordingsOf(text)
  const differing = new Set(changedParts(other, text, null).map(({ id }) => id))
  const idOf = new Map([...wordingsOf(other)].map(([id, wording]) => [wording, id]))
  return (part: string): string | undefined => {
    if (!differing.has(part)) return part
    const wording = words.get(part)
    return wording === undefined ? undefined : idOf.get(wording)
  }
}

/** Nobody is behind a published text any more. */
export async function findBehind(query: Query, revision: Revision | undefined): Promise<PartsBehind> {
  if (!revision || revision.version !== null) return {}
  if (revision.behind !== null) return JSON.parse(revision.behind) as PartsBehind
  // It was written before this was kept: everyone who wrote it may have typed each part.
  const authors = (await listWriting(query, revision.id, 0)).map(({ author_id }) => author_id ?? 'network')
  return { '*': [...new Set(authors)] }
}
