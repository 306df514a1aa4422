// Imports of folders in the panel: what was uploaded, how far each is, what it changed, and so what an undo takes back.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id, bytes }) => [
    `create table imports (
      id ${id},
      name text not null,
      size bigint not null,
      state text not null check (state in
        ('uploading', 'reading', 'ready', 'importing', 'done', 'undoing', 'undone', 'failed', 'interrupted')),
      folder text not null default '',
      preset text not null default 'auto',
      category_id bigint references category_rows (id) on delete set null,
      as_drafts integer not null default 1 check (as_drafts in (0, 1)),
      run integer not null default 0,
      tries integer not null default 0,
      alive_at bigint,
      pages_done bigint not null default 0,
      pages_total bigint not null default 0,
      report text,
      undone text,
      error text,
      deletion_id bigint,
      created_by bigint references users (id) on delete set null,
      acting_id bigint references users (id) on delete set null,
      created_at bigint not null,
      started_at bigint,
      ended_at bigint
    )`,
    "create index imports_under_way on imports (state) where state in ('reading', 'importing', 'undoing')",
    'create index imports_category on imports (category_id)',
    'create index imports_creator on imports (created_by)',
    'create index imports_acting on imports (acting_id)',
    `create table import_pieces (
      import_id bigint not null references imports (id) on delete cascade,
      number bigint not null,
      bytes ${bytes} not null,
      primary key (import_id, number)
    )`,
    `create table import_changes (
      import_id bigint not null references imports (id) on delete cascade,
      document_id bigint not null references document_rows (id) on delete cascade,
      version bigint not null,
      draft_version bigint,
      before text,
      outcome text,
      primary key (import_id, document_id)
    )`,
    'create index import_changes_document on import_changes (document_id)',
    `create table import_categories (
      import_id bigint not null references imports (id) on delete cascade,
      category_id bigint not null references category_rows (id) on delete cascade,
      primary key (import_id, category_id)
    )`,
    'create index import_categories_category on import_categories (category_id)',
  ],
} satisfies MigrationSteps
