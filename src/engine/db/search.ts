// The contract of the full-text index that each engine keeps in its own way. Words arrive folded and cut (see
// features/documents/search/words.ts), made of letters and digits only, so that no engine's own idea of a word matters.
// An index only knows which documents hold a word, and in which field: the order is worked out above it, the same for both.
//
// Glossary
//   field       where a word must stand: in the title; in title or tags; in a heading; in the head (all of these and the
//               lead); anywhere
//   term        one thing that was asked for: any of its alternatives will do
//   holders     the newest (or oldest) documents that hold every term in the field and may be read
//   vocabulary  the words that some document has. The open ones are those that some document has that every visitor may
//               read: a visitor's search knows no others, so that hidden words cost it what unknown words cost

import { type Expression, type SqlBool, sql } from 'kysely'
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
  /** isOpen: every visitor may find it. */
  isOpen: boolean
}

export type SearchTerm = { word: string; prefix: boolean }[]

/** Asked is what holders are wanted of; a prefix is cheap only where words are few: in titles. */
export type Asked = { field: SearchField; terms: SearchTerm[] }
export type Holding = { readable: Readable; first?: 'newest' | 'oldest'; limit: number }

/** LAST_CHARACTER ends the range of what has the same beginning: both engines compare words and titles byte by byte. */
export const LAST_CHARACTER = '\u{10ffff}'

/** A VocabularyPart is whose words a reader's prefixes and spellings may become: `own` ones have to be looked up one by one. */
export type VocabularyPart = 'open' | 'own' | 'all'

/** onlyOpen narrows a query over search_words; there is an index of the open ones alone. */
export const onlyOpen = (vocabulary: VocabularyPart) => sql.raw(vocabulary === 'open' ? 'and is_open = 1' : '')

/** A KnownWord is one of the vocabulary; is_open: every visitor may find it. */
export type KnownWord = { word: string; is_open: 0 | 1 }

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
  steps: { tables: string[]; heads: string[]; sections: string[] }
  /** isFarAway: asking takes longer than what is asked, so all that may be needed is asked for at once. */
  isFarAway: boolean
  put: (tx: Tx, entry: SearchEntry) => Promise<void>
  remove: (tx: Tx, id: number) => Promise<void>
  /** countPieces is how many pieces every search has to look into; saves add pieces, and only some merge by themselves. */
  countPieces: (query: Query) => Promise<number>
  /** mergePieces makes fewer of them, in bounded time; false means that nothing is left to do. The first step is for all of
   * them, further ones finish it: what others save meanwhile does not make it begin again. */
  mergePieces: (tx: Tx, step: 'first' | 'further') => Promise<boolean>
  /** holders are the ids for each that is asked; on SQLite the oldest with a common word are found sooner. */
  holders: (query: Query, asked: Asked[], holding: Holding) => Promise<number[][]>
  /** knownWords are those of the given words that the vocabulary has, in the order given. */
  knownWords: (query: Query, words: string[], vocabulary: VocabularyPart) => Promise<KnownWord[]>
  /** knownPrefixes are those of the given beginnings with which a word of the vocabulary starts, in the order given. */
  knownPrefixes: (query: Query, beginnings: string[], vocabulary: VocabularyPart) => Promise<string[]>
  /** forgetWords takes words out of the vocabulary, or out of the open ones. */
  forgetWords: (tx: Tx, words: string[], from: 'open' | 'all') => Promise<void>
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
