// Full text on PostgreSQL: one tsvector for each document, made by us word by word, so that no text search configuration or
// extension has a say. The words of title, tags, headings and lead stand in it again with the mark of each field.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { KnownWords } from './known-words.ts'
import { preparedBy, type Slot } from './prepared.ts'
import {
  type Asked,
  type Holding,
  type KnownWord,
  LAST_CHARACTER,
  MARKS,
  markedWords,
  onlyOpen,
  type SearchIndex,
  type SearchTerm,
  type VocabularyPart,
} from './search.ts'
import type { Query } from './tx.ts'

/** The list of what is not yet sorted into the index is kept short: every search reads it. */
const GIN_OPTIONS = 'with (gin_pending_list_limit = 256)'

/** COMMON_KEPT is for how many words we remember that they match too many documents to gather all. */
const COMMON_KEPT = 1_000

export const createPostgresSearch = (
  known = new KnownWords(),
  common = new LRUCache<string, true>({ max: COMMON_KEPT }),
): SearchIndex => ({
  steps: {
    tables: [
      // Words stay in the row, uncompressed: the planner does not know what unpacking them for every row would cost.
      `create table search_documents (
        id bigint not null primary key references documents (id) on delete cascade,
        title text collate "C" not null,
        titles tsvector not null,
        heads tsvector not null,
        bodies tsvector not null
      ) with (toast_tuple_target = 8160)`,
      'create index search_documents_title on search_documents (title, id)',
      `create index search_documents_titles on search_documents using gin (titles) ${GIN_OPTIONS}`,
      `create index search_documents_heads on search_documents using gin (heads) ${GIN_OPTIONS}`,
      `create index search_documents_bodies on search_documents using gin (bodies) ${GIN_OPTIONS}`,
      'create table search_words (word text collate "C" not null primary key)',
    ],
    heads: [],
    sections: [
      'alter table search_documents drop column titles',
      'alter table search_documents drop column heads',
      'alter table search_documents rename column bodies to words',
      'alter index search_documents_bodies rename to search_documents_words',
      "alter table search_documents add column sections text not null default '[]'",
      'alter table search_documents add column is_open smallint not null default 0',
      'alter table search_documents add column is_behind smallint not null default 1',
      'create index search_documents_behind on search_documents (id) where is_behind = 1',
      'alter table search_words add column is_open smallint not null default 0',
      'create index search_words_open on search_words (word) where is_open = 1',
    ],
  },

  put: async (tx, entry) => {
    const { id, titleKey, all, sections, isOpen } = entry
    const words = markedWords(entry).map(quoted).join(' ')
    const open = isOpen ? 1 : 0
    await sql`insert into search_documents (id, title, words, sections, is_open, is_behind)
      values (${id}, ${titleKey}, ${words}::tsvector, ${sections}, ${open}, 0)
      on conflict (id) do update set title = excluded.title, words = excluded.words, sections = excluded.sections,
        is_open = excluded.is_open, is_behind = 0`.execute(tx)
    const unknown = [...new Set(known.unknownOf(all, isOpen))].sort()
    if (unknown.length === 0) return
    // In one order everywhere, so that two transactions with the same new words can't wait for each other.
    await sql`insert into search_words (word, is_open) select unnest(${unknown}::text[]), ${open}::smallint
      on conflict (word) do update set is_open = 1 where excluded.is_open = 1 and search_words.is_open = 0`.execute(tx)
    known.learn(tx, unknown, isOpen)
  },

  remove: async (tx, id) => {
    await sql`delete from search_documents where id = ${id}`.execute(tx)
  },

  isFarAway: true,

  // Its indexes are merged by vacuum.
  countPieces: async () => 1,
  mergePieces: async () => false,

  holders: async (query, asked, holding) => {
    const matches = asked.map(asQuery)
    const found = new Map<string, number[]>()
    const gathered = matches.filter((match) => !common.has(match))
    for (const { match, ids, is_cut } of await select(gather, query, gathered, holding)) {
      if (is_cut) common.set(match, true)
      else found.set(match, ids)
    }
    const walked = matches.filter((match) => !found.has(match))
    for (const { match, ids } of await select(walk, query, walked, holding)) found.set(match, ids)
    return matches.map((match) => found.get(match) ?? [])
  },

  knownWords: (query, words, vocabulary) => selectKnown(query, vocabulary, { words }),

  knownPrefixes: async (query, beginnings, vocabulary) => {
    const { rows } = await sql<{ word: string }>`
      select asked.word from unnest(${beginnings}::text[]) with ordinality as asked (word, nth)
      where exists (
        select 1 from search_words where word >= asked.word and word < asked.word || ${LAST_CHARACTER} ${onlyOpen(vocabulary)}
      ) order by nth`.execute(query)
    return rows.map((row) => row.word)
  },

  forgetWords: async (tx, words, from) => {
    const change = sql.raw(from === 'all' ? 'delete from search_words' : 'update search_words set is_open = 0')
    await sql`${change} where word = any(${words}::text[])`.execute(tx)
    tx.afterCommit(() => known.forget())
  },
})

const selectKnown = preparedBy<VocabularyPart, KnownWord, { words: string[] }>(
  (vocabulary) => vocabulary,
  (vocabulary, slot) => sql`
    select search_words.word, is_open from unnest(${slot('words')}::text[]) with ordinality as asked (word, nth)
    join search_words on search_words.word = asked.word ${onlyOpen(vocabulary)} order by nth`,
)

type HoldersRow = { nth: number; ids: number[]; is_cut: boolean }
type HoldersValues = Record<string, string | number | null | undefined>
type HoldersShape = Holding & { asks: number }
type Select = (query: Query, shape: HoldersShape, values: HoldersValues) => Promise<HoldersRow[]>

/** select asks for all at once, which saves round trips. */
async function select(
  run: Select,
  query: Query,
  matches: string[],
  holding: Holding,
): Promise<(HoldersRow & { match: string })[]> {
  if (matches.length === 0) return []
  const asked = [...new Set(matches)]
  const values = Object.fromEntries(asked.map((match, nth) => [`match${nth}`, match]))
  const { userId: user, categoryId: category } = holding.readable
  const rows = await run(query, { ...holding, asks: asked.length }, { ...values, user, category })
  return rows.map((row) => ({ ...row, match: asked[row.nth]! }))
}

const keyOf = ({ readable, first, asks, limit }: HoldersShape): string => `${readable.shape} ${first} ${asks} ${limit}`
const orderOf = ({ first }: HoldersShape) => sql.raw(first === 'oldest' ? 'asc' : 'desc')

/**
 * askedIn is a row for each match. What the planner can tell from it must be the same for all values (how many rows, which
 * limit, nothing of the words): else it believes that planning each time would pay, which takes ten times as long as
 * the search.
 */
function askedIn({ asks }: HoldersShape, slot: Slot<HoldersValues>) {
  const rows = Array.from({ length: asks }, (_, nth) => sql`(${sql.lit(nth)}, ${slot(`match${nth}`)}::text)`)
  return sql`(select * from (values ${sql.join(rows)}) as given (nth, match) offset 0) as asked`
}

/**
 * gather sorts all that the index gives and looks up which of the first may be read; is_cut says that it gives too many.
 * Sorting takes time in proportion to the number of matches, walking through all documents until enough match in inverse
 * proportion: from about the square root of all documents on, walking is quicker.
 */
const gather: Select = preparedBy<HoldersShape, HoldersRow, HoldersValues>(
  keyOf,
  (shape, slot) => sql`
    with bound as materialized (select sqrt(${sql.lit(shape.limit)} * max(id))::bigint + 50 as most from search_documents)
    select asked.nth, found.* from ${askedIn(shape, slot)} cross join lateral (
      with matches as materialized (
        select id from search_documents where words @@ asked.match::tsquery limit (select most from bound)
      )
      select (select count(*) from matches) >= (select most from bound) as is_cut, array(
        select sorted.id::float8 from (select id from matches order by id ${orderOf(shape)} offset 0) as sorted
        cross join lateral (
          select 1 from documents where documents.id = sorted.id
            and ${shape.readable.condition(slot('user'), slot('category'))} offset 0
        ) as readable limit ${sql.lit(shape.limit)}
      ) as ids
    ) as found`,
)

/** walk goes through the documents in their order until enough have the word. */
const walk: Select = preparedBy<HoldersShape, HoldersRow, HoldersValues>(
  keyOf,
  (shape, slot) => sql`
    select asked.nth, false as is_cut, array(
      select held.id::float8 from (select id, words from search_documents order by id ${orderOf(shape)} offset 0) as held
      cross join lateral (
        select 1 from documents where documents.id = held.id
          and ${shape.readable.condition(slot('user'), slot('category'))} offset 0
      ) as readable
      where held.words @@ asked.match::tsquery limit ${sql.lit(shape.limit)}
    ) as ids
    from ${askedIn(shape, slot)}`,
)

const quoted = (word: string): string => `'${word}'`

const asQuery = ({ field, terms }: Asked): string => terms.map((term) => anyOf(term, MARKS[field])).join(' & ')

const anyOf = (term: SearchTerm, mark: string): string =>
  `(${term.map(({ word, prefix }) => quoted(mark + word) + (prefix ? ':*' : '')).join(' | ')})`
