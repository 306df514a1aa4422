// What is measured: each case is a name, the requests it sends in turn, and the share of the floor that it has to reach.

import { blocksOf, MOST, madeDocument, TWO_PERCENT } from './corpus.ts'
import type { Shot } from './shots.ts'

/** A case that makes things sends other ones in every round: nobody makes the same document again and again. */
export type Case = { name: string; target: number | null; shots: (round: number) => Shot[] }

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

export function casesFor({ headers, slugs, documentIds, readerSlug, documents }: BenchSite): Case[] {
  const get = (path: string, own: Record<string, string> = {}): Shot => ({ method: 'GET', path, headers: own })
  const search = (q: string) => get(`/api/docs/search?q=${encodeURIComponent(q)}`, headers)
  const prefixes = Array.from({ length: VARIANTS }, (_, index) => madeDocument(index).title.slice(0, 3 + (index % 4)))
  return [
    { name: 'list', target: 0.4, shots: always([get('/api/docs/')]) },
    {
      name: 'list, deep offset',
      target: null,
      shots: always(Array.from({ length: 50 }, (_, index) => get(`/api/docs/?offset=${documents - 100 - index}`))),
    },
    {
      name: 'slug + token',
      target: 0.4,
      shots: always(slugs.slice(0, VARIANTS).map((slug) => get(`/api/docs/${slug}`, headers))),
    },
    { name: 'tree', target: 0.5, shots: always([get('/api/docs/tree')]) },
    {
      name: 'blocks',
      target: 0.4,
      shots: always(documentIds.slice(0, VARIANTS).map((id) => get(`/api/docs/${id}/blocks`))),
    },
    {
      name: 'search, one document',
      target: null,
      shots: always(Array.from({ length: VARIANTS }, (_, index) => search(`unique${documents - 1 - index}`))),
    },
    { name: 'search 2 %', target: 0.05, shots: always(TWO_PERCENT.map(search)) },
    { name: 'search in most', target: 0.05, shots: always(MOST.map(search)) },
    {
      name: 'suggest',
      target: 0.4,
      shots: always(prefixes.map((q) => get(`/api/docs/suggest?q=${encodeURIComponent(q)}`, headers))),
    },
    {
      name: 'create',
      target: 0.06,
      shots: (round) => Array.from({ length: CREATED }, (_, index) => created(headers, round * CREATED + index)),
    },
    {
      name: 'update blocks',
      target: 0.06,
      // Saving what is already stored writes nothing: each turn through the documents brings them other blocks.
      shots: always([0, 1].flatMap((turn) => documentIds.slice(0, VARIANTS).map((id) => updated(headers, id, turn)))),
    },
    { name: 'reader page', target: 0.4, shots: always([get(`/read/${readerSlug}`)]) },
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
