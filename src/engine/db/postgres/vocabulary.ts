// The vocabulary on PostgreSQL: which words there are for a reader, whole or by their beginning.

import { type RawBuilder, sql } from 'kysely'
import { preparedBy, type Slot } from '../prepared.ts'
import {
  type Beginning,
  type BeginningValues,
  beginningValues,
  findableBy,
  LAST_CHARACTER,
  MOST_SCANNED,
  type Readable,
  reachedBy,
  type SearcherValues,
  searcherOf,
  type WordRow,
  wordsIn,
} from '../search.ts'
import type { Query } from '../tx.ts'

/**
 * The planner must not be able to tell anything from the values (how many, which words): else it believes that planning each
 * time would pay, which takes ten times as long as the search. `offset 0` hides them.
 */
export const hidden = (values: RawBuilder<unknown>) => sql`(select ${values} offset 0)`

/** findable is for a row of search_words. */
const findable = ({ vocabulary, condition }: Readable, slot: Slot<SearcherValues>) =>
  findableBy(
    vocabulary,
    () => sql`exists (select 1 from search_documents join documents on documents.id = search_documents.id
      where search_documents.words @@ ('''' || search_words.word || '''')::tsquery
        and ${condition(slot('user'), slot('category'))})`,
  )

// Sorted first and narrowed to what the reader can find after that: looking stops with the last one that is wanted.
const selectBeginning = preparedBy<{ readable: Readable; limit: number }, WordRow, BeginningValues>(
  ({ readable, limit }) => `${limit} ${readable.shape}`,
  ({ readable, limit }, slot) => {
    const given = sql`${slot('from')}::text as low, ${slot('to')}::text as high, ${slot('shortest')}::int as shortest, ${slot('longest')}::int as longest`
    return sql`select words.word from ${hidden(given)} as given
      cross join lateral (
        select word from (
          select word, reach from (
            select word, reach from search_words where word >= given.low and word < given.high
              ${reachedBy(readable.vocabulary)} order by word limit ${sql.lit(MOST_SCANNED)}
          ) as alike where length(word) between given.shortest and given.longest
          order by length(word), word offset 0) as search_words
        where true ${findable(readable, slot)} limit ${sql.lit(limit)}) as words`
  },
)

export const wordsBeginning = async (query: Query, asked: Beginning, readable: Readable): Promise<string[]> =>
  wordsIn(await selectBeginning(query, { readable, limit: asked.limit }, beginningValues(asked, readable)))

type WordsValues = SearcherValues & { words: string[] }
const selectKnown = preparedBy<Readable, WordRow, WordsValues>(
  ({ shape }) => shape,
  (readable, slot) => sql`
    select search_words.word from ${hidden(sql`${slot('words')}::text[] as words`)} as given
    join search_words on search_words.word = any(given.words) ${findable(readable, slot)}
    order by array_position(given.words, search_words.word)`,
)

export const knownWords = async (query: Query, words: string[], readable: Readable): Promise<string[]> =>
  wordsIn(await selectKnown(query, readable, { words, ...searcherOf(readable) }))

const selectPrefixes = preparedBy<Readable, WordRow, WordsValues>(
  ({ shape }) => shape,
  (readable, slot) => sql`
    select asked.word from ${hidden(sql`${slot('words')}::text[] as words`)} as given
    cross join lateral unnest(given.words) with ordinality as asked (word, nth)
    where exists (
      select 1 from search_words where search_words.word >= asked.word
        and search_words.word < asked.word || ${sql.lit(LAST_CHARACTER)} ${findable(readable, slot)})
    order by nth`,
)

export const knownPrefixes = async (query: Query, beginnings: string[], readable: Readable): Promise<string[]> =>
  wordsIn(await selectPrefixes(query, readable, { words: beginnings, ...searcherOf(readable) }))
