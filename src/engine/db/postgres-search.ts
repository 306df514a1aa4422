// Full text on PostgreSQL: three tsvectors beside each title, made by us word by word, so that no text search
// configuration or extension has a say. Weights tell title, tags and lead apart in the head.

import { sql } from 'kysely'
import { KnownWords } from './known-words.ts'
import {
  type Found,
  LAST_CHARACTER,
  LIKING,
  type SearchIndex,
  type SearchPlace,
  type SearchTerm,
  type Titled,
} from './search.ts'

/** PLANNED_ANEW opens a statement whose best plan hangs on its values: one for a rare word is slow for a common one. */
export const PLANNED_ANEW = '/* planned anew */'

/** A short list of what is not yet sorted into the index: every search reads that list. */
const GIN_OPTIONS = 'with (gin_pending_list_limit = 256)'

export const createPostgresSearch = (known = new KnownWords()): SearchIndex => ({
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
  },

  put: async (tx, { id, titleKey, title, tags, lead, all }) => {
    const heads = [weighted(title, 'A'), weighted(tags, 'B'), weighted(lead, 'C')].join(' ')
    await sql`insert into search_documents (id, title, titles, heads, bodies)
      values (${id}, ${titleKey}, ${quoted(title)}::tsvector, ${heads}::tsvector, ${quoted(all)}::tsvector)
      on conflict (id) do update set
        title = excluded.title, titles = excluded.titles, heads = excluded.heads, bodies = excluded.bodies`.execute(tx)
    const unknown = known.unknownOf(all).sort()
    if (unknown.length === 0) return
    // In one order everywhere, so that two transactions with the same new words can't wait for each other in a circle.
    await sql`insert into search_words (word) select unnest(${unknown}::text[])
      on conflict (word) do nothing`.execute(tx)
    known.learn(tx, unknown)
  },

  remove: async (tx, id) => {
    await sql`delete from search_documents where id = ${id}`.execute(tx)
  },

  // Its indexes are merged by vacuum.
  countPieces: async () => 1,
  mergePieces: async () => false,

  find: async (query, { place, terms, readable, first, limit }) => {
    const asked = terms.map((term) => asQuery(term, place)).join(' & ')
    const { rows } = await sql<Found>`${sql.raw(PLANNED_ANEW)}
      select documents.id, documents.version, ${LIKING} as liking, search_documents.title
      from search_documents join documents on documents.id = search_documents.id
      where search_documents.${sql.raw(COLUMNS[place])} @@ ${asked}::tsquery and ${readable.condition(readable.userId, readable.categoryId)}
      order by search_documents.id ${sql.raw(first === 'newest' ? 'desc' : 'asc')} limit ${limit}`.execute(query)
    return rows
  },

  findEach: async (query, words, { place, readable, limit }) => {
    if (words.length === 0) return []
    // One statement saves the ways; each word has a plan of its own, because a rare one and a common one need different ones.
    const each = words.map(
      (word, nth) => sql`(select ${sql.lit(nth)} as nth, documents.id, search_documents.title
        from search_documents join documents on documents.id = search_documents.id
        where search_documents.${sql.raw(COLUMNS[place])} @@ ${asQuery([word], place)}::tsquery and ${readable.condition(readable.userId, readable.categoryId)}
        order by search_documents.id desc limit ${sql.lit(limit)})`,
    )
    const union = sql<Titled & { nth: number }>`${sql.raw(PLANNED_ANEW)} ${sql.join(each, sql` union all `)}`
    const { rows } = await union.execute(query)
    const found = words.map((): Titled[] => [])
    for (const { nth, id, title } of rows) found[nth]!.push({ id, title })
    return found
  },

  knownWords: async (query, words) => {
    const { rows } = await sql<{ word: string }>`
      select asked.word from unnest(${words}::text[]) with ordinality as asked (word, place)
      where exists (select 1 from search_words where word = asked.word) order by place`.execute(query)
    return rows.map((row) => row.word)
  },

  knownPrefixes: async (query, beginnings) => {
    const { rows } = await sql<{ word: string }>`
      select asked.word from unnest(${beginnings}::text[]) with ordinality as asked (word, place)
      where exists (
        select 1 from search_words where word >= asked.word and word < asked.word || ${LAST_CHARACTER}
      ) order by place`.execute(query)
    return rows.map((row) => row.word)
  },
})

const COLUMNS: Record<SearchPlace, string> = { title: 'titles', tags: 'heads', head: 'heads', anywhere: 'bodies' }

const quoted = (words: string[]): string => words.map((word) => `'${word}'`).join(' ')
/** weighted gives every word a first position, because a weight hangs on a position. */
const weighted = (words: string[], weight: string): string => words.map((word) => `'${word}':1${weight}`).join(' ')

function asQuery(term: SearchTerm, place: SearchPlace): string {
  const weights = place === 'tags' ? 'AB' : ''
  const alternatives = term.map(({ word, prefix }) => {
    const suffix = (prefix ? '*' : '') + weights
    return suffix === '' ? `'${word}'` : `'${word}':${suffix}`
  })
  return `(${alternatives.join(' | ')})`
}
