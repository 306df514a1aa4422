// Sentences of any language by Intl.Segmenter, mended where it is known to cut wrongly: too early after abbreviations,
// days ("am 2. März") and inside code spans, links and emphasis; too late in notes whose sentences begin in lower case.

import { fold } from '#folding.ts'
import { entries } from './entries.ts'
import { LANGUAGES, languageOf } from './languages.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const abbreviations = new Set(LANGUAGES.flatMap(({ data }) => entries(data.abbreviations)))
const LAST_WORD = /(?<=^|[\s(])([\p{L}\d][\p{L}\d.]*)\.\s*$/u

/** No sentence is longer; a mark that is never closed must not swallow the rest of the paragraph. */
const LONGEST_SENTENCE = 1_500

/** splitSentences gives verbatim slices of a paragraph, outer white space trimmed; `isHasty` text may begin a sentence in lower case. */
export function splitSentences(paragraph: string, isHasty = true): string[] {
  if (!/[.!?。！？…]/.test(paragraph)) return trimmed([paragraph])
  // A line end would end a sentence; the same number of characters keeps every offset.
  const flat = paragraph.replace(/[\r\n\t\u2028\u2029]/g, ' ')
  const slices: string[] = []
  let start = 0
  let marks = 0
  for (const { index, segment } of segmenter.segment(flat)) {
    const end = index + segment.length
    marks = openMarks(segment, marks)
    const unfinished = marks !== 0 || endsTooEarly(flat, start, end)
    if (end < flat.length && unfinished && end - start < LONGEST_SENTENCE) continue
    slices.push(paragraph.slice(start, end))
    start = end
    marks = 0
  }
  if (start < paragraph.length) slices.push(paragraph.slice(start))
  return trimmed(isHasty ? slices.flatMap(cutLowerCase) : slices)
}

export type PlacedSentence = { text: string; from: number; to: number }

/** placedSentences are those of splitSentences with where they stand. */
export function placedSentences(paragraph: string, isHasty = true): PlacedSentence[] {
  let to = 0
  return splitSentences(paragraph, isHasty).map((text) => {
    const from = paragraph.indexOf(text, to)
    to = from + text.length
    return { text, from, to }
  })
}

const trimmed = (slices: string[]): string[] =>
  slices.map((slice) => slice.trim()).filter((slice) => /[\p{L}\p{N}?]/u.test(slice))

/** openMarks: 1 is an open code span, 2 open emphasis, 4 an open bracket; they are looked for again in every segment. */
function openMarks(segment: string, before: number): number {
  let open = 0
  if ((count(segment, '`') % 2 === 1) !== ((before & 1) === 1)) open |= 1
  if ((count(segment, '**') % 2 === 1) !== ((before & 2) === 2)) open |= 2
  if (count(segment, '[') > count(segment, ']')) open |= 4
  if (segment.lastIndexOf('](') > segment.lastIndexOf(')')) open |= 4
  return open
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) found++
  return found
}

/** endsTooEarly: after an abbreviation, a day's number, or in the middle of an address such as `orders?status=open`. */
function endsTooEarly(text: string, start: number, end: number): boolean {
  if (
    /[\p{L}\d)][.!?]$/u.test(text.slice(Math.max(start, end - 2), end)) &&
    /^[\p{L}\d]/u.test(text.slice(end, end + 1))
  )
    return true
  const last = LAST_WORD.exec(text.slice(Math.max(start, end - 24), end))?.[1]
  if (last === undefined) return false
  if (/^\d{1,2}$/.test(last)) return isOrdinal(text, end)
  return abbreviations.has(fold(last)) || (/^\p{Lu}$/u.test(last) && end - start < 40)
}

const months = new Set(LANGUAGES.flatMap(({ data }) => entries(data.months).flatMap((forms) => forms.split('/'))))
const beforeOrdinals = new Set(entries(languageOf('de').data.stopWords))

/** isOrdinal: “am 2. März”, “der 3. Stock”; elsewhere a number may well end a sentence. */
function isOrdinal(text: string, end: number): boolean {
  const next = /^\p{L}+/u.exec(text.slice(end, end + 20))?.[0] ?? ''
  const before = /(\p{L}+)\s+\d{1,2}\.\s*$/u.exec(text.slice(Math.max(0, end - 30), end))?.[1] ?? ''
  return months.has(fold(next)) || /^\p{Ll}/u.test(next) || beforeOrdinals.has(fold(before))
}

const NEXT_IN_LOWER_CASE = /(?<=[\p{L}\p{N})"”»]{2}[.!?]+)\s+(?=\p{Ll})/gu

/** cutLowerCase: notes in haste begin no sentence with a capital, and the segmenter, which waits for one, takes several for one. */
function cutLowerCase(slice: string): string[] {
  const found: string[] = []
  let from = 0
  for (const { index } of slice.matchAll(NEXT_IN_LOWER_CASE)) {
    const sentence = slice.slice(from, index)
    const unfinished = openMarks(sentence, 0) !== 0 || endsTooEarly(slice, from, index)
    if (unfinished && sentence.length < LONGEST_SENTENCE) continue
    found.push(sentence)
    from = index
  }
  return [...found, slice.slice(from)]
}

/** joinSentences puts sentences into one paragraph; scripts that use no spaces get none. */
export function joinSentences(sentences: string[]): string {
  let joined = ''
  for (const sentence of sentences) {
    if (joined !== '' && !/[。！？．」』）]$/u.test(joined)) joined += ' '
    joined += sentence
  }
  return joined
}

/** capital begins a sentence with one, unless its first word is spelled like a name or code. */
export const capital = (text: string): string =>
  /^\p{Ll}[\p{Ll}\p{M}'’]*(?=[\s,;:.!?]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
