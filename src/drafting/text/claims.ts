// What can be compared about a sentence without understanding it: figures, negation, names and code. Checks of model drafts
// and of updates use this.

import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { type Figure, figuresIn } from './figures.ts'

export type Claim = { text: string; figures: Figure[]; denies: boolean; names: string[]; codes: string[] }

export function claimOf(text: string, language: string): Claim {
  return {
    text,
    figures: figuresIn(text),
    denies: denials(text, language) % 2 === 1,
    names: namesIn(text, language),
    codes: codesIn(text),
  }
}

/** Counts negating words; two of them mostly cancel out. */
export function denials(text: string, language: string): number {
  const { isNegation, data } = languageOf(language)
  const folded = fold(text)
  if (data.concord) return folded.split(/[,;:.!?()]/).filter((clause) => isNegation.test(clause)).length
  return folded.match(new RegExp(isNegation, 'gu'))?.length ?? 0
}

const CODE_SPAN = /`([^`\n]+)`/g
const BARE_CODE =
  /(?<![\p{L}\p{N}`])(?:--?[a-z][\w-]*(?:=\S+)?|\/?[\w.-]+(?:\/[\w.-]+)+|[\w.-]+@[\w.-]+\.\w+|https?:\/\/\S+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]\w*(?:_\w+)+|\p{L}{1,6}-?\d[\w.-]*|[A-Z]{2,}(?:[-_][A-Z0-9]+)+)(?![\p{L}\p{N}])/gu

/** Code spans and anything spelled like code: flags, paths, addresses, identifiers, part numbers. */
export function codesIn(text: string): string[] {
  const spans = [...text.matchAll(CODE_SPAN)].map((match) => match[1]!.trim())
  const bare = text.replace(CODE_SPAN, ' ').match(BARE_CODE) ?? []
  return [...new Set([...spans, ...bare.map((code) => code.replace(/[.,;:!?)]+$/, ''))])]
}

const NAME =
  /(?<![\p{L}\p{N}`])\p{Lu}[\p{L}'’-]*\p{L}(?!\p{N})(?:\s+(?:(?:van|von|de|da|di|del|der)\s+)?\p{Lu}[\p{L}'’.-]*(?![\p{L}\p{N}]))*/gu

/**
 * Proper names: capitalised words that don't begin the sentence. In German, where nouns are capitalised, only two such words
 * in a row count; in scripts without capitals, the text before a form of address.
 */
export function namesIn(text: string, language: string): string[] {
  const { addressed } = languageOf(language)
  const found: string[] = [...text.matchAll(addressed)].map(([name]) => name)
  const bare = text.replace(CODE_SPAN, ' ')
  for (const match of bare.matchAll(NAME)) {
    const opens = /(?:^|[.!?:。]\s*|^\s*(?:[-*+]|\d+[.)])\s+)[“"„«(*_]*$/u.test(bare.slice(0, match.index))
    const words = match[0].split(/\s+/)
    if (language === 'de' ? words.length < 2 : opens && words.length < 2) continue
    found.push(match[0])
  }
  return found
}
