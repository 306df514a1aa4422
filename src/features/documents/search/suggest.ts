// Suggestions while someone types: titles, never texts. First those that begin with what was typed, in alphabetical
// order; then those in which every typed word begins a word; when there is none, those with the nearest spellings.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Db } from '#engine/db/db.ts'
import type { Readable, SearchTerm } from '#engine/db/search.ts'
import { readableFor } from '../access/access.ts'
import { expanderFor } from './expand.ts'
import { nearTerms } from './near.ts'
import { marked } from './snippet.ts'
import { findSuggestions, findTitlesBeginning, type SuggestionRow } from './store.ts'
import { type QueryWord, queryWords, titleKey } from './words.ts'

/** Where this many documents share a few titles, those titles are all that is suggested. */
const MOST_ALIKE = 256

export type Suggestion = { id: number; slug: string; title: string; category: string | null; snippet: string }

/** suggest finds titles whose words start with those of q: first those that begin with it, then the rest, then near spellings. */
export async function suggest({ db }: Pick<Deps, 'db'>, actor: Actor, q: string, limit: number): Promise<Suggestion[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const key = titleKey(q)
  const mayRead = readableFor(actor)
  const prefixes = words.map(({ word }) => ({ word, prefix: true }))
  const rows = new Map<number, SuggestionRow>()
  let shown: QueryWord[] = prefixes
  for (const row of await findTitlesBeginning(db.read, key, mayRead, limit)) rows.set(row.id, row)
  if (rows.size < limit) {
    const inner = await findInTitles(
      db,
      prefixes.map((word) => [word]),
      mayRead,
      limit,
    )
    for (const row of inner) rows.set(row.id, row)
  }
  if (rows.size === 0) {
    const where = { dialect: db.dialect, query: db.read, field: 'title', readable: mayRead } as const
    const terms = await nearTerms(where, prefixes)
    for (const row of await findInTitles(db, terms, mayRead, limit)) rows.set(row.id, row)
    shown = terms.flat()
  }
  return [...rows.values()].slice(0, limit).map(({ id, slug, shown: title, category }) => ({
    id,
    slug,
    title,
    category,
    snippet: marked(title, shown),
  }))
}

/** findInTitles prefers short titles: most of such a title is what was asked for. */
async function findInTitles(db: Db, terms: SearchTerm[], mayRead: Readable, limit: number): Promise<SuggestionRow[]> {
  const titles = await expanderFor(db.read)(terms, 'titles')
  if (!titles) return []
  const which = { field: 'title', readable: mayRead, first: 'oldest', titles: true } as const
  const found = await db.dialect.search.find(db.read, { ...which, terms: titles, limit: limit * 4 })
  const best = found
    .sort((a, b) => a.title.length - b.title.length || (a.title < b.title ? -1 : 1) || a.id - b.id)
    .slice(0, limit * 2)
  const ids = best.map(({ id }) => id)
  const rows = new Map((await findSuggestions(db.read, ids)).map((row) => [row.id, row]))
  // A title that was changed meanwhile may be closed by now.
  return best.flatMap(({ id, version }) => {
    const row = rows.get(id)
    return row?.version === version ? row : []
  })
}

/** suggestTitles names each title once, however many documents have it. */
export async function suggestTitles(deps: Pick<Deps, 'db'>, actor: Actor, q: string, limit: number): Promise<string[]> {
  for (let most = limit * 2; ; most *= 8) {
    const found = await suggest(deps, actor, q, most)
    const titles = new Set(found.map(({ title }) => title))
    if (titles.size >= limit || found.length < most || most >= MOST_ALIKE) return [...titles].slice(0, limit)
  }
}
