// Synonyms: people ask for pictures and laptops where documentation says images and machines. English only.

import { readFileSync } from 'node:fs'
import { formsOf, stemOf } from '../forms.ts'

const LISTED: readonly string[] = ['en']
const lists = new Map<string, Map<string, ReadonlySet<string>>>()

/** Loaded on first use. */
function listOf(lang: string): Map<string, ReadonlySet<string>> {
  const loaded = lists.get(lang)
  if (loaded) return loaded
  const wordsAlike = new Map<string, Set<string>>()
  const text = LISTED.includes(lang) ? readFileSync(new URL(`./${lang}-alike.txt`, import.meta.url), 'utf8') : ''
  for (const line of text.replaceAll(/^#.*$/gm, '').split('\n')) {
    const words = line.match(/\S+/g) ?? []
    for (const word of words) {
      const others = words.filter((other) => other !== word).flatMap((other) => [other, ...formsOf(other, lang)])
      wordsAlike.set(stemOf(word, lang), (wordsAlike.get(stemOf(word, lang)) ?? new Set()).union(new Set(others)))
    }
  }
  lists.set(lang, wordsAlike)
  return wordsAlike
}

/** Synonyms in all their forms. */
export const alikeTo = (word: string, lang: string): string[] => [...(listOf(lang).get(stemOf(word, lang)) ?? [])]
