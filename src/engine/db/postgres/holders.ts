// Who holds a word on PostgreSQL: the newest (or oldest) documents that a reader may read.
//
// Two ways lead to them: gathering all that the index gives, and walking through the documents until enough match. Sorting
// takes time in proportion to the number of matches, walking in inverse proportion: from about the square root of all
// documents on, walking is quicker. Which words are so common is remembered.

import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { preparedBy, type Slot } from '../prepared.ts'
import {
  type Asked,
  EVERY_SHAPE,
  type FoundDocument,
  type Holding,
  LIKING,
  MARKS,
  type Readable,
  type SearcherValues,
  type SearchTerm,
  searcherOf,
} from '../search.ts'
import type { Query } from '../tx.ts'
import { hidden } from './vocabulary.ts'

/** For how many words we remember that they match too many documents to gather all: it only decides how they are found. */
const COMMON_KEPT = 4_000
export const common = new LRUCache<string, true>({ max: COMMON_KEPT })

/** Shows: ids alone, or with what ranking needs of each document, as numbers in a row. */
export type Shows = 'ids' | 'documents'
const SHOWN: Record<Shows, RawBuilder<unknown>> = {
  ids: sql`documents.id`,
  documents: sql`array[documents.id, documents.version, ${LIKING}]`,
}

/** Walking: whether any word is known to be so common that documents are walked through. Without it a statement starts in half the time. */
export type Walking = { isWalking: boolean }

/**
 * found gives `found.held` and `found.is_cut` for every row of `asks` (match, is_common). Where it does not walk, what is cut
 * short is worth nothing, and has to be asked for again.
 */
export function found(shape: Holding & Walking, slot: Slot<SearcherValues>, shows: Shows) {
  const { readable, limit } = shape
  const order = sql.raw(shape.first === 'oldest' ? 'asc' : 'desc')
  // For someone who may read everything no document is looked at to find its id.
  const isPlain = readable.shape === EVERY_SHAPE && shows === 'ids'
  const isReadable = readable.condition(slot('user'), slot('category'))
  const first = isPlain
    ? sql`array(select id from unnest(matches.ids) as one (id) order by id ${order} limit ${sql.lit(limit)})`
    : sql`array(select ${SHOWN[shows]} from documents where documents.id = any(matches.ids) and ${isReadable}
        order by documents.id ${order} limit ${sql.lit(limit)})`
  const documents = isPlain
    ? sql`cross join lateral (select walked.id) as documents`
    : sql`cross join lateral (select * from documents where documents.id = walked.id and ${isReadable} offset 0) as documents`
  const walked = sql`array(select ${SHOWN[shows]} from (
      select id from (select id, words from search_documents order by id ${order} offset 0) as all_words
      where all_words.words @@ asks.match offset 0) as walked ${documents} limit ${sql.lit(limit)})`
  const held = shape.isWalking ? sql`case when asks.is_common then ${walked} else ${first} end` : first
  return sql`cross join (
      select sqrt(${sql.lit(shape.limit)} * max(id))::bigint + 50 as most from search_documents) as bound
    cross join lateral (
      select array(select id from search_documents where not asks.is_common and words @@ asks.match limit bound.most) as ids
      offset 0) as matches
    cross join lateral (select cardinality(matches.ids) >= bound.most as is_cut, ${held} as held) as found`
}

type HoldersRow = { nth: number; is_cut: boolean; held: string }
type HoldersValues = SearcherValues & { matches: string[]; common: boolean[] }
const selectHolders = preparedBy<Holding & Walking, HoldersRow, HoldersValues>(
  ({ readable, first, limit, isWalking }) => `${readable.shape} ${first} ${limit} ${isWalking}`,
  (shape, slot) => sql`
    select asks.nth::int, found.is_cut, array_to_string(found.held, ',') as held
    from ${hidden(sql`${slot('matches')}::text[] as matches, ${slot('common')}::bool[] as common`)} as given
    cross join lateral (
      select match::tsquery as match, is_common, nth
      from unnest(given.matches, given.common) with ordinality as one (match, is_common, nth) offset 0
    ) as asks ${found(shape, slot, 'ids')}`,
)

export async function holders(query: Query, asked: Asked[], holding: Holding): Promise<number[][]> {
  if (asked.length === 0) return []
  const ids: number[][] = asked.map(() => [])
  const matches = asked.map(asQuery)
  const isCommon = matches.map((match) => common.has(match))
  const values = { matches, common: isCommon, ...searcherOf(holding.readable) }
  const shape = { ...holding, isWalking: isCommon.includes(true) }
  const cut: number[] = []
  for (const { nth, is_cut, held } of await selectHolders(query, shape, values)) {
    ids[nth - 1] = numbersIn(held)
    if (is_cut) cut.push(nth - 1)
  }
  for (const nth of cut) common.set(matches[nth]!, true)
  const again = await holders(
    query,
    cut.map((nth) => asked[nth]!),
    holding,
  )
  for (const [index, nth] of cut.entries()) ids[nth] = again[index]!
  return ids
}

export const numbersIn = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

/** One row with all numbers costs a third of a row for each document. */
const selectFound = preparedBy<Readable, { held: string }, SearcherValues & { ids: number[] }>(
  ({ shape }) => shape,
  ({ condition }, slot) => sql`
    select array_to_string(array(
      select ${SHOWN.documents} from documents
      where documents.id = any((select ${slot('ids')}::bigint[])::bigint[]) and ${condition(slot('user'), slot('category'))}), ',') as held`,
)

export async function findFound(query: Query, ids: number[], readable: Readable): Promise<FoundDocument[]> {
  const found = new Map<number, FoundDocument>()
  const [row] = await selectFound(query, readable, { ids, ...searcherOf(readable) })
  learned(found, numbersIn(row!.held))
  return [...found.values()]
}

/** learned takes documents from a list of three numbers for each, and returns their ids. */
export function learned(found: Map<number, FoundDocument>, numbers: number[]): number[] {
  const ids: number[] = []
  for (let at = 0; at < numbers.length; at += 3) {
    const [id, version, liking] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
    ids.push(id)
    if (!found.has(id)) found.set(id, { id, version, liking })
  }
  return ids
}

const asQuery = ({ field, terms }: Asked): string => terms.map((term) => anyOf(term, MARKS[field])).join(' & ')

const anyOf = (term: SearchTerm, mark: string): string =>
  `(${term.map(({ word, prefix }) => `'${mark}${word}'${prefix ? ':*' : ''}`).join(' | ')})`
