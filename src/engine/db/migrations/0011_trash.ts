// The trash: what a deleted document said and who could read it, for as long as it may be brought back.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ ownedId }) => [
    // `document_id` is the id that the document had, which no other gets; its category may be gone by now.
    `create table trash (
      document_id ${ownedId},
      slug text not null,
      title text not null,
      summary text,
      category_id bigint,
      tags text not null,
      visibility text not null check (visibility in ('public', 'members', 'restricted')),
      access text not null,
      position integer,
      blocks text not null,
      author_id bigint references users (id) on delete set null,
      created_at bigint not null,
      deleted_by bigint references users (id) on delete set null,
      deleted_at bigint not null
    )`,
    'create index trash_deleted on trash (deleted_at desc, document_id desc)',
  ],
} satisfies MigrationSteps
