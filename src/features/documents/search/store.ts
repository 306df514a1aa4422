// The queries of search that are plain SQL on both engines: titles by their beginning, rows to rank and to show.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { type BuiltQuery, preparedBy } from '#engine/db/prepared.ts'
import { LAST_CHARACTER, type Readable, reachesFrom, type SearcherValues, searcherOf } from '#engine/db/search.ts'
import { type ListRow, selectListItems } from '../lists/list-item-store.ts'

/** Text beyond this is not looked through: a snippet then shows the beginning. */
const SNIPPET_TEXT = 20_000

/**
 * FoundDocument is what ranking needs of a document: `liking` is twice its views, and one more when it is pinned. `version` is
 * the one that may be read: nothing of another version is shown for it.
 */
export type FoundDocument = DocumentVersion & { liking: number }
const LIKING = sql<number>`(documents.view_count * 2 + case when documents.pinned_at > 0 then 1 else 0 end)`

type TitleValues = SearcherValues & { from: string; to: string }
type TitledRow = { id: number; title: string }

/**
 * selectTitled goes by title, so that an equal title comes first. Those of each reach are a part of the index that is looked
 * through by itself. PostgreSQL must not see how narrow a range is: it would plan each one anew, which takes three times as long
 * as finding it.
 */
const selectTitled = preparedBy<{ readable: Readable; limit: number }, TitledRow, TitleValues>(
  ({ readable, limit }) => `${readable.shape} ${limit}`,
  // The limit is part of the text, because SQLite plans a query again whenever a limit is bound.
  ({ readable, limit }, slot) => {
    const most = sql.lit(limit)
    const parts = reachesFrom(readable.reach).map(
      (reach) => sql`select * from (
        select search_documents.id, search_documents.title
        from search_documents join documents on documents.id = search_documents.id
        where search_documents.reach = ${sql.lit(reach)}
          and search_documents.title >= (select ${slot('from')}) and search_documents.title < (select ${slot('to')})
          and ${readable.condition(slot('user'), slot('category'))}
        order by search_documents.title, search_documents.id limit ${most}) as titled`,
    )
    return sql`${sql.join(parts, sql` union all `)} order by title, id limit ${most}`
  },
)

/** findTitled are the documents of the index whose titles begin so. */
export const findTitled = (query: Query, beginning: string, readable: Readable, limit: number): Promise<TitledRow[]> =>
  selectTitled(query, { readable, limit }, { from: beginning, to: beginning + LAST_CHARACTER, ...searcherOf(readable) })

export type DocumentVersion = { id: number; version: number }
const selectVersions = preparedBy<Readable, DocumentVersion, SearcherValues>(
  ({ shape }) => shape,
  ({ condition }, slot) => sql`select documents.id, documents.version from documents
    where ${condition(slot('user'), slot('category'))} order by documents.id`,
)

export const listVersions = (query: Query, readable: Readable): Promise<DocumentVersion[]> =>
  selectVersions(query, readable, searcherOf(readable))

export type HitRow = ListRow & { text: string; sections: string }
export type SuggestionRow = { id: number; version: number; slug: string; shown: string; category: string | null }

/** findHits are the rows to show of the given documents, in no particular order. */
export const findHits = selectThese<HitRow>((ids, query) =>
  selectListItems(query)
    .innerJoin('texts', 'texts.document_id', 'documents.id')
    .innerJoin('search_documents', 'search_documents.id', 'documents.id')
    .select('search_documents.sections')
    // A cut has to count characters from the beginning; most texts need none.
    .select(
      sql<string>`case when octet_length(texts.text) <= ${sql.lit(SNIPPET_TEXT)} then texts.text
        else substr(texts.text, 1, ${sql.lit(SNIPPET_TEXT)}) end`.as('text'),
    )
    .where('documents.id', 'in', ids),
)

export type ContentRow = {
  id: number
  version: number
  slug: string
  title: string
  lang: string | null
  blocks: string
}

/** findContents are the given documents with what they say, in no particular order. */
export const findContents = selectThese<ContentRow>(
  (ids) => sql`
    select documents.id, documents.version, documents.slug, documents.title, documents.lang, revisions.blocks
    from documents join heads on heads.document_id = documents.id join revisions on revisions.id = heads.published_id
    where documents.id in (${sql.join(ids)})`,
)

/** findFound are those of the given documents that may be read, in no particular order. */
export const findFound = selectReadable<FoundDocument>(
  (ids, filter) => sql`select documents.id, documents.version, ${LIKING} as liking from documents
    where documents.id in (${sql.join(ids)}) and ${filter}`,
)

export const findSuggestions = selectReadable<SuggestionRow>(
  (ids, filter) => sql`
    select documents.id, documents.version, documents.slug, documents.title as shown, categories.name as category
    from documents left join categories on categories.id = documents.category_id
    where documents.id in (${sql.join(ids)}) and ${filter}`,
)

export const findSuggestedSections = selectReadable<SuggestionRow & { sections: string }>(
  (ids, filter) => sql`
    select documents.id, documents.version, documents.slug, documents.title as shown, categories.name as category,
      search_documents.sections
    from documents join search_documents on search_documents.id = documents.id
    left join categories on categories.id = documents.category_id
    where documents.id in (${sql.join(ids)}) and ${filter}`,
)

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))
/** The number of rows is rounded up, repeating the last id, so that there are only a few queries to keep. */
const rounded = (ids: number[]): number => Math.ceil(ids.length / 10) * 10
function valuesOf(ids: number[]): Record<string, number> {
  const values: Record<string, number> = {}
  for (let index = rounded(ids) - 1; index >= 0; index--) values[index] = ids[index] ?? ids.at(-1)!
  return values
}

function selectThese<Row>(build: (ids: number[], query: Query) => BuiltQuery<Row>) {
  const select = preparedBy<number, Row, Record<string, number>>(
    (count) => count,
    (count, slot, query) => build(namesOf(count).map(slot), query),
  )
  return async (query: Query, ids: number[]): Promise<Row[]> =>
    ids.length === 0 ? [] : select(query, rounded(ids), valuesOf(ids))
}

type ReadableShape = { count: number; readable: Readable }
type ReadableValues = Record<string, number | null | undefined>

function selectReadable<Row>(build: (ids: number[], filter: Expression<SqlBool>) => BuiltQuery<Row>) {
  const select = preparedBy<ReadableShape, Row, ReadableValues>(
    ({ count, readable }) => `${count} ${readable.shape}`,
    ({ count, readable }, slot) => build(namesOf(count).map(slot), readable.condition(slot('user'), slot('category'))),
  )
  return async (query: Query, ids: number[], readable: Readable): Promise<Row[]> => {
    if (ids.length === 0) return []
    const values = { ...valuesOf(ids), ...searcherOf(readable) }
    return select(query, { count: rounded(ids), readable }, values)
  }
}
