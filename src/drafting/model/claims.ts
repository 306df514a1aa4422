// Checks a model's blocks sentence by sentence. Our own checks come first and hold whatever the judge says; then a model
// judges the rest. What is left out is returned, never dropped silently.

import { joinSentences, splitSentences } from '#languages/sentences.ts'
import type { Source } from '../contract.ts'
import { termFinder } from '../directives.ts'
import { type CitedQuote, groundQuotes, isCarried, type Offer } from './ground.ts'
import type { Verdict } from './responses.ts'

/** One sentence (or a whole code block or table row) with the quotes that should support it. */
export type DraftedClaim = { text: string; quotes: string[]; verdict: Verdict | 'unfounded' }
/** One block of the response; `lines` keep its shape, each with its claims. */
export type ModelBlock = {
  section: string
  sources: Source[]
  lines: { mark: string; claims: DraftedClaim[] }[]
  code?: string
}

const LONGEST_BLOCK = 8_000
const MOST_CITED = 12
/** The mark of a list entry, quote or table row, which isn't part of the claim. */
const MARK = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|>\s?)?/

/** Splits a block into claims and checks each against the quotes found in their sources. */
export function readBlock(
  section: string,
  { markdown, sources: cited }: { markdown: string; sources: CitedQuote[] },
  offer: Offer,
  language: string,
  leaveOut: string[],
): ModelBlock {
  const sources = groundQuotes(cited.slice(0, MOST_CITED), offer)
  const quotes = [...new Set(sources.map(({ quote }) => quote))]
  const isExcluded = termFinder(leaveOut)
  const text = markdown.slice(0, LONGEST_BLOCK).trim()
  const claimOf = (claim: string): DraftedClaim => {
    const isFounded = quotes.length > 0 && !isExcluded(claim) && isCarried(claim, quotes, language)
    return { text: claim, quotes, verdict: isFounded ? 'supported' : 'unfounded' }
  }
  if (/^(```|~~~)/.test(text)) {
    const inner = text.split('\n').slice(1, -1).join('\n')
    const isQuoted = quotes.some(
      (quote) => squash(quote).includes(squash(inner)) || squash(inner).includes(squash(quote)),
    )
    const claims: DraftedClaim[] = [
      { text: inner, quotes, verdict: isQuoted && inner !== '' ? 'supported' : 'unfounded' },
    ]
    return { section, sources, lines: [{ mark: '', claims }], code: text }
  }
  const lines = text.split('\n').map((written) => {
    if (written.trim() === '') return { mark: '', claims: [] }
    const mark = MARK.exec(written)?.[0] ?? ''
    const rest = written.slice(mark.length)
    const isTable = rest.trimStart().startsWith('|')
    if (isTable && /^[\s|:-]+$/.test(rest)) return { mark: written, claims: [] }
    const claims = isTable ? [rest] : splitSentences(rest)
    return { mark, claims: claims.filter((claim) => claim.trim() !== '').map(claimOf) }
  })
  return { section, sources, lines }
}

const squash = (text: string): string => text.replace(/[\s`]+/g, '')

const hasPassed = ({ verdict }: DraftedClaim): boolean => verdict === 'supported' || verdict === 'partly'

export const claimsOf = ({ lines }: ModelBlock): DraftedClaim[] => lines.flatMap(({ claims }) => claims)
export const leftOut = (claims: DraftedClaim[]): DraftedClaim[] => claims.filter((claim) => !hasPassed(claim))

/** The block without failed claims; empty if none passed. */
export function markdownOf({ lines, code }: ModelBlock): string {
  if (code !== undefined) return lines[0]!.claims.every(hasPassed) ? code : ''
  const supported = lines.flatMap(({ mark, claims }) => {
    if (claims.length === 0) return [mark]
    const left = claims.filter(hasPassed).map(({ text }) => text)
    return left.length === 0 ? [] : [mark + joinSentences(left)]
  })
  // A table without rows, or blank lines alone, is empty.
  return lines.some(({ claims }) => claims.some(hasPassed)) ? supported.join('\n').trim() : ''
}
