// Who writes and who reads which table, held by reading the queries of the whole tree: builder calls and SQL texts alike.
// A table is written by one owner, the folder that ARCHITECTURE.md names. Others read it only where READS_ACROSS says why.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** A TableUse is one query's way to a table: whether it writes, and in which file. */
type TableUse = { file: string; table: string; writes: boolean }

/** One reason for each read across owners. Whatever else has to be known reaches its reader as a function. */
const READS_ACROSS: { file: string; tables: string[]; because: string }[] = [
  // Names beside rows: one join instead of a query for every row.
  { file: 'features/documents/lists/list-item-store.ts', tables: ['categories'], because: 'lists name the category' },
  {
    file: 'features/documents/redirects/store.ts',
    tables: ['categories'],
    because: 'redirects lead to categories, too',
  },
  { file: 'features/documents/revisions/store.ts', tables: ['users'], because: 'revisions name their author' },
  {
    file: 'features/documents/history/trash-store.ts',
    tables: ['users', 'categories', 'deletions'],
    because: 'the trash names who deleted what from where',
  },
  {
    file: 'features/categories/deletions-store.ts',
    tables: ['users', 'document_rows'],
    because: 'the trash names who deleted a category; a deletion ends with the last of what was deleted together',
  },
  {
    file: 'features/documents/maintenance-store.ts',
    tables: ['deletions'],
    because: 'what was deleted long ago goes, the oldest first',
  },
  {
    file: 'features/exchange/imports/store.ts',
    tables: ['users', 'documents'],
    because: 'an import names who began it, and its undo the documents that it left',
  },
  { file: 'features/live/store.ts', tables: ['users'], because: 'a cursor has the name of its account' },
  { file: 'features/documents/reading/store.ts', tables: ['users'], because: 'a document names who wrote it' },
  {
    file: 'features/owners/store.ts',
    tables: ['users', 'documents', 'categories'],
    because: 'an owner has a name, and is that of the nearest category above a document that may be read',
  },
  {
    file: 'features/comments/store.ts',
    tables: ['users', 'documents', 'drafts', 'revisions', 'proposals'],
    because: 'a comment names who said it, and is about a text or a proposal that may be read',
  },
  {
    file: 'features/documents/feedback/store.ts',
    tables: ['owners'],
    because: 'what readers miss on a page that nobody owns is for every editor',
  },
  {
    file: 'features/documents/review/store.ts',
    tables: ['users', 'threads'],
    because: 'a proposal names who wrote, reviews and approved it; what a comment suggests waits with the comment',
  },
  {
    file: 'features/documents/review/rules-store.ts',
    tables: ['categories'],
    because: 'the rule of the nearest category above a document counts',
  },
  {
    file: 'features/pipeline/waiting-store.ts',
    tables: ['documents', 'jobs'],
    because: 'what waits names its document, and is about one that may be read',
  },
  { file: 'features/pipeline/points-store.ts', tables: ['users'], because: 'a question names whom it waits for' },
  {
    file: 'features/inbox/store.ts',
    tables: ['documents', 'revisions', 'categories', 'users'],
    because:
      'a page that someone watches has a new version, where they may read it; a digest is planned for everyone in one statement',
  },
  {
    file: 'features/documents/reading/drafts-store.ts',
    tables: ['users'],
    because: 'a draft names who wrote it',
  },
  {
    file: 'features/documents/drafts/store.ts',
    tables: ['users'],
    because: 'a text that is being typed names who typed it',
  },
  {
    file: 'features/documents/drafts/presence-store.ts',
    tables: ['users'],
    because: 'who has a page open is shown by name',
  },
  {
    file: 'features/documents/drafts/previews-store.ts',
    tables: ['users'],
    because: 'a preview link ends with the account of its maker',
  },
  { file: 'features/documents/reading/page-store.ts', tables: ['users'], because: 'a page names who approved it' },
  {
    file: 'features/pipeline/store.ts',
    tables: ['users', 'documents'],
    because: 'a job names its document and the people who began and approved it',
  },
  // Access: the rule is part of the query, before any limit.
  {
    file: 'features/evidence/reading-store.ts',
    tables: ['document_rows'],
    because: 'a source that was deleted is shown to whom it was open',
  },
  {
    file: 'features/evidence/stale-store.ts',
    tables: ['document_rows'],
    because: 'a source that was deleted is shown to whom it was open',
  },
  {
    file: 'features/categories/access.ts',
    tables: ['document_access', 'document_rows', 'group_members'],
    because: 'who may read a document is one rule with the gates above it, and a group lets in whoever is in it',
  },
  {
    file: 'features/documents/access/store.ts',
    tables: ['categories', 'category_access', 'group_members'],
    because: 'what a person may read by being named is one list of documents and categories',
  },
  {
    file: 'features/documents/reading/store.ts',
    tables: ['categories'],
    because: 'who will read an unpublished document is its visibility narrowed by its category',
  },
  { file: 'engine/db/sqlite/search.ts', tables: ['documents'], because: 'a search finds only what may be read' },
  { file: 'engine/db/postgres/holders.ts', tables: ['documents'], because: 'a search finds only what may be read' },
  {
    file: 'engine/db/postgres/search.ts',
    tables: ['documents'],
    because: 'an index that starts anew has every document',
  },
  {
    file: 'engine/db/backup/move.ts',
    tables: ['users', 'documents', 'categories'],
    because: 'nothing is moved into a database that someone uses',
  },
  // Speed: rows of two owners in one pass.
  {
    file: 'features/documents/lists/tree-store.ts',
    tables: ['categories'],
    because: 'the tree has both categories and documents',
  },
  {
    file: 'features/documents/lists/buckets-store.ts',
    tables: ['categories'],
    because: 'a bucket is searched by the names of categories as well',
  },
  {
    file: 'features/documents/dashboard/store.ts',
    tables: ['categories', 'owners', 'evidence', 'evidence_sources'],
    because:
      'one query counts what is checked, stale and unowned by category, one the categories that everyone may enter',
  },
  {
    file: 'features/documents/search/store.ts',
    tables: ['categories', 'search_documents'],
    because: 'a hit names its category; near spellings are looked for among the words of the index',
  },
  {
    file: 'features/documents/search/indexing/maintenance-store.ts',
    tables: ['search_documents', 'search_words'],
    because: 'documents and words that the index has to look at again are found there',
  },
  {
    file: 'features/exchange/store.ts',
    tables: ['documents', 'drafts', 'revisions', 'former_slugs'],
    because: 'an import compares with what is there, and an export reads all of it',
  },
  {
    file: 'features/categories/store.ts',
    tables: ['documents'],
    because: 'a category shows how many documents it has, and one that has any is not deleted',
  },
  {
    file: 'features/pipeline/backlog-store.ts',
    tables: ['documents', 'categories', 'jobs'],
    because: 'the backlog is as long as the site: one query instead of one for every thousand documents',
  },
  // Evidence is a relation between documents, checked in the transaction that changes one of them.
  {
    file: 'features/evidence/store.ts',
    tables: ['documents', 'revisions', 'texts'],
    because: 'a quote is compared with the text of its source',
  },
  {
    file: 'features/evidence/reading-store.ts',
    tables: ['documents', 'users'],
    because: 'a source is named where this reader may read it, with who approved the block',
  },
  {
    file: 'features/evidence/stale-store.ts',
    tables: ['documents', 'revisions'],
    because: 'what needs a look is listed with its document and the text of its block, cut to what the asker may read',
  },
  {
    file: 'features/evidence/exchange-store.ts',
    tables: ['documents', 'revisions'],
    because: 'in an exported folder documents are named by their slugs and blocks by their texts',
  },
  {
    file: 'features/webhooks/store.ts',
    tables: ['documents', 'categories', 'jobs'],
    because: 'an event names its document, by its job too, and a webhook may hear only of what is below a category',
  },
  {
    file: 'features/documents/uploads/store.ts',
    tables: ['brand'],
    because: 'a picture that is the logo is public, and no maintenance removes it',
  },
  {
    file: 'features/documents/maintenance-store.ts',
    tables: ['iterations'],
    because: 'a revision that an iteration names is never forgotten',
  },
  // The queue knows no iterations: what shows jobs together with them is the pipeline's.
  { file: 'features/pipeline/store.ts', tables: ['jobs'], because: 'a job is shown with its iterations and events' },
  { file: 'features/pipeline/job-status-store.ts', tables: ['jobs'], because: 'a status counts what is still open' },
  { file: 'features/pipeline/maintenance-store.ts', tables: ['jobs'], because: 'events go when their job has ended' },
]

/** Views show the rows that are not deleted; their owner writes the rows. */
const VIEWS = ['documents', 'categories']

/** Copies of the data write every table, by the names that they find in a database. */
const COPIES = 'engine/db/backup/'

const WRITES = /^(insert|replace|merge|update|delete|truncate)/i
const BUILDER =
  /\b(insertInto|replaceInto|mergeInto|updateTable|deleteFrom|deleteListed|selectFrom|using|from|(?:inner|left|right|full|cross)Join(?:Lateral)?)\(\s*(?:tx,\s*)?(\[[^\]]*\]|'[^']*')/g
/** A table in SQL is a word after one of these verbs. In prose that is possible, too, so only texts that are SQL count. */
const SQL_TEXT = /\bsql(?:<[^`]*?>)?`|(['"`])\s*(?:select|insert|update|delete|with)\b/i
const SQL_TABLE =
  /\b(insert(?: or \w+)? into|replace into|merge into|update|delete from|truncate(?: table)?|from|join)\s+"?([a-z_]+)\b/gi
/** A query whose table is a variable: it may be any of those that the file names. */
const NAMED_LATER =
  /\b(?:(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(\s*[^'\s[]|deleteListed\(\s*tx,\s*[^'\s]|sql\.table\()/

const TABLES = globSync('src/engine/db/tables/*.ts')
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}([a-z_]+):/gm)])
  .map(([, name]) => name!)
const OWNERS = readOwners()
const USES = globSync('{src,reader}/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/migrations/'))
  .flatMap((file) => usesIn(file.replace(/^src\//, ''), withoutComments(readFileSync(file, 'utf8'))))

function textBetween(file: string, from: string, to: string): string {
  const text = readFileSync(file, 'utf8')
  const start = text.indexOf(from) + from.length
  return text.slice(start, text.indexOf(to, start))
}

/** readOwners reads the list in ARCHITECTURE.md: `folder`: table, table; and so on to the end of the paragraph. */
function readOwners(): Map<string, string> {
  const list = textBetween('ARCHITECTURE.md', 'A table is written by one owner', '\n\n').replace(/\s+/g, ' ')
  const owners = [...list.matchAll(/`([a-z/]+)`: ([a-z_, ]+)/g)]
  return new Map(owners.flatMap(([, folder, tables]) => tables!.split(',').map((table) => [table.trim(), folder!])))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

function usesIn(file: string, text: string): TableUse[] {
  const built = [...text.matchAll(BUILDER)].flatMap(([, verb, named]) =>
    [...named!.matchAll(/'([a-z_]+)/g)].map(([, table]) => ({ verb: verb!, table: table! })),
  )
  const written = SQL_TEXT.test(text)
    ? [...text.matchAll(SQL_TABLE)].map(([, verb, table]) => ({ verb: verb!, table: table! }))
    : []
  const named =
    NAMED_LATER.test(text) && !file.startsWith(COPIES)
      ? [...text.matchAll(/'([a-z_]+)'/g)].map(([, table]) => ({ verb: 'update', table: table! }))
      : []
  return [...built, ...written, ...named]
    .filter(({ table }) => TABLES.includes(table))
    .map(({ verb, table }) => ({ file, table, writes: WRITES.test(verb) }))
}

const isOwner = ({ file, table }: TableUse) => file.startsWith(`${OWNERS.get(table)}/`)
const isAllowed = ({ file, table }: TableUse) =>
  READS_ACROSS.some((read) => read.file === file && read.tables.includes(table))
const listed = (uses: TableUse[]) => [...new Set(uses.map(({ file, table }) => `${file}: ${table}`))]

test('every table has one owner, in ARCHITECTURE.md', () => {
  assert.deepEqual([...OWNERS.keys()].sort(), [...TABLES].sort())
})

test('the queries are found: every owner writes its tables', () => {
  const written = new Set(USES.filter((use) => use.writes && isOwner(use)).map(({ table }) => table))
  assert.deepEqual(
    TABLES.filter((table) => !written.has(table) && !VIEWS.includes(table)),
    [],
  )
})

test('a table is written by its owner alone, and no view', () => {
  assert.deepEqual(listed(USES.filter((use) => use.writes && VIEWS.includes(use.table))), [])
  assert.deepEqual(listed(USES.filter((use) => use.writes && !isOwner(use))), [])
})

test('a table is read by its owner, and by those who have a reason', () => {
  assert.deepEqual(listed(USES.filter((use) => !use.writes && !isOwner(use) && !isAllowed(use))), [])
})

test('every reason is still needed', () => {
  const needed = new Set(listed(USES.filter((use) => !use.writes && !isOwner(use))))
  const unused = READS_ACROSS.flatMap(({ file, tables }) => tables.map((table) => `${file}: ${table}`))
  assert.deepEqual(
    unused.filter((read) => !needed.has(read)),
    [],
  )
})
