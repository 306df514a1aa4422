// The queries of search that are plain SQL on both engines: titles and words by their beginning, rows to show.

import { sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { type Built, preparedBy } from '#engine/db/prepared.ts'
import { type Found, LAST_CHARACTER, LIKING, type Readable } from '#engine/db/search.ts'
import { type ListRow, selectListItems } from '../lists/list-item-store.ts'
import { SNIPPET_TEXT } from './snippet.ts'

type TitleValues = { from: string; to: string; user: number | null; category: number | undefined }
const selectTitlesBeginning = preparedBy<{ readable: Readable; limit: number }, Found & SuggestionRow, TitleValues>(
  ({ readable, limit }) => `${readable.shape} ${limit}`,
  // The limit is part of the text, because SQLite plans a query again whenever a limit is bound.
  ({ readable, limit }, slot) => sql`
    select documents.id, documents.version, ${LIKING} as liking, search_documents.title,
      documents.title as shown, documents.slug, categories.name as category
    from search_documents join documents on documents.id = search_documents.id
    left join categories on categories.id = documents.category_id
    where search_documents.title >= ${slot('from')} and search_documents.title < ${slot('to')}
      and ${readable.condition(slot('user'), slot('category'))}
    order by search_documents.title, search_documents.id limit ${sql.lit(limit)}`,
)

/** findTitlesBeginning goes by title, so that an equal title comes first. */
export function findTitlesBeginning(
  query: Query,
  beginning: string,
  readable: Readable,
  limit: number,
): Promise<(Found & SuggestionRow)[]> {
  const { userId: user, categoryId: category } = readable
  const values = { from: beginning, to: beginning + LAST_CHARACTER, user, category }
  return selectTitlesBeginning(query, { readable, limit }, values)
}

/** Up to this many words with the same beginning are looked through; among more, the result is good, not the best. */
const MOST_SCANNED = 2_000

type WordValues = { from: string; to: string; shortest: number; longest: number }
const selectWordsBeginning = preparedBy<number, { word: string }, WordValues>(
  (limit) => limit,
  (limit, slot) => sql`
    select word from (
      select word from search_words where word >= ${slot('from')} and word < ${slot('to')}
      order by word limit ${sql.lit(MOST_SCANNED)}) as alike
    where length(word) between ${slot('shortest')} and ${slot('longest')}
    order by length(word), word limit ${sql.lit(limit)}`,
)

/** findWordsBeginning gives the shortest words with this beginning: those nearest to what was typed. */
export async function findWordsBeginning(
  query: Query,
  beginning: string,
  limit: number,
  { shortest = 0, longest = 1_000 } = {},
): Promise<string[]> {
  const values = { from: beginning, to: beginning + LAST_CHARACTER, shortest, longest }
  return (await selectWordsBeginning(query, limit, values)).map((row) => row.word)
}

/** findNewestId estimates how large the index is, at the price of one lookup. */
export async function findNewestId(query: Query): Promise<number> {
  const row = await query
    .selectFrom('search_documents')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

export type HitRow = ListRow & { text: string }
export type SuggestionRow = { id: number; version: number; slug: string; shown: string; category: string | null }

/** findHits are the rows to show of the given documents, in no particular order. */
export const findHits = selectThese<HitRow>((ids, query) =>
  selectListItems(query)
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    // A cut has to count characters from the beginning; most texts need none.
    .select(
      sql<string>`case when octet_length(blocks.text) <= ${sql.lit(SNIPPET_TEXT)} then blocks.text
        else substr(blocks.text, 1, ${sql.lit(SNIPPET_TEXT)}) end`.as('text'),
    )
    .where('documents.id', 'in', ids),
)

export const findSuggestions = selectThese<SuggestionRow>(
  (ids) => sql`
    select documents.id, documents.version, documents.slug, documents.title as shown, categories.name as category
    from documents left join categories on categories.id = documents.category_id
    where documents.id in (${sql.join(ids)})`,
)

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))

/** selectThese asks for the number of rows rounded up, repeating the last id, so that there are only a few queries to keep. */
function selectThese<Row>(build: (ids: number[], query: Query) => Built<Row>) {
  const select = preparedBy<number, Row, Record<string, number>>(
    (count) => count,
    (count, slot, query) => build(namesOf(count).map(slot), query),
  )
  return async (query: Query, ids: number[]): Promise<Row[]> => {
    if (ids.length === 0) return []
    const count = Math.ceil(ids.length / 10) * 10
    const values = namesOf(count).map((name, index) => [name, ids[index] ?? ids.at(-1)!])
    return select(query, count, Object.fromEntries(values))
  }
}
