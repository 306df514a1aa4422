// Pictures that people have uploaded, and which documents show them: whoever may read such a document may see the picture.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ bytes }) => [
    // `key` is made from the bytes, so that the same picture is kept once.
    `create table pictures (
      key text not null primary key,
      kind text not null check (kind in ('png', 'jpg', 'gif', 'webp', 'avif', 'svg')),
      size integer not null,
      uploaded_by bigint references users (id) on delete set null,
      uploaded_at bigint not null
    )`,
    // In pieces, so that sending a picture to a slow client does not keep all of it in memory.
    `create table picture_pieces (
      picture text not null references pictures (key) on delete cascade,
      number integer not null,
      bytes ${bytes} not null,
      primary key (picture, number)
    )`,
    // A document may name a picture that comes later. What it once showed stays for its revisions, with `shown` at 0.
    `create table picture_uses (
      document_id bigint not null references documents (id) on delete cascade,
      picture text not null,
      shown integer not null check (shown in (0, 1)),
      primary key (document_id, picture)
    )`,
    'create index picture_uses_picture on picture_uses (picture, shown)',
  ],
} satisfies MigrationSteps
