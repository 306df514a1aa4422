// What search asks PostgreSQL: which words there are for a reader, and the newest (or oldest) documents that hold them. A round
// trip costs as much as the search itself, so words and their holders are asked for in one statement.
//
// Two ways lead to the newest holders: gathering all that the index gives, and walking through the documents until enough match.
// Sorting takes time in proportion to the number of matches, walking in inverse proportion: from about the square root of
// all documents on, walking is quicker. Which words are so common is remembered.

import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { preparedBy, type Slot } from '../prepared.ts'
import {
  type Asked,
  type Beginning,
  type BeginningValues,
  beginningValues,
  EVERY_SHAPE,
  type FoundDocument,
  findableBy,
  type Holding,
  LAST_CHARACTER,
  LIKING,
  MARKS,
  type Meanings,
  MOST_BEYOND,
  MOST_MEANINGS,
  MOST_SCANNED,
  type Readable,
  type SearcherValues,
  type SearchField,
  type SearchTerm,
  searcherOf,
  type WordRow,
  wordsIn,
} from '../search.ts'
import type { Query } from '../tx.ts'

/** For how many words we remember that they match too many documents to gather all: it only decides how they are found. */
const COMMON_KEPT = 4_000
const common = new LRUCache<string, true>({ max: COMMON_KEPT })

/**
 * The planner must not be able to tell anything from the values (how many, which words): else it believes that planning each
 * time would pay, which takes ten times as long as the search. `offset 0` hides them.
 */
const hidden = (values: RawBuilder<unknown>) => sql`(select ${values} offset 0)`

/** Shows: ids alone, or with what ranking needs of each document, as numbers in a row. */
type Shows = 'ids' | 'documents'
const SHOWN: Record<Shows, RawBuilder<unknown>> = {
  ids: sql`documents.id`,
  documents: sql`documents.id || ',' || documents.version || ',' || ${LIKING}`,
}

/** firstOf are the first readable ones of `from` (with an id), as many as are wanted. For someone who may read everything none is looked at. */
function firstOf(shape: Holding, slot: Slot<SearcherValues>, shows: Shows, from: RawBuilder<unknown>) {
  const { readable, limit } = shape
  const isPlain = readable.shape === EVERY_SHAPE && shows === 'ids'
  const documents = isPlain
    ? sql`cross join lateral (select sorted.id) as documents`
    : sql`cross join lateral (
      select * from documents where documents.id = sorted.id and ${readable.condition(slot('user'), slot('category'))} offset 0
    ) as documents`
  return sql`array(select ${SHOWN[shows]} from (${from} offset 0) as sorted ${documents} limit ${sql.lit(limit)})`
}

/** found gives `found.held` and `found.is_cut` for every row of `asks` (match, is_common). */
function found(shape: Holding, slot: Slot<SearcherValues>, shows: Shows) {
  const order = sql.raw(shape.first === 'oldest' ? 'asc' : 'desc')
  const gathered = firstOf(shape, slot, shows, sql`select id from matches order by id ${order}`)
  const walked = firstOf(
    shape,
    slot,
    shows,
    sql`select id from (select id, words from search_documents order by id ${order} offset 0) as walked
      where walked.words @@ asks.match`,
  )
  return sql`cross join (
      select sqrt(${sql.lit(shape.limit)} * max(id))::bigint + 50 as most from search_documents) as bound
    cross join lateral (
      with matches as materialized (
        select id from search_documents where not asks.is_common and words @@ asks.match limit bound.most)
      select (select count(*) from matches) >= bound.most as is_cut, ${gathered} as held
    ) as gathered
    cross join lateral (
      select gathered.is_cut,
        case when gathered.is_cut or asks.is_common then ${walked} else gathered.held end as held
    ) as found`
}

type HoldersRow = { nth: number; is_cut: boolean; held: string }
type HoldersValues = SearcherValues & { matches: string[]; common: boolean[] }
const selectHolders = preparedBy<Holding, HoldersRow, HoldersValues>(
  ({ readable, first, limit }) => `${readable.shape} ${first} ${limit}`,
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
  const values = { matches, common: matches.map((match) => common.has(match)), ...searcherOf(holding.readable) }
  for (const { nth, is_cut, held } of await selectHolders(query, holding, values)) {
    ids[nth - 1] = numbersIn(held)
    if (is_cut) common.set(matches[nth - 1]!, true)
  }
  return ids
}

const numbersIn = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

type Ahead = Holding & { fields: SearchField[] }
type MeaningRow = { nth: number; words: string; field: SearchField; is_cut: boolean; held: string }
/** `common` lists for each word the fields in which it is common, with blanks around each. */
type MeaningValues = SearcherValues & { from: string[]; to: string[]; common: string[] }

/** Of many words most holders are never ranked: for someone who may read everything they are not looked at. */
const showsOf = ({ readable, fields }: Ahead): Shows =>
  readable.shape === EVERY_SHAPE && !fields.includes('head') && fields.length > 1 ? 'ids' : 'documents'

/** In titles, a prefix that more words begin with than are listed is asked for as it is: titles are few. */
const selectMeanings = preparedBy<Ahead, MeaningRow, MeaningValues>(
  ({ readable, first, limit, fields }) => `${readable.shape} ${first} ${limit} ${fields.join()}`,
  (shape, slot) => sql`
    select typed.nth::int, array_to_string(meant.words, ' ') as words, field.name as field, found.is_cut,
      array_to_string(found.held, ',') as held
    from ${hidden(sql`${slot('from')}::text[] as low, ${slot('to')}::text[] as high, ${slot('common')}::text[] as common`)} as given
    cross join lateral (
      select * from unnest(given.low, given.high, given.common) with ordinality as one (low, high, common, nth) offset 0) as typed
    cross join lateral (
      select array(${beginning(shape.readable, slot, sql`typed.low`, sql`typed.high`, MOST_MEANINGS)}) as words offset 0) as listed
    cross join lateral (
      select case when listed.words[1] = typed.low then listed.words[1:${sql.lit(MOST_BEYOND)}] else listed.words end as words
      offset 0) as meant
    cross join lateral (
      select * from (values ${sql.join(shape.fields.map((field) => sql`(${sql.lit(field)}, ${sql.lit(MARKS[field])})`))})
        as one (name, mark)
      where cardinality(meant.words) > 0 offset 0) as field
    cross join lateral (
      select (case when field.name = 'tags' and cardinality(meant.words) >= ${sql.lit(MOST_MEANINGS)}
        then '''' || ${sql.lit(MARKS.title)} || typed.low || ''':*'
        else '''' || field.mark || array_to_string(meant.words, ''' | ''' || field.mark) || '''' end)::tsquery as match,
        strpos(typed.common, ' ' || field.name || ' ') > 0 as is_common offset 0
    ) as asks ${found(shape, slot, showsOf(shape))}`,
)

export async function meanings(query: Query, typed: SearchTerm, ahead: Ahead): Promise<Meanings> {
  const from = typed.map(({ word }) => word)
  const to = typed.map(({ word, prefix }) => word + (prefix ? LAST_CHARACTER : FIRST_CHARACTER))
  const keyOf = (nth: number, field: SearchField) => `${to[nth]} ${field}`
  const commonIn = (nth: number) => ahead.fields.filter((field) => common.has(keyOf(nth, field)))
  const values = { from, to, common: typed.map((_, nth) => ` ${commonIn(nth).join('  ')} `) }
  const rows = await selectMeanings(query, ahead, { ...values, ...searcherOf(ahead.readable) })
  const meant = typed.map(() => ({ words: [] as string[], held: new Map<SearchField, number[]>() }))
  const found = new Map<number, FoundDocument>()
  const isPlain = showsOf(ahead) === 'ids'
  for (const { nth, words, field, is_cut, held } of rows) {
    const one = meant[nth - 1]!
    if (is_cut) common.set(keyOf(nth - 1, field), true)
    const numbers = numbersIn(held)
    one.held.set(field, isPlain ? numbers : learned(found, numbers))
    if (one.words.length === 0) one.words = words.split(' ')
  }
  return { meanings: meant, found }
}

/** learned takes documents from a list of three numbers for each, and returns their ids. */
function learned(found: Map<number, FoundDocument>, numbers: number[]): number[] {
  const ids: number[] = []
  for (let at = 0; at < numbers.length; at += 3) {
    const [id, version, liking] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
    ids.push(id)
    if (!found.has(id)) found.set(id, { id, version, liking })
  }
  return ids
}

/** FIRST_CHARACTER ends the range of what is one word and nothing beyond it. */
const FIRST_CHARACTER = '\u0001'

/** findable is for a row of search_words. */
const findable = ({ vocabulary, condition }: Readable, slot: Slot<SearcherValues>) =>
  findableBy(
    vocabulary,
    () => sql`exists (select 1 from search_documents join documents on documents.id = search_documents.id
      where search_documents.words @@ ('''' || search_words.word || '''')::tsquery
        and ${condition(slot('user'), slot('category'))})`,
  )

/** beginning is sorted first and narrowed to what the reader can find after that: looking stops with the last one wanted. */
const beginning = (
  readable: Readable,
  slot: Slot<SearcherValues>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  limit: number,
  lengths: RawBuilder<unknown> = sql``,
) => sql`
  select word from (
    select word, reach from (
      select word, reach from search_words where word >= ${from} and word < ${to}
        ${readable.vocabulary === 'open' ? sql`and reach = 2` : sql``} order by word limit ${sql.lit(MOST_SCANNED)}
    ) as alike ${lengths} order by length(word), word offset 0) as search_words
  where true ${findable(readable, slot)} limit ${sql.lit(limit)}`

const selectBeginning = preparedBy<{ readable: Readable; limit: number }, WordRow, BeginningValues>(
  ({ readable, limit }) => `${limit} ${readable.shape}`,
  ({ readable, limit }, slot) => {
    const given = sql`${slot('from')}::text as low, ${slot('to')}::text as high, ${slot('shortest')}::int as shortest, ${slot('longest')}::int as longest`
    const lengths = sql`where length(word) between given.shortest and given.longest`
    return sql`select words.word from ${hidden(given)} as given
      cross join lateral (${beginning(readable, slot, sql`given.low`, sql`given.high`, limit, lengths)}) as words`
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
        and search_words.word < asked.word || ${sql.lit(LAST_CHARACTER)} ${findable(readable, slot)}
    ) order by nth`,
)

export const knownPrefixes = async (query: Query, beginnings: string[], readable: Readable): Promise<string[]> =>
  wordsIn(await selectPrefixes(query, readable, { words: beginnings, ...searcherOf(readable) }))

const asQuery = ({ field, terms }: Asked): string => terms.map((term) => anyOf(term, MARKS[field])).join(' & ')

const anyOf = (term: SearchTerm, mark: string): string =>
  `(${term.map(({ word, prefix }) => `'${mark}${word}'${prefix ? ':*' : ''}`).join(' | ')})`
