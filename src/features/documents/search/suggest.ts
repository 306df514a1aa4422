// Suggestions while typing: titles that begin with the input, alphabetically; then titles in which every typed word begins a
// word; then such headings; if there are none, titles with the nearest spellings. Never texts.

import type { TextSection } from 'galley-blocks/outline.ts'
import type { Static } from 'typebox'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { SearchTerm } from '#engine/db/search.ts'
import { searchableFor } from '../access/access.ts'
import type { DocumentSearchOut } from '../schemas.ts'
import { nearWords } from './finding/near.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { marked } from './finding/snippet.ts'
import { askedIn } from './indexing/entry.ts'
import { type QueryWord, queryWords, titleKey, wordsOf } from './indexing/words.ts'
import { findSuggestedSections, findSuggestions, type SuggestionRow } from './store.ts'

/** If so many documents share a few titles, only those titles are suggested. */
const MOST_ALIKE = 256
/** Titles are indexed by up to so many first letters. */
const TITLE_PREFIX = 3
const MOST_MEANINGS = 50
const MOST_RESPELT = 6
/** Documents searched for headings, and known words for a prefix. */
const HEADED = 20
const MOST_BEGINNING = 24

/** With a section it is a heading, shown as its snippet. */
type Suggestion = Static<typeof DocumentSearchOut>

/** `tags` are what suggestions depend on. */
type Suggested<Item> = { items: Item[]; tags: string[] }

/** Finds titles whose words start with those of q: those that begin with it, then others, then near spellings. */
export async function suggest(
  deps: FindingDeps,
  actor: Actor,
  q: string,
  limit: number,
): Promise<Suggested<Suggestion>> {
  const words = queryWords(q).map(({ word }) => ({ word, prefix: true }))
  if (words.length === 0) return { items: [], tags: [] }
  const index = await ReadersIndex.open(deps, await searchableFor(deps.db.read, actor))
  const begun = await index.titlesBeginning(titleKey(q), limit)
  const others = begun.length < limit ? await findInTitles(index, await meaningsOf(index, words), limit) : []
  let rows = await rowsOf(index, begun, others)
  let shown: QueryWord[] = words
  const tags: string[] = [TAGS.site, TAGS.index]
  const isHeaded = rows.length < limit && words.every(({ word }) => word.length >= TITLE_PREFIX)
  // Any save may change a heading.
  if (isHeaded) tags.push(TAGS.documents)
  const headings = isHeaded ? await findHeadings(index, words, limit - rows.length) : []
  if (rows.length === 0 && headings.length === 0) {
    const terms = await respelt(index, words)
    rows = await rowsOf(index, [], await findInTitles(index, terms, limit))
    shown = terms.flat()
  }
  const items = rows.slice(0, limit).map(({ id, slug, shown: title, category }) => ({
    id,
    slug,
    title,
    category,
    snippet: marked(title, shown),
  }))
  return { items: [...items, ...headings], tags }
}

/** Headings in which every typed word begins a word; at most two per document. */
async function findHeadings(index: ReadersIndex, words: QueryWord[], most: number): Promise<Suggestion[]> {
  const terms: SearchTerm[] = []
  for (const { word: beginning } of words) {
    const meant = await index.wordsBeginning({ beginning, limit: MOST_BEGINNING })
    terms.push(meant.map((word) => ({ word, prefix: false })))
  }
  if (terms.some((term) => term.length === 0)) return []
  const [ids] = await index.holders([askedIn('heading', ...terms)], { limit: HEADED })
  const rows = await findSuggestedSections(index.query, ids!, index.readable)
  return rows
    .flatMap(({ id, slug, shown: title, category, sections }) =>
      (JSON.parse(sections) as TextSection[])
        .filter(({ heading }) => heading !== title && beginsAll(wordsOf(heading), words))
        .slice(0, 2)
        .map(({ anchor, heading }) => {
          const section = { id: anchor, heading }
          return { id, slug, title, category, snippet: marked(heading, words), section }
        }),
    )
    .sort((a, b) => a.section.heading.length - b.section.heading.length || b.id - a.id)
    .slice(0, most)
}

const beginsAll = (held: string[], words: QueryWord[]): boolean =>
  words.every(({ word }) => held.some((one) => one.startsWith(word)))

/** Replaces long prefixes by known words: the index has to collect everything for a prefix. */
async function meaningsOf(index: ReadersIndex, words: QueryWord[]): Promise<SearchTerm[]> {
  const terms: SearchTerm[] = []
  for (const one of words) {
    const range = { beginning: one.word, limit: MOST_MEANINGS }
    const matching = one.word.length <= TITLE_PREFIX ? [] : await index.wordsBeginning(range)
    const isListed = one.word.length > TITLE_PREFIX && matching.length < MOST_MEANINGS
    terms.push(isListed ? matching.map((word) => ({ word, prefix: false })) : [one])
  }
  return terms
}

async function respelt(index: ReadersIndex, words: QueryWord[]): Promise<SearchTerm[]> {
  const spelledRight = new Set(await index.knownWords(words.map(({ word }) => word)))
  const mistyped = words.slice(0, MOST_RESPELT).filter(({ word }) => !spelledRight.has(word))
  const near = new Map<QueryWord, string[]>()
  for (const one of mistyped) near.set(one, await nearWords(index, one))
  return words.map((one) => [one, ...(near.get(one) ?? []).map((word) => ({ word, prefix: true }))])
}

async function findInTitles(index: ReadersIndex, terms: SearchTerm[], limit: number): Promise<number[]> {
  if (terms.some((term) => term.length === 0)) return []
  const [ids] = await index.holders([askedIn('title', ...terms)], { first: 'oldest', limit: limit * 4 })
  return ids!
}

/** Among titles that begin with something else, prefers short ones, which the input covers best. */
async function rowsOf(index: ReadersIndex, begun: number[], others: number[]): Promise<SuggestionRow[]> {
  const found = await findSuggestions(index.query, [...new Set([...begun, ...others])], index.readable)
  const rows = new Map(found.map((row) => [row.id, row]))
  const first = begun.flatMap((id) => rows.get(id) ?? [])
  for (const { id } of first) rows.delete(id)
  const rest = [...rows.values()]
    .map((row) => ({ row, key: titleKey(row.shown) }))
    .sort((a, b) => a.key.length - b.key.length || (a.key === b.key ? a.row.id - b.row.id : a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
  return [...first, ...rest]
}

/** Each title or heading once, however many documents have it. */
export async function suggestTitles(
  deps: FindingDeps,
  actor: Actor,
  q: string,
  limit: number,
): Promise<Suggested<string>> {
  for (let most = limit * 2; ; most *= 8) {
    const { items: found, tags } = await suggest(deps, actor, q, most)
    const titles = new Set(found.map(({ title, section }) => section?.heading ?? title))
    if (titles.size >= limit || found.length < most || most >= MOST_ALIKE)
      return { items: [...titles].slice(0, limit), tags }
  }
}
