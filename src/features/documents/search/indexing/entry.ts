// A document's entry in the search index, and how it is queried. Pure.
//
// Every word is indexed with its fields: title; title or tags; heading; head (all of these and the lead, i.e. the summary and
// the body's frequent words); anywhere. So both engines rank alike without counting words at query time.

import type { TextSection } from 'galley-blocks/outline.ts'
import type { Reach, SearchEntry, SearchTerm, WordQuery } from '#engine/db/search.ts'
import { isUnspaced, titleKey, wordsOf } from './words.ts'

export const SEARCH_FIELDS = ['title', 'tags', 'heading', 'head', 'anywhere'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** Prefixes that make a word of a field distinct; text never contains them. */
const MARKS: Record<Exclude<SearchField, 'title'>, string> = { tags: '§', heading: '¤', head: '¬', anywhere: '' }

/** A query for documents that have every term in a field. */
export function askedIn(field: SearchField, ...terms: SearchTerm[]): WordQuery {
  if (field === 'title') return { in: 'titles', terms }
  const marked = (term: SearchTerm) => term.map(({ word, prefix }) => ({ word: MARKS[field] + word, prefix }))
  return { in: 'words', terms: terms.map(marked) }
}

export type Searchable = {
  id: number
  title: string
  isTitleNew?: boolean
  tags: string[]
  summary: string | null
  words: BodyWords
  sections: TextSection[]
  reach: Reach
}
/** A text's distinct words, and its frequent ones. */
export type BodyWords = { all: string[]; subjects: string[] }

const LONGEST_TEXT = 1_000_000
/** Keeps a body's distinct words, at up to 3 bytes per character, below a tsvector's 1 MiB. */
const MOST_BODY_LETTERS = 250_000
/** A word used this often is a subject of the body, if it isn't short. */
const SUBJECT_TIMES = 3
const SUBJECT_LENGTH = 4
const MOST_SUBJECTS = 24
const MOST_SECTIONS = 500

export function entryOf(document: Searchable): SearchEntry {
  const title = new Set(wordsOf(document.title))
  const tags = new Set([...title, ...wordsOf(document.tags.join(' '))])
  const { all: body, subjects } = document.words
  const summary = wordsOf(document.summary ?? '')
  const sections = document.sections.slice(0, MOST_SECTIONS)
  const headings = new Set(sections.flatMap(({ heading }) => wordsOf(heading)))
  const head = new Set([...tags, ...headings, ...summary, ...subjects])
  const vocabulary = [...tags, ...summary, ...body]
  const marked = (field: keyof typeof MARKS, words: Iterable<string>) =>
    Array.from(words, (word) => MARKS[field] + word)
  return {
    id: document.id,
    isTitleNew: document.isTitleNew ?? true,
    titleKey: titleKey(document.title),
    title: [...title],
    words: [...vocabulary, ...marked('tags', tags), ...marked('heading', headings), ...marked('head', head)],
    vocabulary,
    sections: sections.length === 0 ? '[]' : JSON.stringify(sections),
    reach: document.reach,
  }
}

/** The part of an entry that depends only on the text, and takes the most time. */
export function bodyWords(text: string): BodyWords {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text.slice(0, LONGEST_TEXT))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all: string[] = []
  const subjects: { word: string; times: number }[] = []
  let room = MOST_BODY_LETTERS
  for (const [word, times] of counts) {
    if (word.length > room) continue
    room -= word.length
    all.push(word)
    if (times >= SUBJECT_TIMES && (word.length >= SUBJECT_LENGTH || isUnspaced(word))) subjects.push({ word, times })
  }
  subjects.sort((a, b) => b.times - a.times || (a.word < b.word ? -1 : 1))
  return { all, subjects: subjects.slice(0, MOST_SUBJECTS).map(({ word }) => word) }
}

/** Whether a word is a candidate for spelling correction: long enough, not a number. */
export const isSpellable = (word: string): boolean => word.length >= 3 && !/^\p{N}+$/u.test(word) && !isUnspaced(word)
