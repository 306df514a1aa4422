// Which section a chunk belongs to, and how well. Words that a section and a chunk share count by their rarity, the
// headings above the chunk count more, and some forms suit some sections. Linear in the number of words.

import type { Chunk } from './chunks.ts'
import { CUES } from './cues.ts'
import type { Section } from './drafter.ts'
import { findRole } from './phrases.ts'
import { headingKey, terms } from './terms.ts'

/** Ranked: `score` is the fit to the section, `relevance` to the document's title; `fixed` when a heading names it. */
export type Ranked = { chunk: Chunk; section: Section | undefined; score: number; relevance: number; fixed: boolean }

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
      const own = new Set(terms(chunk.text))
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
    const named = this.#findNamed(chunk)
    const scores = new Array<number>(this.#outline.length).fill(0)
    let relevance = 0
    const wordWeight =
      chunk.pieces.every((piece) => piece.form === 'code') && chunk.pieces.length > 0 ? CODE_WORD_WEIGHT : 1
    for (const term of own) {
      const worth = this.#worth(term) * wordWeight
      if (this.#titleTerms.has(term)) relevance += worth
      for (const [index, weight] of this.#weights.get(term) ?? []) scores[index] = (scores[index] ?? 0) + worth * weight
    }
    for (const heading of chunk.trail) this.#scoreTrail(heading.text, scores)
    this.#scoreForm(chunk, scores)
    this.#scoreCues(chunk, scores)
    if (named)
      return { chunk, section: named, score: 10 + (scores[this.#outline.indexOf(named)] ?? 0), relevance, fixed: true }
    let best = -1
    for (const [index, score] of scores.entries()) if (score > 0 && score > (scores[best] ?? 0)) best = index
    // Long chunks share more words by chance alone.
    const length = 1 + Math.log2(1 + own.size / 12)
    return {
      chunk,
      section: this.#outline[best],
      score: (scores[best] ?? 0) / length,
      relevance: relevance / length,
      fixed: false,
    }
  }

  /** findSection finds the section that a heading or an answered question names. */
  findSection(heading: string): Section | undefined {
    return this.#byKey.get(headingKey(heading)) ?? this.#byRole.get(findRole(heading) ?? '')
  }

  #findNamed(chunk: Chunk): Section | undefined {
    for (let at = chunk.trail.length - 1; at >= 0; at--) {
      const found = this.findSection(chunk.trail[at]?.text ?? '')
      if (found) return found
    }
    return undefined
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
    const opening = chunk.text.slice(0, 400)
    for (const [index, section] of this.#outline.entries()) {
      if (isProse && section.role && CUES[section.role]?.test(opening))
        scores[index] = (scores[index] ?? 0) + CUE_WEIGHT
      if (section.role === 'overview' && chunk.opens) scores[index] = (scores[index] ?? 0) + OPENING_WEIGHT
    }
  }
}
