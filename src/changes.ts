// What a transaction has changed, reported in one place: the only module that raises the counters under which responses are
// cached (`touch` in engine/db). Callers say what changed, this module decides whose cached responses become stale.
//
// Today there are three counters, so most changes invalidate more than they must. The reports already carry what narrower
// counters would need: the document, its category before and after, and which aspects of it changed.

import type { Tx } from './engine/db/db.ts'

/** `text` is what the page of a document shows: blocks, summary, tags. `written` is whether there is any. */
export type DocumentAspect = 'text' | 'title' | 'slug' | 'category' | 'position' | 'written' | 'audience' | 'bucket'

/** A category is null where a document is in none, and undefined where there is no document: before it is made, once it is gone. */
export type DocumentChanged = {
  id: number
  from: number | null | undefined
  to: number | null | undefined
  aspects: readonly DocumentAspect[]
}

/** What the tree of the site shows of a document, or decides by. Neither a new text nor a job alters it. */
const IN_TREE: ReadonlySet<DocumentAspect> = new Set(['title', 'slug', 'category', 'position', 'written', 'audience'])

/** documentChanged is for one document that was made, changed or deleted in this transaction. */
export function documentChanged(tx: Tx, { from, to, aspects }: DocumentChanged): void {
  tx.touch('content')
  const appearsOrGoes = from === undefined || to === undefined
  if (appearsOrGoes || aspects.some((aspect) => IN_TREE.has(aspect))) tx.touch('tree')
}

/** `parentIds` are those whose order or number of children changed; `audienceIds` those that other people may enter now. */
export type TreeChanged = {
  categoryIds: readonly number[]
  parentIds: readonly (number | null)[]
  audienceIds: readonly number[]
}

/** treeChanged is for categories; what their audience means for the documents in them is part of the same report. */
export function treeChanged(tx: Tx, _changed: TreeChanged): void {
  tx.touch('content')
  tx.touch('tree')
}

/** `name` is what documents show of their authors; `access` is the role, whether they may sign in, and with which tokens. */
export type AccountChanged = { userId: number; aspects: readonly ('name' | 'access')[] }

export function accountChanged(tx: Tx, { aspects }: AccountChanged): void {
  if (aspects.includes('access')) tx.touch('accounts')
  if (aspects.includes('name')) tx.touch('content')
}
