// What stands in the search index for a document, and how it is asked for. Pure; search.ts puts it into the index and finds it
// there.
//
// Every word is indexed with the fields that hold it: in the title; in title or tags; in a heading; in the head, which is all
// of these and the lead (the summary, and the words that the body comes back to); anywhere. So both engines rank in the same
// way without counting words when someone searches.

import type { TextSection } from '#blocks/outline.ts'
import type { Reach, SearchEntry, SearchTerm, WordQuery } from '#engine/db/search.ts'
import { isUnspaced, titleKey, wordsOf } from './words.ts'

export const SEARCH_FIELDS = ['title', 'tags', 'heading', 'head', 'anywhere'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** MARKS begin a word that stands in a field: each field is asked for by a word of its own. No word of ours begins so. */
const MARKS: Record<Exclude<SearchField, 'title'>, string> = { tags: '§', heading: '¤', head: '¬', anywhere: '' }

/** askedIn is how the index is asked for documents that hold every term in a field. */
export function askedIn(field: SearchField, ...terms: SearchTerm[]): WordQuery {
  if (field === 'title') return { in: 'titles', terms }
  const marked = (term: SearchTerm) => term.map(({ word, prefix }) => ({ word: MARKS[field] + word, prefix }))
  return { in: 'words', terms: terms.map(marked) }
}

export type Searchable = {
  id: number
  title: string
  /** isTitleNew defaults to true. */
  isTitleNew?: boolean
  tags: string[]
  summary: string | null
  words: BodyWords
  sections: TextSection[]
  reach: Reach
}
/** BodyWords are the different words of a text, and those that it comes back to. */
export type BodyWords = { all: string[]; subjects: string[] }

const LONGEST_TEXT = 1_000_000
/** MOST_BODY_LETTERS keeps the different words of a body, at 3 bytes per character, below a tsvector's 1 MiB. */
const MOST_BODY_LETTERS = 250_000
/** A word that is used this often in a body is one of its subjects; short words hardly ever are. */
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

/** bodyWords is the part of an entry that depends only on the text, and takes the most time. */
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

/** isSpellable: whether a word can be a near spelling of another: long enough, and no mere number. */
export const isSpellable = (word: string): boolean => word.length >= 3 && !/^\p{N}+$/u.test(word) && !isUnspaced(word)
