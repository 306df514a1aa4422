// Full text on SQLite: two FTS5 tables without a copy of the text, which know only that a document has a word. Titles can
// be searched by prefix. Fields are marks of words and no columns, which could be asked for only by looking at every document
// that has the word. The `ascii` tokenizer splits our folded words only at blanks.

import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { prepared, preparedBy, preparedWrite } from '../prepared.ts'
import {
  type Beginning,
  type BeginningValues,
  beginningValues,
  EVERY_SHAPE,
  type Holding,
  LAST_CHARACTER,
  MOST_SCANNED,
  type Reach,
  type Readable,
  reachedFrom,
  reachesFrom,
  type SearcherValues,
  type SearchIndex,
  type SearchTerm,
  searcherOf,
  type WordQuery,
  type WordRow,
  wordAt,
  wordsIn,
} from '../search.ts'
import type { Query } from '../tx.ts'

const OPTIONS = `content='', contentless_delete=1, tokenize='ascii'`

const FULL_TEXT = ['search_titles', 'search_bodies']
/** Pages merged at once: some milliseconds, which block other writers. */
const PAGES_MERGED = 64
/**
 * A piece of which this share, in percent, was deleted is merged again by a save. At FTS5's own 10, documents that are saved
 * again and again had the large pieces rewritten, too: an update took 980 to 1,000 µs instead of 890.
 */
const MOST_DELETED = 40

const putDocument = preparedWrite<void, { id: number; title: string; sections: string; reach: Reach }>(
  (slot) => sql`insert or replace into search_documents (id, title, sections, reach, is_behind)
    values (${slot('id')}, ${slot('title')}, ${slot('sections')}, ${slot('reach')}, 0)`,
)
/** Whether the title's index entry is missing or has another reach. */
const findMoved = prepared<{ id: number }, { id: number; reach: Reach }>(
  (slot) => sql<{ id: number }>`select id from search_documents
    where id = ${slot('id')} and (is_behind = 1 or reach <> ${slot('reach')})`,
)
const putTitle = preparedWrite<void, { id: number; words: string }>(
  (slot) => sql`insert or replace into search_titles (rowid, words) values (${slot('id')}, ${slot('words')})`,
)
const putBody = preparedWrite<void, { id: number; words: string }>(
  (slot) => sql`insert or replace into search_bodies (rowid, words) values (${slot('id')}, ${slot('words')})`,
)

const putWords = preparedWrite<void, { words: string; reach: Reach }>(
  (slot) => sql`insert into search_words (word, reach) select value, ${slot('reach')} from json_each(${slot('words')})
    where true on conflict (word) do update set reach = excluded.reach where excluded.reach > reach`,
)

export const createSqliteSearch = (): SearchIndex => ({
  tables: [
    `create table search_documents (
      id integer not null primary key references document_rows (id) on delete cascade, title text not null,
      sections text not null default '[]', reach integer not null default 0, is_behind integer not null default 1
    )`,
    'create index search_documents_behind on search_documents (id) where is_behind = 1',
    'create index search_documents_reach on search_documents (reach, title, id)',
    'create table search_words (word text not null primary key, reach integer not null default 0) without rowid',
    'create index search_words_open on search_words (word) where reach = 2',
    'create index search_words_members on search_words (word, reach) where reach >= 1',
    `create virtual table search_titles using fts5 (words, prefix='1 2 3', detail=none, ${OPTIONS})`,
    `create virtual table search_bodies using fts5 (words, detail=none, ${OPTIONS})`,
    ...FULL_TEXT.map((table) => `insert into ${table} (${table}, rank) values ('deletemerge', ${MOST_DELETED})`),
  ],

  put: async (tx, entry) => {
    const { id, titleKey, title, words, vocabulary, sections, reach } = entry
    const isTitleNew = entry.isTitleNew || (await findMoved(tx, { id, reach })).length > 0
    const asWords = (words: string[]) => words.map((word) => wordAt(reach, word)).join(' ')
    await putDocument(tx, { id, title: titleKey, sections, reach })
    // FTS5 writes a segment at every savepoint, and whenever an id is lower than the one before: put off to the commit and
    // in the order of ids, documents that share the commit share the segment.
    tx.beforeCommit(id, async () => {
      if (isTitleNew) await putTitle(tx, { id, words: asWords(title) })
      await putBody(tx, { id, words: asWords(words) })
    })
    await putWords(tx, { words: JSON.stringify(vocabulary), reach })
  },

  startAnew: async (tx) => {
    for (const table of FULL_TEXT)
      await sql`insert into ${sql.table(table)} (${sql.id(table)}) values ('delete-all')`.execute(tx)
    await sql`delete from search_words`.execute(tx)
    await sql`delete from search_documents`.execute(tx)
    await sql`insert into search_documents (id, title, sections, reach, is_behind)
      select id, '', '[]', 0, 1 from documents`.execute(tx)
  },

  remove: async (tx, id) => {
    tx.beforeCommit(id, async () => {
      for (const table of FULL_TEXT) {
        await sql`delete from ${sql.table(table)} where rowid = ${id}`.execute(tx)
      }
    })
    await sql`delete from search_documents where id = ${id}`.execute(tx)
  },

  countPieces: async (query) => {
    const counts = FULL_TEXT.map(
      (table) => sql`select count(distinct segid) as pieces from ${sql.table(`${table}_idx`)}`,
    )
    const { rows } = await sql<{ pieces: number }>`${sql.join(counts, sql` union all `)}`.execute(query)
    return Math.max(...rows.map(({ pieces }) => pieces))
  },

  mergePieces: async (tx, step) => {
    const countChanges = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(tx)).rows[0]!.n
    const before = await countChanges()
    for (const table of FULL_TEXT) {
      const name = sql.table(table)
      // A negative number begins to merge all pieces into one, a positive one goes on with what was begun.
      await sql`insert into ${name} (${sql.id(table)}, rank) values ('merge', ${step === 'first' ? -PAGES_MERGED : PAGES_MERGED})`.execute(
        tx,
      )
    }
    // The command itself counts as a change.
    return (await countChanges()) - before > FULL_TEXT.length
  },

  // One after another: a statement costs little here, and each has its plan already.
  holders: async (query, asked, holding) => {
    const found: number[][] = []
    for (const one of asked) found.push(await findHolders(query, one, holding))
    return found
  },

  knownWords,
  knownPrefixes,
  wordsBeginning,

  lowerReach: async (tx, words, reach) => {
    const { numAffectedRows } = await sql`update search_words set reach = ${reach}
      where word in (select value from json_each(${JSON.stringify(words)})) and reach > ${reach}`.execute(tx)
    return Number(numAffectedRows)
  },

  forgetWords: async (tx, words) => {
    await sql`delete from search_words where word in (select value from json_each(${JSON.stringify(words)}))`.execute(
      tx,
    )
  },
})

/**
 * WORDS names the index for each reach: by itself SQLite takes the primary key for a whole word, and comes across hidden ones
 * there.
 */
const WORDS: Record<Reach, RawBuilder<unknown>> = {
  0: sql`search_words`,
  1: sql`search_words indexed by search_words_members`,
  2: sql`search_words indexed by search_words_open`,
}

const selectKnown = preparedBy<Reach, WordRow, { words: string }>(
  (least) => least,
  (least, slot) => sql`select search_words.word from json_each(${slot('words')}) as asked
    cross join ${WORDS[least]} on search_words.word = asked.value ${reachedFrom(least)} order by asked.key`,
)

async function knownWords(query: Query, words: string[], least: Reach): Promise<string[]> {
  return wordsIn(await selectKnown(query, least, { words: JSON.stringify(words) }))
}

async function knownPrefixes(query: Query, beginnings: string[], least: Reach): Promise<string[]> {
  const { rows } = await sql<WordRow>`select value as word from json_each(${JSON.stringify(beginnings)}) where exists (
      select 1 from ${WORDS[least]} where search_words.word >= value and search_words.word < value || ${LAST_CHARACTER}
        ${reachedFrom(least)})
    order by key`.execute(query)
  return wordsIn(rows)
}

const selectBeginning = preparedBy<{ least: Reach; limit: number }, WordRow, BeginningValues>(
  ({ least, limit }) => `${limit} ${least}`,
  ({ least, limit }, slot) => sql`
    select word from (
      select word from ${WORDS[least]} where word >= ${slot('from')} and word < ${slot('to')}
        ${reachedFrom(least)} order by word limit ${sql.lit(MOST_SCANNED)})
    where length(word) between ${slot('shortest')} and ${slot('longest')}
    order by length(word), word limit ${sql.lit(limit)}`,
)

async function wordsBeginning(query: Query, asked: Beginning, least: Reach): Promise<string[]> {
  return wordsIn(await selectBeginning(query, { least, limit: asked.limit }, beginningValues(asked)))
}

/** Matches per window; the first window is the smallest that can contain the result. */
const WINDOWS = [1, 32, 100]
const LAST_WINDOW = 1_000

async function findHolders(query: Query, asked: WordQuery, holding: Holding): Promise<number[]> {
  const { readable, first = 'newest', limit } = holding
  const match = asked.terms.map((term) => asMatch(term, readable.reach)).join(' AND ')
  const found: number[] = []
  let edge = first === 'newest' ? Number.MAX_SAFE_INTEGER : 0
  let window = WINDOWS.find((size) => size >= limit) ?? LAST_WINDOW
  for (;;) {
    const values = { match, edge, ...searcherOf(readable) }
    const [seen] = await selectWindow(query, { in: asked.in, readable, first, window }, values)
    found.push(...(JSON.parse(seen!.ids) as number[]))
    if (found.length >= limit || seen!.looked < window) break
    // A reader with little access makes this scan many matches: yield between windows.
    edge = seen!.edge!
    window = LAST_WINDOW
    await setImmediate()
  }
  return found.sort((a, b) => (first === 'newest' ? b - a : a - b)).slice(0, limit)
}

type SearchWindow = { in: WordQuery['in']; readable: Readable; first: 'newest' | 'oldest'; window: number }
type WindowRow = { looked: number; edge: number | null; ids: string }
type WindowValues = SearcherValues & { match: string; edge: number }

/**
 * selectWindow takes the next matches beyond a rowid, and those of them that may be read. The window's size is part of the
 * text, because SQLite plans a query over a virtual table again whenever a limit is bound. One row with all ids costs a third
 * of a row for each.
 */
const selectWindow = preparedBy<SearchWindow, WindowRow, WindowValues>(
  ({ in: where, readable, first, window }) => `${where} ${readable.shape} ${first} ${window}`,
  ({ in: where, readable, first, window }, slot) => {
    const table = sql.raw(where === 'titles' ? 'search_titles' : 'search_bodies')
    const [beyond, order, last] =
      first === 'newest'
        ? [sql.raw('<'), sql.raw('desc'), sql.raw('min')]
        : [sql.raw('>'), sql.raw('asc'), sql.raw('max')]
    // For someone who may read everything no document is looked at: 57 instead of 72 µs for a hundred of a common word.
    const isPlain = readable.shape === EVERY_SHAPE
    const ids = isPlain ? sql`` : sql`filter (where ${readable.condition(slot('user'), slot('category'))})`
    return sql`
      select count(*) as looked, ${last}(hit.id) as edge, json_group_array(hit.id) ${ids} as ids
      from (select rowid as id from ${table} where ${table} match ${slot('match')} and rowid ${beyond} ${slot('edge')}
        order by rowid ${order} limit ${sql.lit(window)}) as hit
      ${isPlain ? sql`` : sql`left join documents on documents.id = hit.id`}`
  },
)

function asMatch(term: SearchTerm, least: Reach): string {
  const alternatives = reachesFrom(least).flatMap((reach) =>
    term.map(({ word, prefix }) => `"${wordAt(reach, word)}"${prefix ? ' *' : ''}`),
  )
  return `(${alternatives.join(' OR ')})`
}
