// Which section a chunk belongs to, and how well. Words that a section and a chunk share count by their rarity, the
// headings above the chunk count more, and some forms suit some sections. A label ("Impact: …") says where a chunk belongs.
// Linear in the number of words.

import type { Chunk } from './chunks.ts'
import { CUES } from './cues.ts'
import type { Section } from './drafter.ts'
import { labelOf, MARKS } from './labels.ts'
import { findRole } from './phrases.ts'
import { listItems } from './pieces.ts'
import type { SourceText } from './sources.ts'
import { headingKey, terms } from './terms.ts'

/**
 * Ranked: `score` is the fit to the section, `relevance` to the document's title; `named` says what names the section, and
 * `weak` that a single word speaks for it, which may well be chance.
 */
export type Ranked = {
  chunk: Chunk
  section: Section | undefined
  score: number
  relevance: number
  named?: 'heading' | 'label'
  weak: boolean
}

const HEADING_WEIGHT = 3
const TRAIL_WEIGHT = 2

/** FORM_SUITS says which forms speak for which roles when words say little. */
const FORM_SUITS: Record<string, Partial<Record<string, number>>> = {
  orderedList: { steps: 5, usage: 1 },
  code: { steps: 1.5, usage: 2.5, examples: 2 },
  table: { parameters: 4, errors: 1, limits: 1 },
}

const CUE_WEIGHT = 4
/** Sources open with what they are about. */
const OPENING_WEIGHT = 4
/** Words inside code are names, not statements. */
const CODE_WORD_WEIGHT = 0.25

const ADDRESS =
  /\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|mailto:|www\.)\S+|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\b(?:[\w-]{1,63}\.){1,5}(?:com|org|net|io|dev|app|edu|gov|info|biz|co|eu|de|fr|es|ru|cn|jp|uk|ch|at|nl|example|test|local|internal)\b(?!\.\w)/gi

/** scoredTerms are the terms of a text that may speak for a section: example.com is no example. */
export function scoredTerms(text: string): Set<string> {
  return new Set(terms(/[.:@]/.test(text) ? text.replace(ADDRESS, ' ') : text))
}

export class Ranker {
  readonly #weights = new Map<string, [number, number][]>()
  readonly #titleTerms: Set<string>
  readonly #rarity = new Map<string, number>()
  readonly #byKey = new Map<string, Section>()
  readonly #byRole = new Map<string, Section>()
  readonly #outline: Section[]
  #count = 0

  constructor(outline: Section[], title: string) {
    this.#outline = outline
    this.#titleTerms = new Set(terms(title))
    for (const [index, section] of outline.entries()) {
      const heading = new Set(terms(section.heading))
      for (const term of new Set([...heading, ...section.keywords])) {
        const listed = this.#weights.get(term) ?? []
        listed.push([index, heading.has(term) ? HEADING_WEIGHT : 1])
        this.#weights.set(term, listed)
      }
      this.#byKey.set(headingKey(section.heading), section)
      if (section.role && !this.#byRole.has(section.role)) this.#byRole.set(section.role, section)
    }
  }

  /** learn counts in how many chunks the words of interest occur. */
  learn(chunks: Chunk[]): Map<Chunk, Set<string>> {
    const known = new Map<Chunk, Set<string>>()
    for (const chunk of chunks) {
      const own = scoredTerms(chunk.text)
      known.set(chunk, own)
      this.#count++
      for (const term of own) {
        if (this.#weights.has(term) || this.#titleTerms.has(term))
          this.#rarity.set(term, (this.#rarity.get(term) ?? 0) + 1)
      }
    }
    return known
  }

  rank(chunk: Chunk, own: Set<string>): Ranked {
    const scores = new Array<number>(this.#outline.length).fill(0)
    const signs = new Array<number>(this.#outline.length).fill(0)
    let relevance = 0
    const wordWeight =
      chunk.pieces.every((piece) => piece.form === 'code') && chunk.pieces.length > 0 ? CODE_WORD_WEIGHT : 1
    for (const term of own) {
      const worth = this.#worth(term) * wordWeight
      if (this.#titleTerms.has(term)) relevance += worth
      for (const [index, weight] of this.#weights.get(term) ?? []) {
        scores[index] = (scores[index] ?? 0) + worth * weight
        signs[index] = (signs[index] ?? 0) + (this.#outline[index]?.role ? 1 : weight)
      }
    }
    const byWords = [...scores]
    for (const heading of chunk.trail) this.#scoreTrail(heading.text, scores)
    this.#scoreForm(chunk, scores)
    this.#scoreCues(chunk, scores)
    const byHeading = this.#findNamed(chunk)
    const named = byHeading ?? this.#findLabelled(chunk)
    if (named) {
      const score = 10 + (scores[this.#outline.indexOf(named)] ?? 0)
      return { chunk, section: named, score, relevance, named: byHeading ? 'heading' : 'label', weak: false }
    }
    let best = -1
    for (const [index, score] of scores.entries()) if (score > 0 && score > (scores[best] ?? 0)) best = index
    // Long chunks share more words by chance alone.
    const length = 1 + Math.log2(1 + own.size / 12)
    return {
      chunk,
      section: this.#outline[best],
      score: (scores[best] ?? 0) / length,
      relevance: relevance / length,
      weak: signs[best] === 1 && scores[best] === byWords[best],
    }
  }

  /** findSection finds the section that a heading or an answered question names. */
  findSection(heading: string): Section | undefined {
    return this.#byKey.get(headingKey(heading)) ?? this.#byRole.get(findRole(heading) ?? '')
  }

  /** findSectionOf finds the section that a text by itself fits best. */
  findSectionOf(text: string): Section | undefined {
    const source: SourceText = { kind: 'notes', id: null, title: '', text }
    return this.rank({ source, order: 0, pieces: [], trail: [], text }, scoredTerms(text)).section
  }

  #findNamed(chunk: Chunk): Section | undefined {
    for (let at = chunk.trail.length - 1; at >= 0; at--) {
      const found = this.findSection(chunk.trail[at]?.text ?? '')
      if (found) return found
    }
    return undefined
  }

  /** A list of several items has no label of its own, and "Response:" above code says what the code is. */
  #findLabelled({ pieces, text }: Chunk): Section | undefined {
    const first = pieces[0]
    const isOne = first?.form === 'paragraph' || (first?.form === 'list' && listItems(text).length === 1)
    const label = isOne && pieces.at(-1)?.form !== 'code' ? labelOf(text) : undefined
    return label === undefined ? undefined : this.findSection(label)
  }

  #worth(term: string): number {
    return Math.log(1 + (this.#count + 1) / (1 + (this.#rarity.get(term) ?? 0)))
  }

  #scoreTrail(heading: string, scores: number[]): void {
    for (const term of terms(heading)) {
      for (const [index, weight] of this.#weights.get(term) ?? [])
        scores[index] = (scores[index] ?? 0) + weight * TRAIL_WEIGHT
    }
  }

  #scoreForm(chunk: Chunk, scores: number[]): void {
    for (const piece of chunk.pieces) {
      const suits = FORM_SUITS[piece.form === 'list' && piece.ordered ? 'orderedList' : piece.form]
      if (!suits) continue
      for (const [index, section] of this.#outline.entries())
        scores[index] = (scores[index] ?? 0) + (suits[section.role ?? ''] ?? 0)
    }
  }

  #scoreCues(chunk: Chunk, scores: number[]): void {
    const isProse = chunk.pieces[0]?.form !== 'code'
    const opening = chunk.text.slice(0, 400).replace(MARKS, '')
    for (const [index, section] of this.#outline.entries()) {
      if (isProse && section.role && CUES[section.role]?.test(opening))
        scores[index] = (scores[index] ?? 0) + CUE_WEIGHT
      if (section.role === 'overview' && chunk.opens) scores[index] = (scores[index] ?? 0) + OPENING_WEIGHT
    }
  }
}
