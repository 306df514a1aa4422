// The content of documents moves into a table that is quicker to read: found by the document's id without an index beside
// it, and with the text that a search shows at the front of the row, before what is long.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ ownedId }) => [
    `create table content (
      document_id ${ownedId} references documents (id) on delete cascade,
      version integer not null default 1,
      origin text not null default 'hand' check (origin in ('hand', 'approval', 'restore', 'import')),
      author_id bigint references users (id) on delete set null,
      saved_at bigint not null default 0,
      text text not null default '',
      blocks text not null default '[]',
      html text not null default ''
    )`,
    `insert into content (document_id, version, origin, author_id, saved_at, text, blocks, html)
      select document_id, version, origin, author_id, saved_at, text, blocks, html from blocks order by document_id`,
    'drop table blocks',
    'alter table content rename to blocks',
  ],
} satisfies MigrationSteps
