// A process for migrations.ts that brings the database of its settings up to date, with migrations after our own that rewrite
// every row and so take a while. Says what it applied, one name per line.

import { readConfig } from '../../src/config.ts'
import { MIGRATIONS, migrate } from '../../src/engine/db/migrate.ts'
import type { Migration } from '../../src/engine/db/migration.ts'
import { openDb } from '../../src/engine/db/open.ts'

const COLUMNS = ['first', 'second', 'third']

export const REWRITES: Migration[] = COLUMNS.map((column, index) => ({
  name: `99${index}0_${column}`,
  statements: () => [
    `alter table document_rows add column ${column}_length integer not null default -1`,
    `update document_rows set ${column}_length = length(title) + ${index}`,
    `create index documents_${column}_length on document_rows (${column}_length, title)`,
    `create table ${column}_words (id bigint not null primary key, word text not null)`,
    `insert into ${column}_words (id, word) select document_id, substr(text, 1, 40) from texts`,
  ],
}))

if (import.meta.main) {
  const db = await openDb(readConfig())
  await migrate(db, [...MIGRATIONS, ...REWRITES], (name) => process.stdout.write(`${name}\n`))
  await db.close()
}
