// Search over documents: keeps the index in step with them and finds what a reader may read. The words are cut in
// words.ts, an entry is made in entry.ts, the order in rank.ts, what is shown in hits.ts; the engine's
// index is behind dialect.search.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Readable } from '#engine/db/search.ts'
import { refuseUnknown } from '#features/categories/reading.ts'
import { readableFor, within } from '../access/access.ts'
import type { SiteItem } from '../reading/page.ts'
import { entryOf, type Searchable } from './entry.ts'
import type { Hit, Hits } from './hits.ts'
import { nearTerms } from './near.ts'
import { rank } from './rank.ts'
import { snippetOf } from './snippet.ts'
import { type QueryWord, queryWords, titleKey } from './words.ts'

/** indexDocument belongs in every transaction that changes a title, tags, a summary or the text. */
export async function indexDocument(dialect: Dialect, tx: Tx, document: Searchable): Promise<void> {
  await dialect.search.put(tx, entryOf(document))
}

export async function unindexDocument(dialect: Dialect, tx: Tx, id: number): Promise<void> {
  await dialect.search.remove(tx, id)
}

/** Below this many pieces merging takes more than it gives: it writes the whole index again. */
const MANY_PIECES = 5
const MERGE_PAUSE_MS = 5

/** mergeIndex makes searches quicker after many saves, in small transactions with pauses, and returns whether that was needed. */
export async function mergeIndex({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<boolean> {
  const { search } = db.dialect
  if ((await search.countPieces(db.read)) < MANY_PIECES) return false
  let more = await db.inTransaction((tx) => search.mergePieces(tx, 'first'))
  while (more && !signal?.aborted) {
    await sleep(MERGE_PAUSE_MS)
    more = await db.inTransaction((tx) => search.mergePieces(tx, 'further'))
  }
  return true
}

export type SearchDeps = Pick<Deps, 'db'> & { hits: Hits }
type SearchResult = { hit: Hit; snippet: string; score: number }

/** searchDocuments is the public site's search. */
export async function searchDocuments(deps: SearchDeps, actor: Actor, q: string, limit: number): Promise<SiteItem[]> {
  const results = await findResults(deps, readableFor(actor, 'site'), q, limit)
  return results.map(({ hit, snippet, score }) => ({ ...hit.item, written: hit.written, snippet, score }))
}

type SearchQuery = { q: string; limit: number; categoryId?: number | undefined }

/** searchAsJson is the API's search as text, put together from what is kept as text. */
export async function searchAsJson(deps: SearchDeps, actor: Actor, wanted: SearchQuery): Promise<string> {
  const { q, limit, categoryId } = wanted
  await refuseUnknown(deps, actor, categoryId)
  const results = await findResults(deps, within(readableFor(actor), categoryId), q, limit)
  const items = results.map(
    ({ hit, snippet, score }) => `${hit.opening},"snippet":${JSON.stringify(snippet)},"score":${score}}`,
  )
  return `[${items.join(',')}]`
}

/** findResults finds what holds every word of q, the best first; when nothing does, what holds the nearest spellings. */
async function findResults(
  { db, hits }: SearchDeps,
  readable: Readable,
  q: string,
  limit: number,
): Promise<SearchResult[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const asked = { terms: words.map((word) => [word]), titleKey: titleKey(q), readable, limit }
  let ranked = await rank(db.dialect, db.read, asked)
  let shown: QueryWord[] = words
  if (ranked.length === 0) {
    const near = await nearTerms({ dialect: db.dialect, query: db.read, field: 'anywhere', readable }, words)
    ranked = await rank(db.dialect, db.read, { ...asked, terms: near })
    shown = near.flat()
  }
  const found = await hits.get(ranked)
  const results: SearchResult[] = []
  for (const { id, score } of ranked) {
    const hit = found.get(id)
    if (hit) results.push({ hit, snippet: snippetOf(hit, shown), score })
  }
  return results
}
