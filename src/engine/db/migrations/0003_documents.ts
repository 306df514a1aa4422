// Documents: fields, content, revisions, access and views.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id, binaryText }) => [
    // `audience` is the narrowest visibility of the document and of every category above it; `pinned_at` 0 means not pinned;
    // `title_key` is the title as it sorts among its siblings.
    `create table documents (
      id ${id},
      slug text not null,
      title text not null,
      title_key ${binaryText} not null default '',
      summary text,
      category_id bigint references categories (id),
      tags text not null default '[]',
      visibility text not null default 'public' check (visibility in ('public', 'members', 'restricted')),
      audience text not null default 'public' check (audience in ('public', 'members', 'restricted')),
      bucket text not null default 'empty' check (bucket in ('empty', 'queued', 'processing', 'approved', 'failed')),
      has_content integer not null default 0 check (has_content in (0, 1)),
      position integer,
      pinned_at bigint not null default 0,
      version integer not null default 1 check (version >= 1),
      view_count bigint not null default 0,
      author_id bigint references users (id) on delete set null,
      created_at bigint not null,
      updated_at bigint not null,
      published_at bigint,
      approved_by bigint references users (id) on delete set null,
      approved_at bigint,
      check (has_content = 1 or bucket <> 'approved'),
      check (has_content = 0 or bucket <> 'empty')
    )`,
    'create unique index documents_slug on documents (slug)',
    // Both lists carry what a reader's filter asks first, so that an offset is skipped without touching a row.
    'create index documents_list on documents (pinned_at desc, updated_at desc, id desc, audience)',
    'create index documents_public_list on documents (audience, pinned_at desc, updated_at desc, id desc)',
    `create index documents_tree on documents
      (category_id, (case when pinned_at > 0 then 0 else 1 end), (coalesce(position, 2147483647)), title_key, id, audience)`,
    'create index documents_category on documents (category_id, audience)',
    'create index documents_bucket on documents (bucket, updated_at desc, id desc, audience)',
    'create index documents_views on documents (audience, view_count) where view_count > 0',
    'create index documents_author on documents (author_id)',

    `create table document_access (
      document_id bigint not null references documents (id) on delete cascade,
      role text check (role in ('admin', 'editor', 'reader')),
      user_id bigint references users (id) on delete cascade,
      check ((role is null) <> (user_id is null))
    )`,
    `create unique index document_access_once on document_access (document_id, coalesce(role, ''), coalesce(user_id, 0))`,
    'create index document_access_user on document_access (user_id)',

    // The content of a document, what is derived from it when it is saved (plain text to search, HTML to read), and where
    // this content came from: a revision takes that with it when the content is replaced.
    `create table blocks (
      document_id bigint not null primary key references documents (id) on delete cascade,
      blocks text not null default '[]',
      text text not null default '',
      html text not null default '',
      version integer not null default 1,
      origin text not null default 'hand' check (origin in ('hand', 'approval', 'restore', 'import')),
      author_id bigint references users (id) on delete set null,
      saved_at bigint not null default 0
    )`,

    `create table revisions (
      id ${id},
      document_id bigint not null references documents (id) on delete cascade,
      version integer not null,
      title text not null,
      summary text,
      blocks text not null,
      origin text not null check (origin in ('hand', 'approval', 'restore', 'import')),
      author_id bigint references users (id) on delete set null,
      created_at bigint not null
    )`,
    'create unique index revisions_version on revisions (document_id, version)',

    `create table views (
      document_id bigint not null references documents (id) on delete cascade,
      day text not null,
      views integer not null check (views > 0),
      primary key (document_id, day)
    )`,
    'create index views_day on views (day, document_id, views)',
  ],
} satisfies MigrationSteps
