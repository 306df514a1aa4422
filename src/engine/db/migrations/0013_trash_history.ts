// The trash keeps a document's history too: brought back, it has its id, goes on counting its versions, and has its revisions.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ ownedId }) => [
    'alter table trash add column version integer not null default 1',
    `create table trash_revisions (
      id ${ownedId},
      document_id bigint not null references trash (document_id) on delete cascade,
      version integer not null,
      title text not null,
      summary text,
      blocks text not null,
      origin text not null check (origin in ('hand', 'approval', 'restore', 'import')),
      author_id bigint references users (id) on delete set null,
      created_at bigint not null
    )`,
    'create index trash_revisions_document on trash_revisions (document_id)',
  ],
} satisfies MigrationSteps
