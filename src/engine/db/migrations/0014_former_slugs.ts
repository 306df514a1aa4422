// The slugs that documents had before: whoever follows one is led to the document, and the trash keeps them with it. It
// also keeps since when a document was published and pinned, and who approved it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table former_slugs (
      slug text not null primary key,
      document_id bigint not null references documents (id) on delete cascade,
      since bigint not null
    )`,
    'create index former_slugs_document on former_slugs (document_id, since)',
    `alter table trash add column former_slugs text not null default '[]'`,
    'alter table trash add column published_at bigint',
    'alter table trash add column pinned_at bigint not null default 0',
    'alter table trash add column approved_by bigint references users (id) on delete set null',
    'alter table trash add column approved_at bigint',
  ],
} satisfies MigrationSteps
