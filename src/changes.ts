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
  /** Any title, as suggestions show it. */
  titles: 'titles',
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
  /** How far any import is. */
  imports: 'imports',
  /** What waits for anyone, beyond documents and jobs. */
  inbox: 'inbox',
  /** What a sidebar or the tree shows of the documents in a category; null is in none. */
  category: (id: number | null) => `category:${id ?? 0}`,
} as const

/** What a document shows on its own page, to its editors or in counts alone. `text` is blocks, summary and tags. */
type OwnAspect = 'text' | 'bucket' | 'draft' | 'evidence'
/** What lists show of a document, too. `existence`: it was made or deleted. `written` is whether it has any text. */
type ListedAspect = 'existence' | 'title' | 'slug' | 'category' | 'position' | 'written' | 'audience'
export type DocumentAspect = OwnAspect | ListedAspect

/** What is stale, in sets that change together. `categories` are those of the document before and after (null is none). */
const SETS = {
  page: (id: number) => [TAGS.content, TAGS.document(id)],
  listing: (_: number, categories: readonly (number | null)[]) => [TAGS.listing, ...categories.map(TAGS.category)],
  counts: () => [TAGS.counts],
  titles: () => [TAGS.titles],
  grants: () => [TAGS.grants],
  draft: (id: number) => [TAGS.draft(id), TAGS.drafts],
  evidence: (id: number) => [TAGS.evidence(id), TAGS.sources],
}

const STALE: Record<DocumentAspect, readonly (keyof typeof SETS)[]> = {
  existence: ['page', 'listing', 'counts', 'titles'],
  audience: ['page', 'listing', 'counts', 'titles', 'grants'],
  category: ['page', 'listing', 'counts', 'titles'],
  title: ['page', 'listing', 'titles'],
  slug: ['page', 'listing', 'titles'],
  written: ['page', 'listing', 'counts'],
  position: ['page', 'listing'],
  text: ['page'],
  bucket: ['page'],
  // Readers see the page as it was.
  draft: ['draft'],
  evidence: ['evidence'],
}

/** documentChanged is for a document that was made, changed or deleted in this transaction. */
export function documentChanged(tx: Tx, id: number, aspects: readonly OwnAspect[]): void
export function documentChanged(
  tx: Tx,
  id: number,
  aspects: readonly DocumentAspect[],
  categories: readonly (number | null)[],
): void
export function documentChanged(
  tx: Tx,
  id: number,
  aspects: readonly DocumentAspect[],
  categories: readonly (number | null)[] = [],
): void {
  for (const set of new Set(aspects.flatMap((aspect) => STALE[aspect])))
    for (const tag of SETS[set](id, categories)) tx.touch(tag)
}

/** importsChanged is for an import that began, came further or ended; what it did to documents is their own report. */
export const importsChanged = (tx: Tx): void => tx.touch(TAGS.imports)

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

/** What is the same for all pages. `access` is what an account may do and how it signs in; `names` are those of authors. */
const SITE = { access: [TAGS.accounts, TAGS.grants], names: [TAGS.names], brand: [TAGS.brand] } as const

/** siteChanged is for accounts and the brand, which no single document or category holds. */
export function siteChanged(tx: Tx, ...aspects: (keyof typeof SITE)[]): void {
  for (const aspect of aspects) for (const tag of SITE[aspect]) tx.touch(tag)
}

/** inboxChanged: something waits for someone, or does no more. */
export const inboxChanged = (tx: Tx): void => tx.touch(TAGS.inbox)
