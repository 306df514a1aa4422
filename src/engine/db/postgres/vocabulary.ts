// The vocabulary on PostgreSQL: known words by reach, whole or by prefix.

import { type RawBuilder, sql } from 'kysely'
import { preparedBy } from '../prepared.ts'
import {
  type Beginning,
  type BeginningValues,
  beginningValues,
  LAST_CHARACTER,
  MOST_SCANNED,
  type Reach,
  reachedFrom,
  type WordRow,
  wordsIn,
} from '../search.ts'
import type { Query } from '../tx.ts'

/**
 * The planner must not be able to tell anything from the values (how many, which words): else it believes that planning each
 * time would pay, which takes ten times as long as the search. `offset 0` hides them.
 */
export const hidden = (values: RawBuilder<unknown>) => sql`(select ${values} offset 0)`

const selectBeginning = preparedBy<{ least: Reach; limit: number }, WordRow, BeginningValues>(
  ({ least, limit }) => `${limit} ${least}`,
  ({ least, limit }, slot) => {
    const given = sql`${slot('from')}::text as low, ${slot('to')}::text as high, ${slot('shortest')}::int as shortest, ${slot('longest')}::int as longest`
    return sql`select words.word from ${hidden(given)} as given
      cross join lateral (
        select word from (
          select word from search_words where word >= given.low and word < given.high
            ${reachedFrom(least)} order by word limit ${sql.lit(MOST_SCANNED)}) as alike
        where length(word) between given.shortest and given.longest
        order by length(word), word limit ${sql.lit(limit)}) as words`
  },
)

export const wordsBeginning = async (query: Query, asked: Beginning, least: Reach): Promise<string[]> =>
  wordsIn(await selectBeginning(query, { least, limit: asked.limit }, beginningValues(asked)))

type WordsValues = { words: string[] }
const selectKnown = preparedBy<Reach, WordRow, WordsValues>(
  (least) => least,
  (least, slot) => sql`
    select search_words.word from ${hidden(sql`${slot('words')}::text[] as words`)} as given
    join search_words on search_words.word = any(given.words) ${reachedFrom(least)}
    order by array_position(given.words, search_words.word)`,
)

export const knownWords = async (query: Query, words: string[], least: Reach): Promise<string[]> =>
  wordsIn(await selectKnown(query, least, { words }))

const selectPrefixes = preparedBy<Reach, WordRow, WordsValues>(
  (least) => least,
  (least, slot) => sql`
    select asked.word from ${hidden(sql`${slot('words')}::text[] as words`)} as given
    cross join lateral unnest(given.words) with ordinality as asked (word, nth)
    where exists (
      select 1 from search_words where search_words.word >= asked.word
        and search_words.word < asked.word || ${sql.lit(LAST_CHARACTER)} ${reachedFrom(least)})
    order by nth`,
)

export const knownPrefixes = async (query: Query, beginnings: string[], least: Reach): Promise<string[]> =>
  wordsIn(await selectPrefixes(query, least, { words: beginnings }))
