// The slugs that documents had before: whoever follows one is led to the document, and the trash keeps them with it.

import type { Migration } from '../migration.ts'

export const formerSlugs: Migration = {
  name: '0014_former_slugs',
  statements: () => [
    `create table former_slugs (
      slug text not null primary key,
      document_id bigint not null references documents (id) on delete cascade,
      since bigint not null
    )`,
    'create index former_slugs_document on former_slugs (document_id, since)',
    `alter table trash add column former_slugs text not null default '[]'`,
  ],
}
