// Search: keeps the index up to date and finds what a reader may read. `indexing/` tokenises and makes entries; `finding/`
// turns a query into terms, finds candidates, ranks and presents them. The engine's index is dialect.search.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Readable } from '#engine/db/search.ts'
import { refuseUnknown } from '#features/categories/reading.ts'
import { searchableFor, within } from '../access/access.ts'
import type { SiteItem } from '../reading/page.ts'
import { findCandidates } from './finding/candidates.ts'
import type { Hit, HitSection, Hits } from './finding/hits.ts'
import { rank, worthReading } from './finding/rank.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { snippetOf } from './finding/snippet.ts'
import { termsOf } from './finding/terms.ts'
import { entryOf, type Searchable } from './indexing/entry.ts'
import { narrowWords } from './indexing/maintenance.ts'
import type { SavedEntry } from './indexing/maintenance-store.ts'
import { titleKey } from './indexing/words.ts'
import type { MissedSearches } from './missed/missed.ts'
import { findReadableAmong } from './store.ts'

/** Must be called in every transaction that changes a title, tags, a summary or the text. */
export async function indexDocument(dialect: Dialect, tx: Tx, document: Searchable): Promise<void> {
  await dialect.search.put(tx, entryOf(document))
}

/** Also removes words from the vocabulary that no other document has. */
export async function unindexDocument(dialect: Dialect, tx: Tx, document: SavedEntry): Promise<void> {
  await dialect.search.remove(tx, document.id)
  narrowWords(dialect, tx, document)
}

/** Without `missed`, searches without results aren't counted. */
export type SearchDeps = FindingDeps & {
  config: Pick<Deps['config'], 'siteLang'>
  hits: Hits
  missed?: MissedSearches
}
export type SectionLink = { id: string; heading: string }
type SearchResult = { hit: Hit; snippet: string; score: number; section: SectionLink | null }
/** With the words that were dropped, and those used instead. */
type SearchResults = { results: SearchResult[]; dropped: string[]; used: string[] }

/** A result on the site. */
type SiteResult = SiteItem & { section: SectionLink | null }
export type SiteResults = { found: SiteResult[]; dropped: string[]; used: string[] }

/** The public site's search; `lang` is the language of the page where someone searches. */
export async function searchDocuments(
  deps: SearchDeps,
  actor: Actor,
  { q, limit, lang, categoryId }: SiteQuery,
): Promise<SiteResults> {
  await refuseUnknown(deps, actor, categoryId)
  const readable = within(await searchableFor(deps.db.read, actor, 'site'), categoryId)
  const { results, dropped, used } = await findResults(deps, readable, { q, limit, lang })
  const found = results.map(({ hit, ...shown }) => ({ ...hit.item, written: hit.written, ...shown }))
  return { found, dropped, used }
}

type SearchQuery = { q: string; limit: number; categoryId?: number | undefined }
type SiteQuery = SearchQuery & { lang?: string | undefined }

/** The API's search, joined from cached JSON. */
export async function searchAsJson(
  deps: SearchDeps,
  actor: Actor,
  wanted: SearchQuery,
): Promise<{ text: string; dropped: string[] }> {
  const { q, limit, categoryId } = wanted
  await refuseUnknown(deps, actor, categoryId)
  const readable = within(await searchableFor(deps.db.read, actor), categoryId)
  const { results, dropped } = await findResults(deps, readable, { q, limit })
  const items = results.map(
    ({ hit, snippet, score, section }) =>
      `${hit.opening},"snippet":${JSON.stringify(snippet)},"score":${score},"section":${JSON.stringify(section)}}`,
  )
  return { text: `[${items.join(',')}]`, dropped }
}

/** Finds documents with the words of q, or with its important ones, best first. */
async function findResults(deps: SearchDeps, readable: Readable, asked: SiteQuery): Promise<SearchResults> {
  const found = await find(deps, readable, asked)
  if (found.results.length === 0 || found.dropped.length > 0) deps.missed?.note(asked.q, found.results[0]?.hit.item.id)
  return found
}

async function find(
  deps: SearchDeps,
  readable: Readable,
  { q, limit, lang = deps.config.siteLang }: SiteQuery,
): Promise<SearchResults> {
  const index = await ReadersIndex.open(deps, readable)
  const { terms, dropped, isStrict, isLone, empty } = await termsOf(index, { q, lang })
  if (terms.length === 0) return { results: [], dropped, used: [] }
  const key = titleKey(q)
  const { weighed, candidates } = await findCandidates(index, { titleKey: key, isLone, limit }, terms)
  const rows = await findReadableAmong(
    index.query,
    candidates.map(({ id }) => id),
    readable,
  )
  const found = new Map(rows.map((one) => [one.id, one]))
  const read = terms.length === 1 ? worthReading(candidates, found, limit) : candidates
  const shown = await deps.hits.get(read.flatMap(({ id }) => found.get(id) ?? []))
  const rankings = read.flatMap((candidate) => {
    const [hit, at] = [shown.get(candidate.id), found.get(candidate.id)]
    return hit && at ? { candidate, hit, found: at } : []
  })
  const words = terms.flatMap((term) => term.marks)
  const question = { key, weighed, isStrict, empty, verbatim: verbatimOf(q, isStrict) }
  const results = rank(question, rankings, limit).map(({ hit, score, section }) => ({
    hit,
    score,
    section: section && { id: section.anchor, heading: section.heading },
    snippet: snippetOf(sectionText(hit, section), words),
  }))
  return { results, dropped, used: terms.map(({ shown }) => shown) }
}

/** The text for a snippet: the matching section or the whole text. */
function sectionText(hit: Hit, section: HitSection | null): { text: string; lower: string } {
  if (!section || section.from >= hit.text.length) return hit
  const to = hit.sections[hit.sections.indexOf(section) + 1]?.from
  return { text: hit.text.slice(section.from, to), lower: hit.lower.slice(section.from, to) }
}

/**
 * Parts of a query to match literally, although the index only has words: quoted phrases, and names such as sidebar_position,
 * --dry-run, vite.config.js or /etc/hosts.
 */
const QUOTED = /["“„«]([^"“”„«»]{2,})["“”»]/gu
const NAME = /^(?:[-@$/.#]+[\p{L}\p{N}]|[\p{L}\p{N}]+[_.:/]+[\p{L}\p{N}]{2})/u
const BEFORE = /^[`'(]+/
const AFTER = /[`'),;:?!.]{1,4}$/

/**
 * In a question only quoted phrases count, because a name is just one of its subjects. A query of names alone is no question,
 * even if a name contains a stop word, as in --no-cache.
 */
function verbatimOf(q: string, isStrict: boolean): string[] {
  const quoted = Array.from(q.matchAll(QUOTED), ([, phrase]) => phrase!.trim())
  const words = q.replace(QUOTED, ' ').split(/\s+/).map(bare).filter(Boolean)
  const names = words.filter((word) => NAME.test(word))
  return [...quoted, ...(isStrict || names.length === words.length ? names : [])]
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase())
}

const bare = (word: string): string => word.replace(BEFORE, '').replace(AFTER, '')
