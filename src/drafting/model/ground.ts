// Checks a model's sentences against their quotes, whatever the model says: each quote must be in the source it names, and
// figures with units, names, code and negation must be in the quotes. A paraphrase passes; a sentence that shares hardly a
// word with its quotes doesn't.

import { plainText } from '#blocks/plain.ts'
import { fold } from '#folding.ts'
import { detectLanguage } from '#languages/detect.ts'
import { splitSentences } from '#languages/sentences.ts'
import type { Source, SourceText } from '../contract.ts'
import { quoteOf } from '../source.ts'
import { type Claim, claimOf } from '../text/claims.ts'
import { clausesOf } from '../text/clauses.ts'
import type { Figure } from '../text/figures.ts'
import { isInverted } from '../text/opposites.ts'
import { isUnspaced, runsOf, termsOf } from '../text/words.ts'

/**
 * `shown` is the text that the model sees and may quote. `trace` maps a quote of the previous draft to its own sources, so
 * that a redraft doesn't lose track of a document that may be closed later.
 */
export type OfferedSource = { name: string; source: SourceText; shown: string; trace?: (quote: string) => Source[] }
export type Offer = ReadonlyMap<string, OfferedSource>

export type CitedQuote = { source: string; quote: string }

const SHORTEST_QUOTE = 3
const LONGEST_QUOTE = 2_000
/** This share of a sentence's meaningful words must be in its quotes. */
const SHARED_TERMS = 0.3
const FEWEST_TERMS = 3
/** This share of a condition's words must be kept. */
const KEPT_OF_LIMIT = 0.51

/** The verbatim slice that a quote means: only white space and case may differ. */
export function findQuote(text: string, quote: string): string | undefined {
  const wanted = quote
    .trim()
    .replace(/^[“"«„]|[”"»“]$/g, '')
    .replace(/…$|\.\.\.$/, '')
    .trim()
  if (wanted.length < SHORTEST_QUOTE || wanted.length > LONGEST_QUOTE) return undefined
  if (text.includes(wanted)) return wanted
  const words = wanted.split(/\s+/).map((word) => RegExp.escape(word))
  return new RegExp(words.join('\\s+'), 'i').exec(text)?.[0]
}

/** The sources that contain the quotes; a quote found nowhere proves nothing. */
export function groundQuotes(cited: readonly CitedQuote[], offer: Offer): Source[] {
  return cited.flatMap(({ source: name, quote }) => {
    const offered = offer.get(name.trim().toUpperCase())
    const verbatim = offered && findQuote(offered.shown, quote)
    if (!offered || verbatim === undefined) return []
    const traced = offered.trace?.(verbatim) ?? []
    return traced.length > 0
      ? traced.map((source) => ({ ...source, quote: verbatim }))
      : [quoteOf(offered.source, verbatim)]
  })
}

/** The quotes can support the sentence. */
export function isCarried(sentence: string, quotes: readonly string[], language: string): boolean {
  const claim = claimOf(sentence, language)
  const evidence = quotes.flatMap((quote) => [quote, ...splitSentences(plainText(quote))])
  const told = evidence.map((text) => claimOf(text, language))
  const text = fold(quotes.join('\n'))
  if (!claim.figures.every((figure) => told.some(({ figures }) => figures.some((other) => isSame(figure, other)))))
    return false
  if (!claim.codes.every((code) => text.includes(fold(code)))) return false
  const words = new Set(runsOf(text))
  const isNamed = (name: string) =>
    isUnspaced(name) ? text.includes(fold(name)) : runsOf(name).every((word) => words.has(word))
  if (!claim.names.every(isNamed)) return false
  // Quotes in another language share no words; the judge compares those.
  if (detectLanguage(sentence) !== detectLanguage(quotes.join('\n'))) return true
  const terms = new Set(termsOf(plainText(sentence)))
  const shared = terms.intersection(new Set(termsOf(plainText(quotes.join('\n'))))).size
  if (terms.size >= FEWEST_TERMS ? shared < SHARED_TERMS * terms.size : terms.size > 1 && shared === 0) return false
  const nearest = nearestOf(told, terms)
  if (nearest === undefined) return true
  if (nearest.denies !== claim.denies || isInverted(claim.text, nearest.text, language)) return false
  return limitsAlike(claim, nearest, language)
}

const isSame = (a: Figure, b: Figure): boolean =>
  a.value === b.value && (!a.measured || !b.measured || a.unit === b.unit)

/** The quoted sentence that shares most words; a lost or added "not" inverts it. */
function nearestOf(told: readonly Claim[], terms: ReadonlySet<string>): Claim | undefined {
  const scored = told.map((claim) => {
    const own = new Set(termsOf(plainText(claim.text)))
    return { claim, score: own.intersection(terms).size / Math.sqrt(own.size || 1) }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.claim : undefined
}

/** No condition of the quoted sentence is lost, and nothing is limited or explained that the quote doesn't limit or explain. */
function limitsAlike(claim: Claim, quoted: Claim, language: string): boolean {
  const [own, told] = [clausesOf(claim.text, language), clausesOf(quoted.text, language)]
  const all = own.limits.reduce((some, limit) => some.union(limit), own.main)
  // A table row or list entry may take over only what the sentence's condition is about.
  const about = told.main.size > 1 ? told.main : new Set(termsOf(plainText(quoted.text)))
  if (about.intersection(all).size < 2) return true
  // Figures are compared separately, in any notation.
  const words = told.limits.map((limit) => new Set([...limit].filter((term) => !/^\d/.test(term))))
  if (words.some((limit) => limit.intersection(all).size < KEPT_OF_LIMIT * limit.size)) return false
  if (told.limits.length === 0) return true
  const limits = told.limits.reduce((some, limit) => some.union(limit))
  return !own.limits.some((limit) => limit.intersection(limits).size === 0 && limit.intersection(told.main).size > 1)
}
