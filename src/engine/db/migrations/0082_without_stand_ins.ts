// Owners without stand-ins, points without due dates. A stand-in had what was an owner's whose account is disabled, and is the
// owner of it now.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ id }) => [
    `update owners set owner_id = stand_in_id, stand_in_id = null
      where stand_in_id is not null and owner_id in (select id from users where disabled = 1)`,
    `create table new_owners (
      id ${id},
      document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade,
      owner_id bigint not null references users (id) on delete cascade,
      since bigint not null,
      check ((document_id is null) <> (category_id is null))
    )`,
    `insert into new_owners (document_id, category_id, owner_id, since)
      select document_id, category_id, owner_id, since from owners order by id`,
    'drop table owners',
    'alter table new_owners rename to owners',
    'create unique index owners_document on owners (document_id) where document_id is not null',
    'create unique index owners_category on owners (category_id) where category_id is not null',
    'create index owners_owner on owners (owner_id)',
    'alter table questions drop column due_at',
    'alter table actions drop column due_at',
  ],
} satisfies MigrationSteps
