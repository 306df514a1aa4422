// The contract of the full-text index that each engine keeps in its own way. Words arrive folded and cut (see
// features/documents/search/words.ts), made of letters and digits only, so that no engine's own idea of a word matters.
//
// Glossary
//   field   where a word must stand: in the title; in title or tags; in the head (title, tags, lead); anywhere
//   term    one thing that was asked for: any of its alternatives will do
//   find    the newest (or oldest) documents that hold every term in the field and may be read

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from './tx.ts'

export const SEARCH_FIELDS = ['title', 'tags', 'head', 'anywhere'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** In a SearchEntry `tags` are without the words of the title and `lead` is without both; `all` has every word at least once. */
export type SearchEntry = {
  id: number
  /** isTitleNew: a title that the index already has need not be put there again. */
  isTitleNew: boolean
  titleKey: string
  title: string[]
  tags: string[]
  lead: string[]
  all: string[]
}

export type SearchTerm = { word: string; prefix: boolean }[]
/**
 * Found is what ranking needs of a document: `liking` is twice its views, and one more when it is pinned. `version` is the one
 * that may be read: nothing of another version is shown for it.
 */
export type Found = { id: number; version: number; liking: number; title: string }
export const LIKING = sql<number>`(documents.view_count * 2 + case when documents.pinned_at > 0 then 1 else 0 end)`
/** A Find may do without titles, which saves SQLite a lookup per document: they are then left out. */
export type Find = {
  field: SearchField
  terms: SearchTerm[]
  readable: Readable
  first: 'newest' | 'oldest'
  titles: boolean
  limit: number
}

export type FindEach = Pick<Find, 'field' | 'readable' | 'limit'>

/** LAST_CHARACTER ends the range of what has the same beginning: both engines compare words and titles byte by byte. */
export const LAST_CHARACTER = '\u{10ffff}'

export type Titled = Pick<Found, 'id' | 'title'>

/** Readable is a condition on `documents`, built once per shape: equal shapes differ only in the ids. */
export type Readable = {
  shape: string
  userId: number | null
  categoryId?: number
  condition: (userId: number | null, categoryId?: number) => Expression<SqlBool>
}

export type SearchIndex = {
  /** steps are what the migrations of the index do, in their order; once released they stay as they are. */
  steps: { tables: string[]; heads: string[] }
  put: (tx: Tx, entry: SearchEntry) => Promise<void>
  remove: (tx: Tx, id: number) => Promise<void>
  /** countPieces is how many pieces every search has to look into; saves add pieces, and only some merge by themselves. */
  countPieces: (query: Query) => Promise<number>
  /** mergePieces makes fewer of them, in bounded time; false means that nothing is left to do. The first step is for all of
   * them, further ones finish it: what others save meanwhile does not make it begin again. */
  mergePieces: (tx: Tx, step: 'first' | 'further') => Promise<boolean>
  /** find returns what may be read, newest or oldest first; on SQLite the oldest with a common word are found sooner. */
  find: (query: Query, find: Find) => Promise<Found[]>
  /** findEach asks for many words, each by itself: for each the newest documents that hold it in the field and may be read. */
  findEach: (query: Query, words: SearchTerm, asked: FindEach) => Promise<Titled[][]>
  /** knownWords are those of the given words that some document has (or once had), in the order given. */
  knownWords: (query: Query, words: string[]) => Promise<string[]>
  /** knownPrefixes are those of the given beginnings with which a known word starts, in the order given. */
  knownPrefixes: (query: Query, beginnings: string[]) => Promise<string[]>
}
