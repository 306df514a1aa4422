// What is measured: each case is a name, the requests it sends in turn, and its budget.

import { blocksOf, MOST, madeDocument, TWO_PERCENT } from './corpus.ts'
import type { Shot } from './shots.ts'

/** Cases that create documents send different ones in each round. */
export type Case = { name: string; budget?: CaseBudget; shots: (round: number) => Shot[] }

/** A CaseBudget is the least share of the floor, or the most CPU a request by engine, the database's included. */
export type CaseBudget = { share: number } | { microseconds: Record<string, number> }

/** BenchSite is what the cases need to know of the filled service. */
export type BenchSite = {
  headers: Record<string, string>
  slugs: string[]
  documentIds: number[]
  readerSlug: string
  documents: number
}

const VARIANTS = 400
/** More than a round can send: documents have titles of their own, as people's do; equal ones must search for a free slug. */
const CREATED = 12_000

const always = (shots: Shot[]) => () => shots

export function casesFor({ headers, slugs, documentIds, readerSlug }: BenchSite): Case[] {
  const get = (path: string, own: Record<string, string> = {}): Shot => ({ method: 'GET', path, headers: own })
  const search = (q: string) => get(`/api/docs/search?q=${encodeURIComponent(q)}`, headers)
  const prefixes = Array.from({ length: VARIANTS }, (_, index) => madeDocument(index).title.slice(0, 3 + (index % 4)))
  return [
    { name: 'list', budget: { share: 0.25 }, shots: always([get('/api/docs/')]) },
    {
      name: 'slug + token',
      budget: { share: 0.22 },
      shots: always(slugs.slice(0, VARIANTS).map((slug) => get(`/api/docs/${slug}`, headers))),
    },
    { name: 'tree', shots: always([get('/api/docs/tree')]) },
    { name: 'search 2 %', budget: { share: 0.025 }, shots: always(TWO_PERCENT.map(search)) },
    { name: 'search in most', shots: always(MOST.map(search)) },
    {
      name: 'suggest',
      budget: { share: 0.25 },
      shots: always(prefixes.map((q) => get(`/api/docs/suggest?q=${encodeURIComponent(q)}`, headers))),
    },
    {
      name: 'create',
      budget: { microseconds: { sqlite: 2_500, postgres: 5_000 } },
      shots: (round) => Array.from({ length: CREATED }, (_, index) => created(headers, round * CREATED + index)),
    },
    {
      name: 'update blocks',
      // Saving what is already stored writes nothing: each turn through the documents brings them other blocks.
      shots: always([0, 1].flatMap((turn) => documentIds.slice(0, VARIANTS).map((id) => updated(headers, id, turn)))),
    },
    { name: 'reader page', budget: { share: 0.25 }, shots: always([get(`/read/${readerSlug}`)]) },
  ]
}

function created(headers: Record<string, string>, index: number): Shot {
  const { title, markdown } = madeDocument(5_000_000 + index)
  return { method: 'POST', path: '/api/docs/', headers, body: JSON.stringify({ title, markdown }) }
}

const updated = (headers: Record<string, string>, id: number, turn: number): Shot => ({
  method: 'PUT',
  path: `/api/docs/${id}/blocks`,
  headers,
  body: JSON.stringify({ blocks: blocksOf(20, 2 * id + turn) }),
})
