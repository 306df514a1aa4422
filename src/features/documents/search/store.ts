// Search queries in plain SQL for both engines: titles by prefix, rows to rank and to present.

import { sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { preparedBy } from '#engine/db/prepared.ts'
import { LAST_CHARACTER, type Readable, reachesFrom, searcherOf } from '#engine/db/search.ts'
import { filterOf } from '../access/access.ts'
import { type ListRow, selectListItems } from '../lists/list-item-store.ts'

/** Longer texts aren't searched; the snippet is then the beginning. */
const SNIPPET_TEXT = 20_000

/**
 * What ranking needs. `popularity` is twice the views, plus one if pinned. `version` is the readable one: nothing of another
 * version is shown.
 */
export type FoundDocument = DocumentVersion & { popularity: number }
const POPULARITY = sql<number>`(documents.view_count * 2 + case when documents.pinned_at > 0 then 1 else 0 end)`

type TitledRow = { id: number; title: string }

/**
 * Indexed documents by prefix of the title, sorted by title, so that an equal one comes first. Each reach is queried
 * separately, as part of the index.
 */
export async function findTitled(
  query: Query,
  beginning: string,
  readable: Readable,
  limit: number,
): Promise<TitledRow[]> {
  // SQLite plans a query again whenever a limit is bound.
  const most = sql.lit(limit)
  const parts = reachesFrom(readable.reach).map(
    (reach) => sql`select * from (
      select search_documents.id, search_documents.title
      from search_documents join documents on documents.id = search_documents.id
      where search_documents.reach = ${sql.lit(reach)}
        and search_documents.title >= ${beginning} and search_documents.title < ${beginning + LAST_CHARACTER}
        and ${filterOf(readable)}
      order by search_documents.title, search_documents.id limit ${most}) as titled`,
  )
  const titled = sql<TitledRow>`${sql.join(parts, sql` union all `)} order by title, id limit ${most}`
  return (await titled.execute(query)).rows
}

export type DocumentVersion = { id: number; version: number }

export const listVersions = (query: Query, readable: Readable): Promise<DocumentVersion[]> =>
  query.selectFrom('documents').select(['id', 'version']).where(filterOf(readable)).orderBy('id').execute()

export type HitRow = ListRow & { text: string; sections: string }
export type SuggestionRow = { id: number; version: number; slug: string; shown: string; category: string | null }

/** Rows to present, unordered. */
export const findHits = async (query: Query, ids: readonly number[]): Promise<HitRow[]> =>
  ids.length === 0
    ? []
    : selectListItems(query)
        .innerJoin('texts', 'texts.document_id', 'documents.id')
        .innerJoin('search_documents', 'search_documents.id', 'documents.id')
        .select('search_documents.sections')
        // Cutting counts characters from the beginning; most texts need no cut.
        .select(
          sql<string>`case when octet_length(texts.text) <= ${sql.lit(SNIPPET_TEXT)} then texts.text
        else substr(texts.text, 1, ${sql.lit(SNIPPET_TEXT)}) end`.as('text'),
        )
        .where('documents.id', 'in', ids)
        .execute()

export type ContentRow = {
  id: number
  version: number
  slug: string
  title: string
  lang: string | null
  blocks: string
}

/** Documents with their text, unordered. */
export const findContents = async (query: Query, ids: readonly number[]): Promise<ContentRow[]> =>
  ids.length === 0
    ? []
    : query
        .selectFrom('documents')
        .innerJoin('revisions', 'revisions.id', 'documents.published_id')
        .select(['documents.id', 'documents.version', 'documents.slug', 'documents.title', 'documents.lang'])
        .select('revisions.blocks')
        .where('documents.id', 'in', ids)
        .execute()

const selectFound = preparedBy<{ count: number; readable: Readable }, FoundDocument, FoundValues>(
  ({ count, readable }) => `${count} ${readable.shape}`,
  ({ count, readable }, slot) => sql`select documents.id, documents.version, ${POPULARITY} as popularity from documents
    where documents.id in (${sql.join(namesOf(count).map(slot))}) and ${readable.condition(slot('user'), slot('category'))}`,
)
type FoundValues = Record<string, number | null | undefined>
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))

/** Those that may be read, unordered. */
export async function findReadableAmong(
  query: Query,
  ids: readonly number[],
  readable: Readable,
): Promise<FoundDocument[]> {
  if (ids.length === 0) return []
  // Rounded up by repeating the last id, so that there are few prepared statements.
  const count = Math.ceil(ids.length / 10) * 10
  const slots = namesOf(count).map((name, index) => [name, ids[index] ?? ids.at(-1)!])
  return selectFound(query, { count, readable }, { ...Object.fromEntries(slots), ...searcherOf(readable) })
}

const selectSuggested = (query: Query, ids: readonly number[], readable: Readable) =>
  query
    .selectFrom('documents')
    .leftJoin('categories', 'categories.id', 'documents.category_id')
    .select(['documents.id', 'documents.version', 'documents.slug', 'documents.title as shown'])
    .select('categories.name as category')
    .where('documents.id', 'in', ids)
    .where(filterOf(readable))

export const findSuggestions = async (query: Query, ids: number[], readable: Readable): Promise<SuggestionRow[]> =>
  ids.length === 0 ? [] : selectSuggested(query, ids, readable).execute()

type SuggestedSections = SuggestionRow & { sections: string }
export const findSuggestedSections = async (
  query: Query,
  ids: number[],
  readable: Readable,
): Promise<SuggestedSections[]> =>
  ids.length === 0
    ? []
    : selectSuggested(query, ids, readable)
        .innerJoin('search_documents', 'search_documents.id', 'documents.id')
        .select('search_documents.sections')
        .execute()
