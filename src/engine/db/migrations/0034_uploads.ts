// Files beside pictures: both are uploads, kept in the same way and open to those who may read a document that shows them.
// The tables are made anew, because SQLite can't change the check of a column.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ bytes }) => [
    // `kind` is the ending; only a file has a name, and its `key` is made from that as well.
    `create table uploads (
      key text not null primary key,
      kind text not null,
      name text,
      size integer not null,
      uploaded_by bigint references users (id) on delete set null,
      uploaded_at bigint not null,
      check (name is not null or kind in ('png', 'jpg', 'gif', 'webp', 'avif', 'svg'))
    )`,
    // In pieces, so that sending one to a slow client does not keep all of it in memory.
    `create table upload_pieces (
      upload text not null references uploads (key) on delete cascade,
      number integer not null,
      bytes ${bytes} not null,
      primary key (upload, number)
    )`,
    // A document may name an upload that comes later. What it once showed stays for its revisions, with `shown` at 0.
    `create table upload_uses (
      document_id bigint not null references documents (id) on delete cascade,
      upload text not null,
      shown integer not null check (shown in (0, 1)),
      primary key (document_id, upload)
    )`,
    'create index upload_uses_upload on upload_uses (upload, shown)',
    `insert into uploads (key, kind, size, uploaded_by, uploaded_at)
      select key, kind, size, uploaded_by, uploaded_at from pictures`,
    'insert into upload_pieces (upload, number, bytes) select picture, number, bytes from picture_pieces',
    'insert into upload_uses (document_id, upload, shown) select document_id, picture, shown from picture_uses',
    'drop table picture_uses',
    'drop table picture_pieces',
    'drop table pictures',
  ],
} satisfies MigrationSteps
