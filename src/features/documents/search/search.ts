// Search over documents: keeps the index in step with them and finds what a reader may read. The words are cut in
// words.ts, an entry is made in entry.ts, the order in rank.ts, what is shown in hits.ts; the engine's
// index is behind dialect.search.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../engine/db/db.ts'
import type { Dialect } from '../../../engine/db/dialect.ts'
import type { Readable } from '../../../engine/db/search.ts'
import { refuseUnknown } from '../../categories/reading.ts'
import type { SiteItem } from '../page.ts'
import { entryOf, type Searchable } from './entry.ts'
import type { Hit, Hits } from './hits.ts'
import { nearTerms } from './near.ts'
import { rank } from './rank.ts'
import { openToReadersOf, readableFor, shownTo, within } from './readable.ts'
import { snippetOf } from './snippet.ts'
import { findAudience } from './store.ts'
import { isUnspaced, type QueryWord, queryWords, titleKey, wordsOf } from './words.ts'

/** indexDocument belongs into every transaction that changes a title, tags, a summary or the text. */
export async function indexDocument(dialect: Dialect, tx: Tx, document: Searchable): Promise<void> {
  await dialect.search.put(tx, entryOf(document))
}

export async function unindexDocument(dialect: Dialect, tx: Tx, id: number): Promise<void> {
  await dialect.search.remove(tx, id)
}

/** Below this many pieces merging takes more than it gives: it writes the whole index anew. */
const MANY_PIECES = 5
const MERGE_PAUSE_MS = 5

/** mergeIndex makes searches quicker after many saves, in small transactions with pauses; it returns whether there was a need. */
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
type Result = { hit: Hit; snippet: string; score: number }

/** searchDocuments is the public site's search. */
export async function searchDocuments(deps: SearchDeps, actor: Actor, q: string, limit: number): Promise<SiteItem[]> {
  const results = await findResults(deps, shownTo(actor), q, limit)
  return results.map(({ hit, snippet, score }) => ({ ...hit.item, written: hit.written, snippet, score }))
}

type Wanted = { q: string; limit: number; categoryId?: number | undefined }

/** searchAsJson is the interface's search as text, put together from what is kept as text. */
export async function searchAsJson(deps: SearchDeps, actor: Actor, wanted: Wanted): Promise<string> {
  const { q, limit, categoryId } = wanted
  await refuseUnknown(deps, actor, categoryId)
  const results = await findResults(deps, within(readableFor(actor), categoryId), q, limit)
  const items = results.map(
    ({ hit, snippet, score }) => `${hit.opening},"snippet":${quoted(snippet)},"score":${score}}`,
  )
  return `[${items.join(',')}]`
}

/** UNREMARKABLE is what stands in JSON as it is. */
const UNREMARKABLE = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/
const quoted = (text: string): string => (UNREMARKABLE.test(text) ? `"${text}"` : JSON.stringify(text))

/** findResults finds what holds every word of q, the best first; when nothing does, what holds the nearest spellings. */
async function findResults({ db, hits }: SearchDeps, readable: Readable, q: string, limit: number): Promise<Result[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const asked = { terms: words.map((word) => [word]), titleKey: titleKey(q), readable, limit }
  let ranked = await rank(db.dialect, db.read, asked)
  let shown: QueryWord[] = words
  if (ranked.length === 0) {
    const near = await nearTerms(db.dialect, db.read, words)
    ranked = await rank(db.dialect, db.read, { ...asked, terms: near })
    shown = near.flat()
  }
  const found = await hits.get(ranked)
  const results: Result[] = []
  for (const { id, score } of ranked) {
    const hit = found.get(id)
    if (hit) results.push({ hit, snippet: snippetOf(hit, shown), score })
  }
  return results
}

/** Words of this length and more say what a text is about; how many of them, and of the documents that hold each, are weighed. */
const TELLING_LENGTH = 4
const MOST_TELLING = 12
const LONGEST_RELATED_QUERY = 2_000
const MOST_HOLDING = 100
const TITLE_WORTH = 4
const HEAD_WORTH = 1

/**
 * relatedDocuments finds what may ground a draft of the document: open to everyone who may read that one, and sharing
 * telling words with the queries (titles, notes). A word that few documents hold tells more than one that many hold.
 */
export async function relatedDocuments(
  { db }: Pick<Deps, 'db'>,
  documentId: number,
  queries: string[],
  limit: number,
): Promise<{ id: number }[]> {
  const audience = await findAudience(db.read, documentId)
  if (audience === undefined) return []
  const readable = openToReadersOf(audience)
  const weights = new Map<number, number>()
  const words = tellingWords(queries)
  const found = await db.dialect.search.findEach(db.read, words, readable, MOST_HOLDING)
  for (const [index, documents] of found.entries()) {
    const rarity = 1 / (1 + Math.log2(documents.length))
    for (const { id, title } of documents) {
      const worth = isInTitle(words[index]!, title) ? TITLE_WORTH : HEAD_WORTH
      weights.set(id, (weights.get(id) ?? 0) + worth * rarity)
    }
  }
  weights.delete(documentId)
  return [...weights]
    .sort(([idA, weightA], [idB, weightB]) => weightB - weightA || idB - idA)
    .slice(0, limit)
    .map(([id]) => ({ id }))
}

/** isInTitle: titles arrive as their words with blanks between them, or, in scripts without blanks, as they are written. */
const isInTitle = (word: string, title: string): boolean =>
  isUnspaced(word) ? title.includes(word) : ` ${title} `.includes(` ${word} `)

/** tellingWords takes turns among the queries, so that a long one does not leave the others unheard. */
function tellingWords(queries: string[]): string[] {
  const cut = queries.map((query) =>
    [...new Set(wordsOf(query.slice(0, LONGEST_RELATED_QUERY)))].filter(
      (word) => word.length >= TELLING_LENGTH || isUnspaced(word),
    ),
  )
  const longest = Math.max(0, ...cut.map((words) => words.length))
  const turns = Array.from({ length: longest }, (_, turn) => cut.flatMap((words) => words[turn] ?? []))
  return [...new Set(turns.flat())].slice(0, MOST_TELLING)
}
