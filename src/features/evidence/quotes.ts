// Whether a text still contains a quote, and its new wording if not. Pure. Quotes are Markdown, texts come from blocks; both
// are normalised: no formatting, no case, single spaces. Figures must match whole: “5 days” is not in “15”, “1.5” or “-5
// days”.

import { UNSPACED, wordsOf } from 'galley-blocks/words.ts'
import { plainText } from '#blocks/plain.ts'
import { placedSentences } from '#languages/sentences.ts'

/** Longer quotes are cut, and compared up to here. */
export const LONGEST_QUOTE = 2_000
export const LONGEST_TITLE = 300

/** Targets contain no bracket, so that matching takes linear time. */
const LINK_TARGET = /\]\((?:<[^<>\]\n]*>|[^()\]\s]*(?:\([^()\]\s]*\)[^()\]\s]*){0,3})(?:\s"[^"\]\n]*")?\)/g
const AUTOLINK = /<(https?:[^<>\s]*)>/g
const RULE_LINE = /^[ \t|:-]+$/gm
const LINE_MARK = /^[ \t]*(?:(?:[-+*>]|#{1,6}|\d{1,9}[.)])[ \t]+)+/gm
const FORMATTING = /!?\[|[\]*_~`|\\]/g

/** Removes Markdown's link targets, rules and line marks. */
export const withoutMarkup = (text: string): string =>
  text.normalize('NFC').replace(LINK_TARGET, '').replace(AUTOLINK, '$1').replace(RULE_LINE, ' ').replace(LINE_MARK, ' ')

/** A text normalised for comparison: no formatting, line breaks or case. */
const comparable = (text: string): string =>
  withoutMarkup(text.toLowerCase()).replace(FORMATTING, '').replace(/\s+/g, ' ').trim()

/** A quote as people read it, without Markdown. */
export const plainQuote = (quote: string): string =>
  plainText(quote.replace(RULE_LINE, ' ').replace(LINE_MARK, ' ').replaceAll('|', ' '))

const LETTER = /[\p{L}\p{N}\p{M}]/u
const DIGIT = /\p{Nd}/u
const SIGN = /[-−–+<>≤≥=~]/
const POINT = /[.,]/

/** The text before a match doesn't belong to its first word or figure. */
function begins(edge: string, before: string, farther: string): boolean {
  if (DIGIT.test(edge))
    return !(LETTER.test(before) || SIGN.test(before) || (POINT.test(before) && DIGIT.test(farther)))
  return !LETTER.test(edge) || UNSPACED.test(edge) || !LETTER.test(before)
}

function ends(edge: string, after: string, farther: string): boolean {
  if (DIGIT.test(edge)) return !(LETTER.test(after) || after === '%' || (POINT.test(after) && DIGIT.test(farther)))
  return !LETTER.test(edge) || UNSPACED.test(edge) || !LETTER.test(after)
}

/** Takes normalised texts. */
function isWithin(text: string, quote: string): boolean {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const end = at + quote.length
    const isWhole =
      begins(quote.charAt(0), text.charAt(at - 1), text.charAt(at - 2)) &&
      ends(quote.charAt(quote.length - 1), text.charAt(end), text.charAt(end + 1))
    if (isWhole) return true
  }
  return false
}

/** Sentences to scan for a new wording, and words of a quote: both bound the cost of a save. */
const MOST_SENTENCES = 5_000
const MOST_WORDS = 60
/** With fewer common words, two sentences may be about different things. */
const ALIKE = 0.6

const wordsIn = (text: string): string[] => wordsOf(comparable(text))

const sentencesIn = (line: string): string[] =>
  placedSentences(line, false).map(({ from }, nth, all) => line.slice(from, all[nth + 1]?.from))

/** All words of the quote that were in the block before are still in it, regardless of punctuation and added words. */
export function keepsQuotedWords(quote: string, before: string, now: string): boolean {
  const [was, is] = [new Set(wordsIn(before)), new Set(wordsIn(now))]
  const shared = wordsIn(quote).filter((word) => was.has(word))
  return shared.length > 0 && shared.every((word) => is.has(word))
}

type Passages = { texts: string[]; lengths: number[]; holders: Map<string, number[]> }

/** Checks many quotes against one text, sharing the work. A sentence that was in `former` too is no new wording. */
export class QuotedText {
  readonly #text: string
  readonly #former: QuotedText | undefined
  readonly #comparable: string
  readonly #lines: string[][]
  readonly #passages = new Map<number, Passages>()
  /** Many blocks quote the same sentence of a popular source. */
  readonly #asked = new Map<string, { has: boolean; nearest?: string | null }>()

  constructor(text: string, former?: string) {
    this.#text = text
    this.#former = former === undefined ? undefined : new QuotedText(former)
    this.#comparable = comparable(text)
    this.#lines = []
  }

  has(quote: string): boolean {
    return this.#about(quote).has
  }

  #about(quote: string) {
    const earlier = this.#asked.get(quote)
    if (earlier) return earlier
    const wanted = comparable(quote)
    const about = { has: wanted === '' || isWithin(this.#comparable, wanted) }
    this.#asked.set(quote, about)
    return about as { has: boolean; nearest?: string | null }
  }

  /** The passage that shares most words, of as many sentences as the quote; null if none is similar. */
  nearest(quote: string): string | null {
    const about = this.#about(quote)
    if (about.nearest === undefined) about.nearest = this.#findNearest(quote)
    return about.nearest
  }

  #findNearest(quote: string): string | null {
    const words = [...new Set(wordsIn(quote))].slice(0, MOST_WORDS)
    const { texts, lengths, holders } = this.#passagesOf(Math.max(1, sentencesIn(quote.replace(/\s+/g, ' ')).length))
    const common = new Map<number, number>()
    for (const word of words) for (const at of holders.get(word) ?? []) common.set(at, (common.get(at) ?? 0) + 1)
    let best: { at: number; likeness: number } | undefined
    for (const [at, count] of common) {
      const likeness = (2 * count) / (words.length + lengths[at]!)
      const isBetter =
        best === undefined || likeness > best.likeness
          ? likeness >= ALIKE
          : likeness === best.likeness && sharedStart(quote, texts[at]!) > sharedStart(quote, texts[best.at]!)
      if (isBetter) best = { at, likeness }
    }
    return best ? texts[best.at]! : null
  }

  /** All runs of this many sentences within a line, which is a block of the document. */
  #passagesOf(sentences: number): Passages {
    const earlier = this.#passages.get(sentences)
    if (earlier) return earlier
    if (this.#lines.length === 0) for (const line of this.#text.split('\n')) this.#lines.push(sentencesIn(line))
    const passages: Passages = { texts: [], lengths: [], holders: new Map() }
    const old = new Set(this.#former === undefined ? [] : this.#former.#passagesOf(sentences).texts)
    for (const line of this.#lines)
      for (let from = 0; from === 0 || from + sentences <= line.length; from++) {
        if (line.length === 0 || passages.texts.length === MOST_SENTENCES) break
        const passage = line
          .slice(from, from + sentences)
          .join('')
          .trim()
        if (!old.has(passage)) addPassage(passages, passage)
      }
    this.#passages.set(sentences, passages)
    return passages
  }
}

/** Breaks ties between similar passages: a sentence's subject is at its beginning. */
function sharedStart(quote: string, passage: string): number {
  const most = Math.min(quote.length, passage.length)
  let length = 0
  while (length < most && quote[length] === passage[length]) length++
  return length
}

function addPassage({ texts, lengths, holders }: Passages, text: string): void {
  const words = new Set(wordsIn(text))
  for (const word of words) holders.getOrInsert(word, []).push(texts.length)
  lengths.push(words.size)
  texts.push(text)
}
