// Full text on SQLite: three FTS5 tables without a copy of the text, which know only that a document has a word. Titles can
// be searched by prefix. In heads the words of title and tags stand twice, once with a mark: a column could be asked for too,
// but only by looking at every document that has the word. The `ascii` tokenizer splits our folded words only at blanks.

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { KnownWords } from './known-words.ts'
import { prepared, preparedWrite } from './prepared.ts'
import {
  type Find,
  type Found,
  LAST_CHARACTER,
  LIKING,
  type SearchField,
  type SearchIndex,
  type SearchTerm,
} from './search.ts'
import type { Query } from './tx.ts'

const OPTIONS = `content='', contentless_delete=1, tokenize='ascii'`

/** MARK begins a word that is in title or tags; no word of ours can begin with it. */
const MARK = '¶'
const FULL_TEXT = ['search_titles', 'search_heads', 'search_bodies']
/** How much of each table is merged at once: some milliseconds, in which nobody else can write. */
const PAGES_MERGED = 64

const putDocument = preparedWrite<void, { id: number; title: string }>(
  (slot) => sql`insert or replace into search_documents (id, title) values (${slot('id')}, ${slot('title')})`,
)
const putTitle = preparedWrite<void, { id: number; words: string }>(
  (slot) => sql`insert or replace into search_titles (rowid, words) values (${slot('id')}, ${slot('words')})`,
)
const putHead = preparedWrite<void, { id: number; words: string }>(
  (slot) => sql`insert or replace into search_heads (rowid, words) values (${slot('id')}, ${slot('words')})`,
)
const putBody = preparedWrite<void, { id: number; words: string }>(
  (slot) => sql`insert or replace into search_bodies (rowid, words) values (${slot('id')}, ${slot('words')})`,
)

const putWords = preparedWrite<void, { words: string }>(
  (slot) => sql`insert or ignore into search_words (word) select value from json_each(${slot('words')})`,
)

export const createSqliteSearch = (known = new KnownWords()): SearchIndex => ({
  steps: {
    tables: [
      'create table search_documents (id integer not null primary key references documents (id) on delete cascade, title text not null)',
      'create index search_documents_title on search_documents (title, id)',
      'create table search_words (word text not null primary key) without rowid',
      `create virtual table search_titles using fts5 (words, prefix='1 2 3', detail=none, ${OPTIONS})`,
      `create virtual table search_heads using fts5 (title, tags, lead, detail=column, ${OPTIONS})`,
      `create virtual table search_bodies using fts5 (words, detail=none, ${OPTIONS})`,
    ],
    heads: [
      `create virtual table search_heads_words using fts5vocab (search_heads, instance)`,
      `create virtual table search_marked using fts5 (words, detail=none, ${OPTIONS})`,
      `insert into search_marked (rowid, words) select doc, group_concat(
        case when col = 'lead' then term else term || ' ${MARK}' || term end, ' ')
      from search_heads_words group by doc`,
      'drop table search_heads_words',
      'drop table search_heads',
      'alter table search_marked rename to search_heads',
    ],
  },

  put: async (tx, { id, isTitleNew, titleKey, title, tags, lead, all }) => {
    if (isTitleNew) await putDocument(tx, { id, title: titleKey })
    // FTS5 writes a segment at every savepoint, and whenever an id is lower than the one before: put off to the commit and
    // in the order of ids, documents that share the commit share the segment.
    tx.beforeCommit(id, async () => {
      if (isTitleNew) await putTitle(tx, { id, words: title.join(' ') })
      const marked = [...title, ...tags].map((word) => `${MARK}${word}`)
      await putHead(tx, { id, words: [...title, ...tags, ...lead, ...marked].join(' ') })
      await putBody(tx, { id, words: all.join(' ') })
    })
    const unknown = known.unknownOf(all)
    if (unknown.length === 0) return
    await putWords(tx, { words: JSON.stringify(unknown) })
    known.learn(tx, unknown)
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

  find,

  // One after another: a statement costs little here, and each has its plan already.
  findEach: async (query, words, asked) => {
    const found: Found[][] = []
    for (const word of words)
      found.push(await find(query, { ...asked, terms: [[word]], first: 'newest', titles: true }))
    return found
  },

  knownWords: async (query, words) => {
    const { rows } = await sql<{ word: string }>`select value as word from json_each(${JSON.stringify(words)})
      where exists (select 1 from search_words where word = value) order by key`.execute(query)
    return rows.map((row) => row.word)
  },

  knownPrefixes: async (query, beginnings) => {
    const { rows } = await sql<{ word: string }>`select value as word from json_each(${JSON.stringify(beginnings)})
      where exists (select 1 from search_words where word >= value and word < value || ${LAST_CHARACTER}) order by key`.execute(
      query,
    )
    return rows.map((row) => row.word)
  },
})

/** How many matches are looked at together: the first window is the smallest that can hold what is asked for. */
const WINDOWS = [50, 100]
const LAST_WINDOW = 1_000

async function find(query: Query, asked: Find): Promise<Found[]> {
  const { field, terms, readable, first, limit } = asked
  const match = terms.map((term) => asMatch(term, field === 'tags' ? MARK : '')).join(' AND ')
  const found: Found[] = []
  let edge = first === 'newest' ? Number.MAX_SAFE_INTEGER : 0
  let window = WINDOWS.find((size) => size >= limit) ?? LAST_WINDOW
  for (;;) {
    const run = windowQuery(asked, window)
    const seen = await run(query, { match, edge, user: readable.userId, category: readable.categoryId })
    for (const row of seen) if (isReadable(row) && found.length < limit) found.push(row)
    if (found.length >= limit || seen.length < window) return found
    // Someone who may read little makes us look through many matches: others get their turn in between.
    edge = seen.at(-1)!.id
    window = LAST_WINDOW
    await setImmediate()
  }
}

/** A WindowRow whose liking is null may not be read. */
type WindowRow = Omit<Found, 'liking'> & { liking: number | null }
const isReadable = (row: WindowRow): row is Found => row.liking !== null
type WindowValues = { match: string; edge: number; user: number | null; category: number | undefined }
const windowQueries = new Map<string, ReturnType<typeof prepared<WindowRow, WindowValues>>>()

/**
 * windowQuery takes the next matches beyond a rowid, and says of each whether it may be read. The window's size is part
 * of the text, because SQLite plans a query over a virtual table again whenever a limit is bound.
 */
function windowQuery({ field, readable, first, titles }: Find, window: number) {
  const key = `${field} ${readable.shape} ${first} ${titles} ${window}`
  const known = windowQueries.get(key)
  if (known) return known
  const table = sql.raw(TABLES[field])
  const [beyond, order] = first === 'newest' ? [sql.raw('<'), sql.raw('desc')] : [sql.raw('>'), sql.raw('asc')]
  const made = prepared<WindowRow, WindowValues>(
    (slot) => sql`
      select hit.id, documents.version, case when ${readable.condition(slot('user'), slot('category'))} then ${LIKING} end as liking
        ${sql.raw(titles ? ', search_documents.title' : '')}
      from (select rowid as id from ${table} where ${table} match ${slot('match')} and rowid ${beyond} ${slot('edge')}
        order by rowid ${order} limit ${sql.lit(window)}) as hit
      left join documents on documents.id = hit.id
      ${sql.raw(titles ? 'left join search_documents on search_documents.id = hit.id' : '')}`,
  )
  windowQueries.set(key, made)
  return made
}

const TABLES: Record<SearchField, string> = {
  title: 'search_titles',
  tags: 'search_heads',
  head: 'search_heads',
  anywhere: 'search_bodies',
}

function asMatch(term: SearchTerm, mark: string): string {
  const alternatives = term.map(({ word, prefix }) => (prefix ? `"${mark}${word}" *` : `"${mark}${word}"`))
  return `(${alternatives.join(' OR ')})`
}
