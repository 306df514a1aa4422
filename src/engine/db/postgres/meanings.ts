// What typed and mistyped words may mean on PostgreSQL, and which documents hold that. A round trip costs as much as the
// search itself, so words and their holders are asked for in one statement.

import { type RawBuilder, sql } from 'kysely'
import { preparedBy, type Slot } from '../prepared.ts'
import {
  type Ahead,
  beginningValues,
  EVERY_SHAPE,
  type FoundDocument,
  LAST_CHARACTER,
  MARKS,
  type Meanings,
  MOST_BEYOND,
  MOST_MEANINGS,
  MOST_SPELLINGS,
  type SearcherValues,
  type SearchField,
  type SearchTerm,
  type Spelt,
  searcherOf,
  type Tries,
} from '../search.ts'
import type { Query } from '../tx.ts'
import { common, found, learned, numbersIn, type Shows, type Walking } from './holders.ts'
import { beginning, beside, findable, hidden, isBegun } from './vocabulary.ts'

type FieldRow = { nth: number; words: string; field: SearchField | null; is_cut: boolean; held: string }
type MeaningRow = FieldRow & { beside: string | null }
/** `common` lists for each word the fields in which it is common, with blanks around each. */
type MeaningValues = SearcherValues & { from: string[]; to: string[]; common: string[] }

/** Of many words most holders are never ranked: for someone who may read everything they are not looked at. */
const showsOf = ({ readable, fields }: Ahead): Shows =>
  readable.shape === EVERY_SHAPE && !fields.includes('head') && fields.length > 1 ? 'ids' : 'documents'

/** inFields finds the holders of `meant.words` in each field: one row a field, or one without a field where nothing is meant. */
const inFields = (
  shape: Ahead & Walking,
  slot: Slot<SearcherValues>,
  match: RawBuilder<unknown>,
  isCommon: RawBuilder<unknown>,
) => sql`
    left join lateral (
      select * from (values ${sql.join(shape.fields.map((field) => sql`(${sql.lit(field)}, ${sql.lit(MARKS[field])})`))})
        as one (name, mark) offset 0) as field on cardinality(meant.words) > 0
    cross join lateral (select (${match})::tsquery as match, ${isCommon} as is_common offset 0) as asks
    ${found(shape, slot, showsOf(shape))}`
const WORDS_IN_FIELD = sql`'''' || field.mark || array_to_string(meant.words, ''' | ''' || field.mark) || ''''`

/** In titles, a prefix that more words begin with than are listed is asked for as it is: titles are few. */
const selectMeanings = preparedBy<Ahead & Walking, MeaningRow, MeaningValues>(
  ({ readable, first, limit, fields, isWalking }) =>
    `${readable.shape} ${first} ${limit} ${fields.join()} ${isWalking}`,
  (shape, slot) => sql`
    select typed.nth::int, array_to_string(meant.words, ' ') as words, field.name as field, found.is_cut,
      array_to_string(found.held, ',') as held,
      case when field.name is null then ${beside(shape.readable, slot, sql`typed.low`)} end as beside
    from ${hidden(sql`${slot('from')}::text[] as low, ${slot('to')}::text[] as high, ${slot('common')}::text[] as common`)} as given
    cross join lateral (
      select * from unnest(given.low, given.high, given.common) with ordinality as one (low, high, common, nth) offset 0) as typed
    cross join lateral (
      select array(${beginning(shape.readable, slot, sql`typed.low`, sql`typed.high`, MOST_MEANINGS)}) as words offset 0) as listed
    cross join lateral (
      select case when listed.words[1] = typed.low then listed.words[1:${sql.lit(MOST_BEYOND)}] else listed.words end as words
      offset 0) as meant
    ${inFields(
      shape,
      slot,
      sql`case when field.name = 'tags' and cardinality(meant.words) >= ${sql.lit(MOST_MEANINGS)}
        then '''' || ${sql.lit(MARKS.title)} || typed.low || ''':*' else ${WORDS_IN_FIELD} end`,
      sql`strpos(typed.common, ' ' || field.name || ' ') > 0`,
    )}`,
)

export async function meanings(query: Query, typed: SearchTerm, ahead: Ahead): Promise<Meanings> {
  const from = typed.map(({ word }) => word)
  const to = typed.map(({ word, prefix }) => word + (prefix ? LAST_CHARACTER : FIRST_CHARACTER))
  const keyOf = (nth: number, field: SearchField) => `${to[nth]} ${field}`
  const commonIn = (nth: number) => ahead.fields.filter((field) => common.has(keyOf(nth, field)))
  const commons = typed.map((_, nth) => commonIn(nth))
  const values = { from, to, common: commons.map((fields) => ` ${fields.join('  ')} `), ...searcherOf(ahead.readable) }
  const rows = await selectMeanings(query, { ...ahead, isWalking: commons.some(({ length }) => length > 0) }, values)
  const cut = rows.filter(({ is_cut }) => is_cut)
  for (const { nth, field } of cut) common.set(keyOf(nth - 1, field!), true)
  if (cut.length > 0) return meanings(query, typed, ahead)
  const meant = meaningsIn(rows, typed.length, ahead)
  for (const { nth, field, beside } of rows)
    if (!field) meant.meanings[nth - 1]!.kept = sharedBeginning(from[nth - 1]!, beside?.split(' ') ?? [])
  return meant
}

/** sharedBeginning is the longest that a word has in common with any of the others. */
function sharedBeginning(word: string, others: string[]): string {
  const letters = [...word]
  const shared = others.map((other) => [...other, ''].findIndex((letter, nth) => letter !== letters[nth]))
  return letters.slice(0, Math.max(0, ...shared)).join('')
}

function meaningsIn(rows: FieldRow[], count: number, ahead: Ahead): Meanings {
  const meant = Array.from({ length: count }, () => ({ words: [] as string[], held: new Map<SearchField, number[]>() }))
  const found = new Map<number, FoundDocument>()
  const isPlain = showsOf(ahead) === 'ids'
  for (const { nth, words, field, is_cut, held } of rows) {
    const one = meant[nth - 1]!
    if (words !== '' && one.words.length === 0) one.words = words.split(' ')
    if (!field || is_cut) continue
    const numbers = numbersIn(held)
    one.held.set(field, isPlain ? numbers : learned(found, numbers))
  }
  return { meanings: meant, found }
}

type SpellingRow = FieldRow & { alike: string }
type SpellingValues = SearcherValues & {
  words: string[]
  begun: (number | null)[]
  low: (string | null)[]
  high: (string | null)[]
  shortest: (number | null)[]
  longest: (number | null)[]
}

/** The words of each try are one text with blanks between them. Whatever is farther away is looked for only if it has to be. */
const selectSpellings = preparedBy<{ ahead: Ahead; limit: number }, SpellingRow, SpellingValues>(
  ({ ahead: { readable, first, limit, fields }, limit: alike }) =>
    `${readable.shape} ${first} ${limit} ${fields.join()} ${alike}`,
  ({ ahead, limit }, slot) => {
    const { readable, fields } = ahead
    const given = sql`${slot('words')}::text[] as words, ${slot('begun')}::int[] as begun, ${slot('low')}::text[] as low,
      ${slot('high')}::text[] as high, ${slot('shortest')}::int[] as shortest, ${slot('longest')}::int[] as longest`
    const lengths = sql`where length(word) between asked.shortest and asked.longest`
    const shown =
      fields.length === 0
        ? sql`null as field, false as is_cut, '' as held`
        : sql`field.name as field, found.is_cut, array_to_string(found.held, ',') as held`
    return sql`
    select asked.nth::int, array_to_string(meant.words, ' ') as words, ${shown},
      case when cardinality(meant.words) > 0 or asked.low is null then '' else
        array_to_string(array(${beginning(readable, slot, sql`asked.low`, sql`asked.high`, limit, lengths)}), ' ') end as alike
    from ${hidden(given)} as given
    cross join lateral (
      select string_to_array(one.tried, ' ') as words, one.begun, one.low, one.high, one.shortest, one.longest, one.nth
      from unnest(given.words, given.begun, given.low, given.high, given.shortest, given.longest)
        with ordinality as one (tried, begun, low, high, shortest, longest, nth) offset 0) as asked
    cross join lateral (
      select array(
        select search_words.word from search_words where search_words.word = any(asked.words) ${findable(readable, slot)}
        order by array_position(asked.words, search_words.word) limit ${sql.lit(MOST_SPELLINGS)}) as words offset 0) as known
    cross join lateral (
      select case when cardinality(known.words) > 0 or asked.begun is null then known.words else array(
        select begun.word from (
          select tried.word from unnest(asked.words[asked.begun + 1:]) with ordinality as tried (word, nth)
          where ${isBegun(readable, slot, sql`tried.word`)} order by tried.nth limit 1) as first
        cross join lateral (${beginning(readable, slot, sql`first.word`, sql`first.word || ${sql.lit(LAST_CHARACTER)}`, MOST_SPELLINGS)}) as begun
      ) end as words offset 0) as meant
    ${fields.length === 0 ? sql`` : inFields({ ...ahead, isWalking: false }, slot, WORDS_IN_FIELD, sql`false`)}`
  },
)

export async function spellings(query: Query, tries: Tries[], ahead: Ahead): Promise<Spelt> {
  const alike = tries.map((one) => one.alike && beginningValues(one.alike, ahead.readable))
  const values = {
    words: tries.map(({ words }) => words.join(' ')),
    begun: tries.map(({ beginningsFrom }) => beginningsFrom ?? null),
    low: alike.map((one) => one?.from ?? null),
    high: alike.map((one) => one?.to ?? null),
    shortest: alike.map((one) => one?.shortest ?? null),
    longest: alike.map((one) => one?.longest ?? null),
  }
  const limit = tries.find((one) => one.alike)?.alike?.limit ?? 0
  const rows = await selectSpellings(query, { ahead, limit }, { ...values, ...searcherOf(ahead.readable) })
  const farther = tries.map((): string[] => [])
  for (const { nth, alike } of rows) if (alike !== '') farther[nth - 1] = alike.split(' ')
  return { ...meaningsIn(rows, tries.length, ahead), alike: farther }
}

/** FIRST_CHARACTER ends the range of what is one word and nothing beyond it. */
const FIRST_CHARACTER = '\u0001'
