// Forms of a word: histogram, histograms; summary, summaries. Made from a language's endings and filtered by its stemmer.
// Words are folded, as in the search index.

import { stemmer as en } from '@orama/stemmers/english'
import { stemmer as fr } from '@orama/stemmers/french'
import { stemmer as de } from '@orama/stemmers/german'
import { stemmer as pt } from '@orama/stemmers/portuguese'
import { stemmer as ru } from '@orama/stemmers/russian'
import { stemmer as es } from '@orama/stemmers/spanish'
import { LRUCache } from 'lru-cache'
import { DATA } from './data.ts'
import { entries } from './entries.ts'

const STEMMERS: Readonly<Record<string, (word: string) => string>> = { de, en, es, fr, pt, ru }
const ENDINGS = new Map(DATA.map(({ code, endings = '' }) => [code, entries(endings)]))
const SHORTEST = 3
const MOST_KEPT = 5_000
const cache = new LRUCache<string, readonly string[]>({ max: MOST_KEPT })

export const stemOf = (word: string, lang: string): string => STEMMERS[lang]?.(word) ?? word

/** Possible other forms, whether they occur in a text or not. */
export function formsOf(word: string, lang: string): readonly string[] {
  const [stem, endings] = [STEMMERS[lang], ENDINGS.get(lang)]
  if (!stem || !endings || word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return []
  const key = `${lang} ${word}`
  const cached = cache.get(key)
  if (cached) return cached
  const own = stem(word)
  const bases = basesOf(word, endings)
  const shortest = bases.filter((base) => stem(base) === own).reduce((a, b) => (b.length < a.length ? b : a))
  // Bases longer than the shortest one already have an ending.
  const growing = bases.filter((base) => base === shortest || stem(base) !== own)
  const candidates = new Set([...bases, ...growing.flatMap((base) => endings.map((ending) => ended(base, ending)))])
  candidates.delete(word)
  const forms = [...candidates].filter((form) => form.length >= SHORTEST && stem(form) === own)
  cache.set(key, forms)
  return forms
}

/** The word without each ending it has. */
const basesOf = (word: string, endings: readonly string[]): string[] => [
  word,
  ...endings.flatMap((ending) => {
    const bare = ending.replace('+', '')
    const base = word.slice(0, word.length - bare.length)
    const isDoubled = ending !== bare
    if (!word.endsWith(bare) || base.length < SHORTEST || (isDoubled && base.at(-1) !== base.at(-2))) return []
    return isDoubled ? base.slice(0, -1) : base
  }),
]

const ended = (base: string, ending: string): string =>
  ending.startsWith('+') ? base + base.at(-1)! + ending.slice(1) : base + ending
