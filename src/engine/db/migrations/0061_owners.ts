// Owners of documents and categories: one person each, and a stand-in.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table owners (
      id ${id},
      document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade,
      owner_id bigint not null references users (id) on delete cascade,
      stand_in_id bigint references users (id) on delete set null,
      since bigint not null,
      check ((document_id is null) <> (category_id is null)),
      check (stand_in_id is null or stand_in_id <> owner_id)
    )`,
    'create unique index owners_document on owners (document_id) where document_id is not null',
    'create unique index owners_category on owners (category_id) where category_id is not null',
    'create index owners_owner on owners (owner_id)',
    'create index owners_stand_in on owners (stand_in_id)',
  ],
} satisfies MigrationSteps
