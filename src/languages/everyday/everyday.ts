// How odd a word is in everyday language: “yank” and “Jekyll” say more about what is asked for than “still” does, however often a
// documentation has them. Only English has such a list; in other languages every word is as odd as the next.

import { readFileSync } from 'node:fs'

const LISTED: readonly string[] = ['en']
const ranks = new Map<string, Map<string, number>>()

/** ranksOf reads a list when it is first asked for. */
function ranksOf(lang: string): Map<string, number> {
  const loaded = ranks.get(lang)
  if (loaded) return loaded
  const text = LISTED.includes(lang) ? readFileSync(new URL(`./${lang}.txt`, import.meta.url), 'utf8') : ''
  const words = text.replaceAll(/^#.*$/gm, '').match(/\S+/g) ?? []
  const rankOf = new Map(words.map((word, rank) => [word, rank]))
  ranks.set(lang, rankOf)
  return rankOf
}

/** isEveryday: people know this word, so it is hardly a slip for another one. */
export const isEveryday = (word: string, lang: string): boolean => ranksOf(lang).has(word)

/** oddness is from 0, for the most common words, to 1, for those of no list. */
export function oddness(word: string, lang: string): number {
  const all = ranksOf(lang)
  const rank = all.get(word)
  return rank === undefined ? 1 : Math.log(1 + rank) / Math.log(1 + all.size)
}
