// Finds the newest (or oldest) documents with a word on PostgreSQL, among those that a reader may read.
//
// Two strategies: collecting all matches of the index, or scanning documents in order until enough match. Sorting
// takes time in proportion to the number of matches, scanning in inverse proportion: from about the square root of all
// documents on, scanning is faster. Words known to be that common are cached.
//
// Needed by visitors of large sites on PostgreSQL: of 100,000 documents, a word in every second one takes 188 ms to collect and
// 7 ms to scan for, a word in one of a thousand 80 and 430 ms. The planner chooses as well only where it plans every statement
// anew with its values, which costs more than most searches.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { preparedBy } from '../prepared.ts'
import {
  EVERY_SHAPE,
  type Holding,
  type Reach,
  reachesFrom,
  type SearcherValues,
  type SearchTerm,
  searcherOf,
  type WordQuery,
  wordAt,
} from '../search.ts'
import type { Query } from '../tx.ts'
import { hidden } from './vocabulary.ts'

/** Number of cached common words; the cache only chooses the strategy. */
const COMMON_KEPT = 4_000
const common = new LRUCache<string, true>({ max: COMMON_KEPT })

/** Whether any word uses scanning. Statements without it start twice as fast. */
type Walking = { isWalking: boolean }

type HoldersRow = { nth: number; is_cut: boolean; held: string }
type HoldersValues = SearcherValues & { matches: string[]; common: boolean[] }

/** Truncated results (`is_cut`) are repeated with scanning. One row with all ids costs a third of one row per id. */
const selectHolders = preparedBy<Holding & Walking, HoldersRow, HoldersValues>(
  ({ readable, first, limit, isWalking }) => `${readable.shape} ${first} ${limit} ${isWalking}`,
  ({ readable, first, limit, isWalking }, slot) => {
    const order = sql.raw(first === 'oldest' ? 'asc' : 'desc')
    const most = sql.lit(limit)
    // Readers of everything need no access check.
    const isPlain = readable.shape === EVERY_SHAPE
    const isReadable = readable.condition(slot('user'), slot('category'))
    const gathered = isPlain
      ? sql`array(select id from unnest(matches.ids) as one (id) order by id ${order} limit ${most})`
      : sql`array(select documents.id from documents where documents.id = any(matches.ids) and ${isReadable}
          order by documents.id ${order} limit ${most})`
    const documents = isPlain
      ? sql`cross join lateral (select walked.id) as documents`
      : sql`cross join lateral (select * from documents where documents.id = walked.id and ${isReadable} offset 0) as documents`
    const walked = sql`array(select documents.id from (
        select id from (select id, words from search_documents order by id ${order} offset 0) as all_words
        where all_words.words @@ asks.match offset 0) as walked ${documents} limit ${most})`
    const held = isWalking ? sql`case when asks.is_common then ${walked} else ${gathered} end` : gathered
    return sql`
      select asks.nth::int, found.is_cut, array_to_string(found.held, ',') as held
      from ${hidden(sql`${slot('matches')}::text[] as matches, ${slot('common')}::bool[] as common`)} as given
      cross join lateral (
        select match::tsquery as match, is_common, nth
        from unnest(given.matches, given.common) with ordinality as one (match, is_common, nth) offset 0) as asks
      cross join (select sqrt(${most} * max(id))::bigint + 50 as most from search_documents) as bound
      cross join lateral (
        select array(select id from search_documents where not asks.is_common and words @@ asks.match limit bound.most) as ids
        offset 0) as matches
      cross join lateral (select cardinality(matches.ids) >= bound.most as is_cut, ${held} as held) as found`
  },
)

export async function holders(query: Query, asked: WordQuery[], holding: Holding): Promise<number[][]> {
  if (asked.length === 0) return []
  const ids: number[][] = asked.map(() => [])
  const matches = asked.map((one) => asQuery(one, holding.readable.reach))
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

const numbersIn = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

/** The index form of a title word, marked by a prefix. */
export const inTitle = (word: string): string => `¶${word}`

function asQuery(asked: WordQuery, least: Reach): string {
  const anyOf = (term: SearchTerm) => {
    const words = reachesFrom(least).flatMap((reach) =>
      term.map(
        ({ word, prefix }) => `'${wordAt(reach, asked.in === 'titles' ? inTitle(word) : word)}'${prefix ? ':*' : ''}`,
      ),
    )
    return `(${words.join(' | ')})`
  }
  return asked.terms.map(anyOf).join(' & ')
}
