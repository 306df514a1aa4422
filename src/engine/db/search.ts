// The contract of the full-text index that each engine keeps in its own way. Words arrive folded and cut (see
// features/documents/search/indexing/words.ts), made of letters and digits only, so that no engine's own idea of a word matters.
// An index only knows which documents hold a word, and in which field: the order is worked out above it, the same for both.
//
// Glossary
//   field       where a word must stand: in the title; in title or tags; in a heading; in the head (all of these and the
//               lead); anywhere
//   term        one thing that was asked for: any of its alternatives will do
//   holders     the newest (or oldest) documents that hold every term in the field and may be read
//   vocabulary  the words that some document has. A reader's prefixes and spellings become only words that this reader can
//               find, inside the query, so that hidden words cost what unknown words cost
//   reach       how many can find a word or a document's words without a grant: visitors, members, nobody

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { batchesOf } from './batches.ts'
import type { Query, Tx } from './tx.ts'

export const SEARCH_FIELDS = ['title', 'tags', 'heading', 'head', 'anywhere'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** MARKS begin a word that stands in a field: each field is asked for by a word of its own. No word of ours begins so. */
export const MARKS: Record<SearchField, string> = { title: '¶', tags: '§', heading: '¤', head: '¬', anywhere: '' }

/** In a SearchEntry `all` has every word of the other lists, some of them twice. */
export type SearchEntry = {
  id: number
  /** isTitleNew: a title that the index already has need not be put there again. */
  isTitleNew: boolean
  titleKey: string
  title: string[]
  tags: string[]
  headings: string[]
  lead: string[]
  all: string[]
  /** sections are kept for whoever shows what was found. */
  sections: string
  reach: Reach
}

export type SearchTerm = { word: string; prefix: boolean }[]

/** Asked is what holders are wanted of; a prefix is cheap only where words are few: in titles. */
export type Asked = { field: SearchField; terms: SearchTerm[] }
export type Holding = { readable: Readable; first?: 'newest' | 'oldest'; limit: number }

/** LAST_CHARACTER ends the range of what has the same beginning: both engines compare words and titles byte by byte. */
export const LAST_CHARACTER = '\u{10ffff}'

/** Reach: 2 is every visitor, 1 every member, 0 those with a grant. */
export type Reach = 0 | 1 | 2

/**
 * A VocabularyPart is whose words a reader's prefixes and spellings may become: those of visitors, those of members and
 * whatever else the reader's own documents hold, only what these hold, or all.
 */
type VocabularyPart = 'open' | 'own' | 'bound' | 'all'

/** findableBy narrows a query over search_words to what a reader can find; `isHeld` asks whether a document of theirs has it. */
export function findableBy(vocabulary: VocabularyPart, isHeld: () => RawBuilder<unknown>): RawBuilder<unknown> {
  if (vocabulary === 'all') return sql``
  if (vocabulary === 'open') return sql`and search_words.reach = 2`
  return vocabulary === 'own' ? sql`and (search_words.reach >= 1 or ${isHeld()})` : sql`and ${isHeld()}`
}

/** MOST_MEANINGS bounds what a prefix becomes: the shortest words that begin so, which are nearest to what was typed. */
export const MOST_MEANINGS = 24
/** A prefix that is a word by itself hardly ever means another: the nearest few are enough. */
export const MOST_BEYOND = 8
/** Up to this many words with the same beginning are looked through; among more, the result is good, not the best. */
export const MOST_SCANNED = 2_000

/** MOST_SPELLINGS bounds what a mistyped word becomes. */
export const MOST_SPELLINGS = 8

/** Beginning asks for words by how they begin and how long they are. */
export type Beginning = { beginning: string; limit: number; shortest?: number; longest?: number }

/**
 * Tries are what a word that nothing has may have meant, the likeliest first: one of `words`; words that begin with the first
 * possible of them, from the one at `beginningsFrom` on; one of those that are `alike`. What comes later is looked for only
 * where there is nothing before it.
 */
export type Tries = { words: string[]; beginningsFrom?: number | undefined; alike?: Beginning | undefined }

/** SearcherValues stand for the reader in a kept query. */
export type SearcherValues = { user: number | null; category: number | undefined }
export const searcherOf = ({ userId, categoryId }: Readable): SearcherValues => ({ user: userId, category: categoryId })

export type WordRow = { word: string }
export const wordsIn = (rows: WordRow[]): string[] => rows.map(({ word }) => word)

export type BeginningValues = SearcherValues & { from: string; to: string; shortest: number; longest: number }
export function beginningValues(asked: Beginning, readable: Readable): BeginningValues {
  const { beginning, shortest = 0, longest = 1_000 } = asked
  return { from: beginning, to: beginning + LAST_CHARACTER, shortest, longest, ...searcherOf(readable) }
}

/** FoundDocument is what ranking needs of a document: `liking` is twice its views, and one more when it is pinned. `version` is the
 * one that may be read: nothing of another version is shown for it. */
export type FoundDocument = { id: number; version: number; liking: number }
export const LIKING = sql<number>`(documents.view_count * 2 + case when documents.pinned_at > 0 then 1 else 0 end)`

/**
 * A Meaning is what a typed word may mean here, and which documents are known already to hold that, by field. Of a word
 * without a meaning `kept`, where it is told, is its longest beginning that it shares with one that the reader can find.
 */
export type Meaning = { words: string[]; held: ReadonlyMap<SearchField, number[]>; kept?: string }
export type Meanings = { meanings: Meaning[]; found: ReadonlyMap<number, FoundDocument> }
/** Spelt are the meanings of tries; `alike` still has to be compared with what was typed. */
export type Spelt = Meanings & { alike: string[][] }
/** Ahead is what will be asked of the documents that hold the words. */
export type Ahead = Holding & { fields: SearchField[] }

/** EVERY_SHAPE is the shape of the condition that all documents meet. */
export const EVERY_SHAPE = 'all'

/** Readable is a condition on `documents`, built once per shape: equal shapes differ only in the ids. */
export type Readable = {
  shape: string
  vocabulary: VocabularyPart
  userId: number | null
  categoryId?: number
  condition: (userId: number | null, categoryId?: number) => Expression<SqlBool>
}

export type SearchIndex = {
  /** steps are what the migrations of the index do, in their order; once released they stay as they are. */
  steps: Record<'tables' | 'heads' | 'sections' | 'reach' | 'pending' | 'merging', string[]>
  put: (tx: Tx, entry: SearchEntry) => Promise<void>
  /** startAnew empties the index and has every document indexed again. */
  startAnew: (tx: Tx) => Promise<void>
  /** rebuild, where there is one: a transaction in which everything is put runs `work` without what each put has to keep in order. */
  rebuild?: (tx: Tx, work: () => Promise<void>) => Promise<void>
  remove: (tx: Tx, id: number) => Promise<void>
  /** countPieces is how many pieces every search has to look into; saves add pieces, and only some merge by themselves. */
  countPieces: (query: Query) => Promise<number>
  /** mergePieces makes fewer of them, in bounded time; false means that nothing is left to do. The first step is for all of
   * them, further ones finish it: what others save meanwhile does not make it begin again. */
  mergePieces: (tx: Tx, step: 'first' | 'further') => Promise<boolean>
  /** holders are the ids for each that is asked; on SQLite the oldest with a common word are found sooner. */
  holders: (query: Query, asked: Asked[], holding: Holding) => Promise<number[][]>
  /** found are those of the given documents that may be read, in no particular order. */
  found: (query: Query, ids: number[], readable: Readable) => Promise<FoundDocument[]>
  /** meanings are what typed words may mean. Where asking takes longer than what is asked, their holders come with them. */
  meanings: (query: Query, typed: SearchTerm, ahead: Ahead) => Promise<Meanings>
  /** spellings are what mistyped words may mean, as meanings are of typed ones. */
  spellings: (query: Query, tries: Tries[], ahead: Ahead) => Promise<Spelt>
  /** knownWords are those of the given words that the reader can find, in the order given. */
  knownWords: (query: Query, words: string[], readable: Readable) => Promise<string[]>
  /** knownPrefixes are those of the given beginnings with which such a word starts, in the order given. */
  knownPrefixes: (query: Query, beginnings: string[], readable: Readable) => Promise<string[]>
  /** wordsBeginning are the shortest such words with this beginning: those nearest to what was typed. */
  wordsBeginning: (query: Query, asked: Beginning, readable: Readable) => Promise<string[]>
  /** lowerReach returns how many of the words reached further. */
  lowerReach: (tx: Tx, words: string[], reach: Reach) => Promise<number>
  forgetWords: (tx: Tx, words: string[]) => Promise<void>
}

/** markedWords are what stands in the index for an entry. */
export function markedWords({ title, tags, headings, lead, all }: SearchEntry): string[] {
  const marked = [...all]
  const add = (field: SearchField, words: Iterable<string>) => {
    for (const word of words) marked.push(MARKS[field] + word)
  }
  add('title', title)
  add('tags', new Set([...title, ...tags]))
  add('heading', headings)
  add('head', new Set([...title, ...tags, ...headings, ...lead]))
  return marked
}

/** noteBehind has documents indexed again by the scheduler: who may read them has changed together with many others. */
export async function noteBehind(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids))
    await tx.updateTable('search_documents').set({ is_behind: 1 }).where('id', 'in', some).execute()
}
