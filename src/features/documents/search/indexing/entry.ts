// What the search index knows of a document. Pure; search.ts puts it into the index and finds it there.
//
// Every word is indexed with the fields that hold it: title, tags, headings, lead (the summary, and the words that the body
// comes back to), body. So both engines rank in the same way without counting words when someone searches.

import type { TextSection } from '#blocks/outline.ts'
import type { Reach, SearchEntry } from '#engine/db/search.ts'
import { isUnspaced, titleKey, wordsOf } from './words.ts'

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
  const tags = new Set(wordsOf(document.tags.join(' ')))
  const { all: body, subjects } = document.words
  const summary = wordsOf(document.summary ?? '')
  const sections = document.sections.slice(0, MOST_SECTIONS)
  return {
    id: document.id,
    isTitleNew: document.isTitleNew ?? true,
    titleKey: titleKey(document.title),
    title: [...title],
    tags: [...tags],
    headings: [...new Set(sections.flatMap(({ heading }) => wordsOf(heading)))],
    lead: [...new Set([...summary, ...subjects])],
    all: [...title, ...tags, ...summary, ...body],
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
