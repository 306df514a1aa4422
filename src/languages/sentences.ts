// Splits sentences with Intl.Segmenter and corrects its known errors: too early after abbreviations, days ("am 2. März") and
// inside code spans, links and emphasis; too late in notes whose sentences begin in lower case.

import { fold } from '#folding.ts'
import { entries } from './entries.ts'
import { LANGUAGES, languageOf } from './languages.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const abbreviations = new Set(LANGUAGES.flatMap(({ data }) => entries(data.abbreviations)))
const LAST_WORD = /(?<=^|[\s(])([\p{L}\d][\p{L}\d.]*)\.\s*$/u

/** An unclosed mark must not swallow the rest of the paragraph. */
const LONGEST_SENTENCE = 1_500

/** Verbatim slices of a paragraph, trimmed; in `isHasty` text sentences may begin in lower case. */
export function splitSentences(paragraph: string, isHasty = true): string[] {
  if (!/[.!?。！？…]/.test(paragraph)) return trimmed([paragraph])
  // Line ends would end a sentence; the length is unchanged, so offsets stay valid.
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

/** splitSentences with offsets. */
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

/** Bits: 1 is an open code span, 2 open emphasis, 4 an open bracket. */
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

/** Ends after an abbreviation or a day's number, or inside an address such as `orders?status=open`. */
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

/** “am 2. März”, “der 3. Stock”; elsewhere a number may end a sentence. */
function isOrdinal(text: string, end: number): boolean {
  const next = /^\p{L}+/u.exec(text.slice(end, end + 20))?.[0] ?? ''
  const before = /(\p{L}+)\s+\d{1,2}\.\s*$/u.exec(text.slice(Math.max(0, end - 30), end))?.[1] ?? ''
  return months.has(fold(next)) || /^\p{Ll}/u.test(next) || beforeOrdinals.has(fold(before))
}

const NEXT_IN_LOWER_CASE = /(?<=[\p{L}\p{N})"”»]{2}[.!?]+)\s+(?=\p{Ll})/gu

/** Splits hasty notes, where the segmenter waits for a capital. */
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

/** Without spaces in unspaced scripts. */
export function joinSentences(sentences: string[]): string {
  let joined = ''
  for (const sentence of sentences) {
    if (joined !== '' && !/[。！？．」』）]$/u.test(joined)) joined += ' '
    joined += sentence
  }
  return joined
}

/** Capitalises the first word, unless it is spelled like a name or code. */
export const capital = (text: string): string =>
  /^\p{Ll}[\p{Ll}\p{M}'’]*(?=[\s,;:.!?]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
