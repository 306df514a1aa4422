// Finds and orders what a query asks for: fields from the best to the widest, a bounded number of documents at each, and
// the score worked out here, so that the order is the same on both engines. No snippets, no rows for readers.

import type { Query } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Found, Readable, SearchField, SearchTerm } from '#engine/db/search.ts'
import { expanderFor } from './expand.ts'
import { findTitlesBeginning } from './store.ts'

export type Ranked = Pick<Found, 'id' | 'version'> & { score: number }
export type Asked = {
  terms: SearchTerm[]
  titleKey: string
  readable: Readable
  limit: number
}

/** How many of the newest documents of a field are looked at, unless more are asked for: a common word costs no more. */
const LOOKED_AT = 50
/** A field is worth more than the next wider one with all that can be added to it: what is added stays under 1. */
const WORTH: Record<SearchField, number> = { title: 8, tags: 4, head: 2, anywhere: 1 }
const EXACT_TITLE = 16

export async function rank(dialect: Dialect, query: Query, asked: Asked): Promise<Ranked[]> {
  const { readable, limit } = asked
  const most = Math.max(LOOKED_AT, 2 * limit)
  const ranked: Ranked[] = []
  const known = new Set<number>()
  const find = (field: SearchField, terms: SearchTerm[]) => {
    const titles = field === 'title' || terms.length > 1
    return dialect.search.find(query, { field, terms, readable, first: 'newest', titles, limit: most })
  }
  const take = (field: SearchField, found: Found[]) => {
    for (const document of found) {
      if (known.has(document.id)) continue
      known.add(document.id)
      ranked.push({ id: document.id, version: document.version, score: scoreOf(document, field, asked) })
    }
  }

  const expand = expanderFor(query)
  const titles = await expand(asked.terms, 'titles')
  if (!titles) return []
  const titled = await find('title', titles)
  if (titled.length === most) {
    take('title', await findTitlesBeginning(query, asked.titleKey, readable, limit))
  }
  take('title', titled)

  // A wider field is asked only while the better ones have not filled the response: what it would add scores less.
  const texts = ranked.length < limit ? await expand(asked.terms, 'texts') : undefined
  if (texts) {
    const headed = await find('head', texts)
    // Tags are part of the head: where that has nothing, they have nothing.
    if (headed.length > 0) take('tags', await find('tags', texts))
    take('head', headed)
    if (ranked.length < limit) take('anywhere', await find('anywhere', texts))
  }
  return ranked.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, limit)
}

function scoreOf(document: Found, field: SearchField, { terms, titleKey }: Asked): number {
  const base = WORTH[field] + liked(document)
  if (field === 'title') {
    if (document.title === titleKey) return round(EXACT_TITLE + liked(document))
    const covered = Math.min(1, titleKey.length / document.title.length)
    const whole = ` ${document.title} `.includes(` ${titleKey.slice(titleKey.lastIndexOf(' ') + 1)} `) ? 1 : 0
    const begins = document.title.startsWith(titleKey) ? 0.5 : 0
    return round(base + 2 * covered + whole + begins)
  }
  return round(terms.length === 1 ? base : base + 0.6 * shareInTitle(document.title, terms))
}

/** liked puts pinned and often-read documents slightly ahead: at most 0.35. */
function liked({ liking }: Found): number {
  if (liking === 0) return 0
  const views = Math.floor(liking / 2)
  return Math.min(0.15, Math.log10(1 + views) * 0.03) + (liking % 2 === 1 ? 0.2 : 0)
}

function shareInTitle(title: string, terms: SearchTerm[]): number {
  const padded = ` ${title} `
  const held = terms.filter((term) =>
    term.some(({ word, prefix }) => padded.includes(prefix ? ` ${word}` : ` ${word} `)),
  )
  return held.length / terms.length
}

const round = (score: number): number => Math.round(score * 1000) / 1000
