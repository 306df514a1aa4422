// What a transaction has changed, reported in one place: the only module that touches tags (engine/db/change-log.ts).
// Callers say what changed; this module decides what is stale, and names the tags under which things are cached.
// A save of a text makes that document stale and the lists ordered by time, but no sidebar, no tree and no other page.

import type { Tx } from './engine/db/db.ts'

/** TAGS are what cached things rest on. */
export const TAGS = {
  /** Any document or category, in any way: lists, counts, the dashboard. */
  content: 'content',
  /** Categories: their names, their order, who may enter them. Whatever shows a category or a path rests on it. */
  tree: 'tree',
  /** How many documents some category has for some reader. */
  counts: 'counts',
  /** Who may read what, beyond a document's own rule. */
  grants: 'grants',
  /** What the tree shows of any document. */
  listing: 'listing',
  /** Any title, as suggestions show it: for what no title matched. */
  titles: 'titles',
  /** Titles with a word that begins with these letters. */
  beginning: (letters: string) => `begins:${letters}`,
  /** What pages show of people. */
  names: 'names',
  /** Name, colours, logo and links of the site. */
  brand: 'brand',
  /** Roles, sessions, tokens. */
  accounts: 'accounts',
  document: (id: number) => `document:${id}`,
  /** The working copy of a document, which only editors see. */
  draft: (id: number) => `draft:${id}`,
  /** Any working copy. */
  drafts: 'drafts',
  /** What the blocks of a document rest on, and what of it needs a look. */
  evidence: (id: number) => `evidence:${id}`,
  /** What the blocks of any document rest on. */
  sources: 'sources',
  /** What a sidebar or the tree shows of the documents in a category; null is in none. */
  category: (id: number | null) => `category:${id ?? 0}`,
} as const

/** `text` is what the page of a document shows: blocks, summary, tags. `written` is whether there is any. */
export type DocumentAspect = 'text' | 'title' | 'slug' | 'category' | 'position' | 'written' | 'audience' | 'bucket'

/** A category is null where a document is in none, and undefined where there is no document: before it is made, once it is gone. */
type DocumentChanged = {
  id: number
  from: number | null | undefined
  to: number | null | undefined
  aspects: readonly DocumentAspect[]
  /** beginnings are the first letters of the words in its title, before and after (search/indexing/words.ts). */
  beginnings: readonly string[]
}

const hasOne = (aspects: readonly DocumentAspect[], wanted: readonly DocumentAspect[]): boolean =>
  aspects.some((aspect) => wanted.includes(aspect))

/** documentChanged is for one document that was made, changed or deleted in this transaction. */
export function documentChanged(tx: Tx, { id, from, to, aspects, beginnings }: DocumentChanged): void {
  tx.touch(TAGS.content)
  tx.touch(TAGS.document(id))
  const appearsOrGoes = from === undefined || to === undefined
  const isListedOtherwise = hasOne(aspects, ['title', 'slug', 'category', 'position', 'written', 'audience'])
  if (appearsOrGoes || isListedOtherwise) {
    tx.touch(TAGS.listing)
    for (const category of [from, to]) if (category !== undefined) tx.touch(TAGS.category(category))
  }
  if (appearsOrGoes || hasOne(aspects, ['category', 'written', 'audience'])) tx.touch(TAGS.counts)
  if (appearsOrGoes || hasOne(aspects, ['title', 'slug', 'category', 'audience'])) {
    tx.touch(TAGS.titles)
    for (const letters of beginnings) tx.touch(TAGS.beginning(letters))
  }
  if (hasOne(aspects, ['audience'])) tx.touch(TAGS.grants)
}

/** draftChanged: a working copy was saved, published or discarded; what readers see is as it was. */
export function draftChanged(tx: Tx, documentId: number): void {
  tx.touch(TAGS.draft(documentId))
  tx.touch(TAGS.drafts)
}

/** evidenceChanged: what these documents say is as it was. */
export function evidenceChanged(tx: Tx, documentIds: readonly number[]): void {
  if (documentIds.length > 0) tx.touch(TAGS.sources)
  for (const id of documentIds) tx.touch(TAGS.evidence(id))
}

/** brandChanged: every page looks different. */
export const brandChanged = (tx: Tx): void => tx.touch(TAGS.brand)

/** `audienceIds` are the categories that other people may enter now. */
type TreeChanged = { audienceIds: readonly number[] }

/** treeChanged is for categories; what their audience means for the documents in them is part of the same report. */
export function treeChanged(tx: Tx, { audienceIds }: TreeChanged): void {
  tx.touch(TAGS.content)
  tx.touch(TAGS.tree)
  if (audienceIds.length === 0) return
  tx.touch(TAGS.counts)
  tx.touch(TAGS.grants)
}

/** accountChanged: `name` is what documents show of their authors; `access` is the role, whether someone may sign in, and how. */
export function accountChanged(tx: Tx, ...aspects: ('name' | 'access')[]): void {
  if (aspects.includes('name')) tx.touch(TAGS.names)
  if (aspects.includes('access')) {
    tx.touch(TAGS.accounts)
    tx.touch(TAGS.grants)
  }
}
