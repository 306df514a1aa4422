// How unusual a word is in everyday language: “yank” and “Jekyll” tell more about a question than “still”, however often a
// documentation uses them. English only; elsewhere all words are equal.

import { readFileSync } from 'node:fs'

const LISTED: readonly string[] = ['en']
const ranks = new Map<string, Map<string, number>>()

/** Loaded on first use. */
function ranksOf(lang: string): Map<string, number> {
  const loaded = ranks.get(lang)
  if (loaded) return loaded
  const text = LISTED.includes(lang) ? readFileSync(new URL(`./${lang}.txt`, import.meta.url), 'utf8') : ''
  const words = text.replaceAll(/^#.*$/gm, '').match(/\S+/g) ?? []
  const rankOf = new Map(words.map((word, rank) => [word, rank]))
  ranks.set(lang, rankOf)
  return rankOf
}

/** A known word is hardly a typo for another one. */
export const isEveryday = (word: string, lang: string): boolean => ranksOf(lang).has(word)

/** From 0 for the commonest words to 1 for those not in the list. */
export function oddness(word: string, lang: string): number {
  const all = ranksOf(lang)
  const rank = all.get(word)
  return rank === undefined ? 1 : Math.log(1 + rank) / Math.log(1 + all.size)
}
