// Pictures that people have uploaded, and which documents show them: who may read such a document may see the picture.

import type { Migration } from '../migration.ts'

export const pictures: Migration = {
  name: '0012_pictures',
  statements: ({ bytes }) => [
    // `key` is made from the bytes, so that the same picture is kept once; the bytes stand last, where nobody reads past them.
    `create table pictures (
      key text not null primary key,
      kind text not null check (kind in ('png', 'jpg', 'gif', 'webp', 'avif', 'svg')),
      size integer not null,
      uploaded_by bigint references users (id) on delete set null,
      uploaded_at bigint not null,
      bytes ${bytes} not null
    )`,
    // What a document showed once stays for its revisions, with `shown` at 0.
    `create table picture_uses (
      document_id bigint not null references documents (id) on delete cascade,
      picture text not null references pictures (key) on delete cascade,
      shown integer not null check (shown in (0, 1)),
      primary key (document_id, picture)
    )`,
    'create index picture_uses_picture on picture_uses (picture, shown)',
  ],
}
