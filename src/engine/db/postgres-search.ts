// Full text on PostgreSQL: three tsvectors beside each title, made by us word by word, so that no text search
// configuration or extension has a say. Weights tell title, tags and lead apart in the head.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { KnownWords } from './known-words.ts'
import { preparedBy } from './prepared.ts'
import {
  type Find,
  type Found,
  LAST_CHARACTER,
  LIKING,
  type SearchField,
  type SearchIndex,
  type SearchTerm,
  type Titled,
} from './search.ts'
import type { Query } from './tx.ts'

/** PLANNED_ANEW opens a statement whose best plan depends on its values: one for a rare word is slow for a common one. */
export const PLANNED_ANEW = '/* planned anew */'

/** The list of what is not yet sorted into the index is kept short: every search reads it. */
const GIN_OPTIONS = 'with (gin_pending_list_limit = 256)'

/** COMMON_KEPT is for how many searches we remember that they match too many documents to gather all. */
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
  },

  put: async (tx, { id, titleKey, title, tags, lead, all }) => {
    const heads = [weighted(title, 'A'), weighted(tags, 'B'), weighted(lead, 'C')].join(' ')
    await sql`insert into search_documents (id, title, titles, heads, bodies)
      values (${id}, ${titleKey}, ${quoted(title)}::tsvector, ${heads}::tsvector, ${quoted(all)}::tsvector)
      on conflict (id) do update set
        title = excluded.title, titles = excluded.titles, heads = excluded.heads, bodies = excluded.bodies`.execute(tx)
    const unknown = known.unknownOf(all).sort()
    if (unknown.length === 0) return
    // In one order everywhere, so that two transactions with the same new words can't wait for each other.
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

  find: async (query, asked) => {
    const match = asked.terms.map((term) => asQuery(term, asked.field)).join(' & ')
    const question = `${asked.field} ${match}`
    const gathered = common.has(question) ? undefined : await gather(query, asked, match)
    if (gathered) return gathered
    common.set(question, true)
    return findCommon(query, asked, match)
  },

  findEach: async (query, words, { field, readable, limit }) => {
    if (words.length === 0) return []
    // One statement saves round trips; each word has a plan of its own, because rare and common ones need different plans.
    const each = words.map(
      (word, nth) => sql`(select ${sql.lit(nth)} as nth, documents.id, search_documents.title
        from search_documents join documents on documents.id = search_documents.id
        where search_documents.${sql.raw(COLUMNS[field])} @@ ${asQuery([word], field)}::tsquery and ${readable.condition(readable.userId, readable.categoryId)}
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
      select asked.word from unnest(${words}::text[]) with ordinality as asked (word, nth)
      where exists (select 1 from search_words where word = asked.word) order by nth`.execute(query)
    return rows.map((row) => row.word)
  },

  knownPrefixes: async (query, beginnings) => {
    const { rows } = await sql<{ word: string }>`
      select asked.word from unnest(${beginnings}::text[]) with ordinality as asked (word, nth)
      where exists (
        select 1 from search_words where word >= asked.word and word < asked.word || ${LAST_CHARACTER}
      ) order by nth`.execute(query)
    return rows.map((row) => row.word)
  },
})

type GatherValues = { match: string; user: number | null; category: number | undefined; limit: number }
/** Without a match that may be read there is one row, which only tells whether the matches were cut off. */
type GatheredRow = { is_cut: boolean } & (Found | { id: null })

/**
 * gather sorts all that the index gives and looks up which of the first may be read; undefined when that is too much. It is
 * written so that one plan suits every word: PostgreSQL takes longer to plan such a statement than to run it.
 */
async function gather(query: Query, find: Find, match: string): Promise<Found[] | undefined> {
  const { userId: user, categoryId: category } = find.readable
  const rows = await gatherQuery(query, find, { match, user, category, limit: find.limit })
  if (rows[0]?.is_cut) return undefined
  return rows.filter((row): row is { is_cut: boolean } & Found => row.id !== null)
}

// Sorting takes time in proportion to the number of matches, walking through all documents until enough match in inverse
// proportion: from about the square root of all documents on, walking is quicker.
const gatherQuery = preparedBy<Find, GatheredRow, GatherValues>(
  ({ field, readable, first }) => `${field} ${readable.shape} ${first}`,
  ({ field, readable, first }, slot) => sql`
    with bound as materialized (select sqrt(50.0 * max(id))::bigint as most from search_documents),
    matches as materialized (
      select id, title from search_documents
      where ${sql.raw(COLUMNS[field])} @@ ${slot('match')}::tsquery limit (select most from bound)
    )
    select (select count(*) from matches) >= (select most from bound) as is_cut, found.*
    from (values (1)) as one left join lateral (
      select readable.*, sorted.title
      from (
        select id, title from matches order by id ${sql.raw(first === 'newest' ? 'desc' : 'asc')} offset 0
      ) as sorted cross join lateral (
        select documents.id, documents.version, ${LIKING} as liking from documents
        where documents.id = sorted.id and ${readable.condition(slot('user'), slot('category'))} offset 0
      ) as readable
      limit ${slot('limit')}
    ) as found on true`,
)

/** findCommon leaves the choice to the planner, which knows how common each word is. */
async function findCommon(query: Query, { field, readable, first, limit }: Find, match: string): Promise<Found[]> {
  const { rows } = await sql<Found>`${sql.raw(PLANNED_ANEW)}
    select documents.id, documents.version, ${LIKING} as liking, search_documents.title
    from search_documents join documents on documents.id = search_documents.id
    where search_documents.${sql.raw(COLUMNS[field])} @@ ${match}::tsquery
      and ${readable.condition(readable.userId, readable.categoryId)}
    order by search_documents.id ${sql.raw(first === 'newest' ? 'desc' : 'asc')} limit ${limit}`.execute(query)
  return rows
}

const COLUMNS: Record<SearchField, string> = { title: 'titles', tags: 'heads', head: 'heads', anywhere: 'bodies' }

const quoted = (words: string[]): string => words.map((word) => `'${word}'`).join(' ')
/** weighted gives every word a first position, because a weight belongs to a position. */
const weighted = (words: string[], weight: string): string => words.map((word) => `'${word}':1${weight}`).join(' ')

function asQuery(term: SearchTerm, field: SearchField): string {
  const weights = field === 'tags' ? 'AB' : ''
  const alternatives = term.map(({ word, prefix }) => {
    const suffix = (prefix ? '*' : '') + weights
    return suffix === '' ? `'${word}'` : `'${word}':${suffix}`
  })
  return `(${alternatives.join(' | ')})`
}
