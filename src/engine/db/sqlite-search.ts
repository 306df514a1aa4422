// Full text on SQLite: three FTS5 tables without a copy of the text. Titles can be asked by prefix; heads know the column
// of a word; bodies know only that a document has it. The `ascii` tokenizer splits our folded words at blanks alone.

import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { Find, Found, SearchIndex, SearchPlace, SearchTerm } from './search.ts'

const OPTIONS = `content='', contentless_delete=1, tokenize='ascii'`

export const sqliteSearch: SearchIndex = {
  statements: [
    'create table search_documents (id integer not null primary key references documents (id) on delete cascade, title text not null)',
    'create index search_documents_title on search_documents (title, id)',
    'create table search_words (word text not null primary key) without rowid',
    `create virtual table search_titles using fts5 (words, prefix='1 2 3', detail=none, ${OPTIONS})`,
    `create virtual table search_heads using fts5 (title, tags, lead, detail=column, ${OPTIONS})`,
    `create virtual table search_bodies using fts5 (words, detail=none, ${OPTIONS})`,
  ],

  put: async (tx, { id, titleKey, title, tags, lead, all, vocabulary }) => {
    await sql`insert or replace into search_documents (id, title) values (${id}, ${titleKey})`.execute(tx)
    await sql`insert or replace into search_titles (rowid, words) values (${id}, ${title.join(' ')})`.execute(tx)
    await sql`insert or replace into search_heads (rowid, title, tags, lead)
      values (${id}, ${title.join(' ')}, ${tags.join(' ')}, ${lead.join(' ')})`.execute(tx)
    await sql`insert or replace into search_bodies (rowid, words) values (${id}, ${all.join(' ')})`.execute(tx)
    await learnWords(tx, vocabulary)
  },

  remove: async (tx, id) => {
    await sql`delete from search_titles where rowid = ${id}`.execute(tx)
    await sql`delete from search_heads where rowid = ${id}`.execute(tx)
    await sql`delete from search_bodies where rowid = ${id}`.execute(tx)
    await sql`delete from search_documents where id = ${id}`.execute(tx)
  },

  find: async (query, { place, terms, readable, limit }: Find) => {
    const table = sql.raw(TABLES[place])
    const match = (COLUMNS[place] ?? '') + terms.map(asMatch).join(' AND ')
    const { rows } = await sql<Found>`
      select documents.id, documents.pinned_at, documents.view_count, search_documents.title
      from ${table} cross join documents on documents.id = ${table}.rowid
      cross join search_documents on search_documents.id = documents.id
      where ${table} match ${match} and ${readable ?? sql`true`}
      order by ${table}.rowid desc limit ${limit}`.execute(query)
    return rows
  },
}

const TABLES: Record<SearchPlace, string> = {
  title: 'search_titles',
  tags: 'search_heads',
  head: 'search_heads',
  anywhere: 'search_bodies',
}
const COLUMNS: Partial<Record<SearchPlace, string>> = { tags: '{title tags} : ' }

function asMatch(term: SearchTerm): string {
  const alternatives = term.map(({ word, prefix }) => (prefix ? `"${word}" *` : `"${word}"`))
  return `(${alternatives.join(' OR ')})`
}

/** known holds the words that this process has seen stored, so that hardly any save has to ask for its words again. */
const known = new WeakMap<object, Set<string>>()
const MOST_KNOWN = 200_000

async function learnWords(tx: Tx, words: string[]): Promise<void> {
  let seen = known.get(tx)
  if (!seen || seen.size > MOST_KNOWN) {
    seen = new Set()
    known.set(tx, seen)
  }
  const fresh = words.filter((word) => !seen.has(word))
  if (fresh.length === 0) return
  await sql`insert or ignore into search_words (word) select value from json_each(${JSON.stringify(fresh)})`.execute(tx)
  tx.afterCommit(() => {
    for (const word of fresh) seen.add(word)
  })
}
