// The contract of the full-text index that each engine keeps in its own way. What an entry says, and which words ask for it, is
// decided above it (features/documents/search): an engine only knows which documents hold a word, and in what order they are.
//
// Glossary, for all of search
//   word        letters and digits, folded and cut, so that no engine's own idea of a word matters. In an entry and in what is
//               asked for it may begin with a mark, one for each field of a document
//   term        one thing that was asked for: any of its words will do
//   holders     the newest (or oldest) documents that hold every term and may be read
//   vocabulary  the words that some document has, without marks
//   reach       how many can find a word or a document's words without a grant: visitors, members, nobody
//
// Hidden words cost what unknown words cost: words are asked for by their reach, in the vocabulary, in titles and in texts, so
// that no query ever comes across a word of a document that reaches less far. What a reader was granted beyond that is not
// asked for here but kept in memory (features/documents/search/finding/granted.ts).

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { batchesOf } from './batches.ts'
import type { Query, Tx } from './tx.ts'

/** In a SearchEntry `words` are all that the document can be found by, marks included; `vocabulary` has some words twice. */
export type SearchEntry = {
  id: number
  /** isTitleNew: a title that the index already has need not be put there again. */
  isTitleNew: boolean
  titleKey: string
  title: string[]
  words: string[]
  vocabulary: string[]
  /** sections are kept for whoever shows what was found. */
  sections: string
  reach: Reach
}

export type SearchTerm = { word: string; prefix: boolean }[]

/** WordQuery is what holders are wanted of. A prefix is cheap only where words are few: in titles. */
export type WordQuery = { in: 'titles' | 'words'; terms: SearchTerm[] }
export type Holding = { readable: Readable; first?: 'newest' | 'oldest'; limit: number }

/** LAST_CHARACTER ends the range of what has the same beginning: both engines compare words and titles byte by byte. */
export const LAST_CHARACTER = '\u{10ffff}'

/** Reach: 2 is every visitor, 1 every member, 0 those with a grant. */
export type Reach = 0 | 1 | 2
const REACHES: readonly Reach[] = [2, 1, 0]

/** reachesFrom are those that reach at least as far. */
export const reachesFrom = (least: Reach): Reach[] => REACHES.filter((reach) => reach >= least)

/** REACH_MARKS begin every word of an entry that not every visitor finds. No word of ours, and no field's mark, begins so. */
const REACH_MARKS: Record<Reach, string> = { 2: '', 1: '¦', 0: '°' }

/** wordAt is a word as it stands in the index for documents of this reach. */
export const wordAt = (reach: Reach, word: string): string => REACH_MARKS[reach] + word

/** reachedFrom has an index for each of its conditions: the words that everyone can find are found without touching another. */
export const reachedFrom = (least: Reach): RawBuilder<unknown> =>
  least === 0 ? sql`` : least === 1 ? sql`and search_words.reach >= 1` : sql`and search_words.reach = 2`

/** Up to this many words with the same beginning are looked through; among more, the result is good, not the best. */
export const MOST_SCANNED = 2_000

/** Beginning asks for words by how they begin and how long they are. */
export type Beginning = { beginning: string; limit: number; shortest?: number; longest?: number }

/** SearcherValues stand for the reader in a kept query. */
export type SearcherValues = { user: number | null; category: number | undefined }
export const searcherOf = ({ userId, categoryId }: Readable): SearcherValues => ({ user: userId, category: categoryId })

export type WordRow = { word: string }
export const wordsIn = (rows: WordRow[]): string[] => rows.map(({ word }) => word)

export type BeginningValues = { from: string; to: string; shortest: number; longest: number }
export function beginningValues({ beginning, shortest = 0, longest = 1_000 }: Beginning): BeginningValues {
  return { from: beginning, to: beginning + LAST_CHARACTER, shortest, longest }
}

/** EVERY_SHAPE is the shape of the condition that all documents meet. */
export const EVERY_SHAPE = 'all'

/** Readable is a condition on `documents`, built once per shape: equal shapes differ only in the ids. */
export type Readable = {
  shape: string
  /** reach is how far a document has to reach to be asked for in the index. */
  reach: Reach
  /** isGranted: whether some that reach less far may meet the condition, too. */
  isGranted: boolean
  userId: number | null
  categoryId?: number
  condition: (userId: number | null, categoryId?: number) => Expression<SqlBool>
}

export type SearchIndex = {
  /** tables are the statements that make the index (migration 0079); what changes it comes with a migration of its own. */
  tables: string[]
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
  holders: (query: Query, asked: WordQuery[], holding: Holding) => Promise<number[][]>
  /** knownWords are those of the given words that reach as far, in the order given. */
  knownWords: (query: Query, words: string[], least: Reach) => Promise<string[]>
  /** knownPrefixes are those of the given beginnings with which such a word starts, in the order given. */
  knownPrefixes: (query: Query, beginnings: string[], least: Reach) => Promise<string[]>
  /** wordsBeginning are the shortest such words with this beginning: those nearest to what was typed. */
  wordsBeginning: (query: Query, asked: Beginning, least: Reach) => Promise<string[]>
  /** lowerReach returns how many of the words reached further. */
  lowerReach: (tx: Tx, words: string[], reach: Reach) => Promise<number>
  forgetWords: (tx: Tx, words: string[]) => Promise<void>
}

/** noteBehind has documents indexed again by the scheduler: who may read them has changed together with many others. */
export async function noteBehind(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids))
    await tx.updateTable('search_documents').set({ is_behind: 1 }).where('id', 'in', some).execute()
}
