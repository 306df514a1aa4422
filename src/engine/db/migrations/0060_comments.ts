// Comments on documents: threads that are about words of a block, what people say in them, and whom they mention.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table threads (
      id ${id},
      document_id bigint not null references document_rows (id) on delete cascade,
      block_id text not null,
      quote text not null,
      said text not null,
      before text not null,
      after text not null,
      created_by bigint references users (id) on delete set null,
      created_at bigint not null,
      resolved_by bigint references users (id) on delete set null,
      resolved_at bigint,
      is_resolved integer not null default 0 check (is_resolved in (0, 1)),
      check ((is_resolved = 1) = (resolved_at is not null))
    )`,
    'create index threads_document on threads (document_id, id)',
    'create index threads_creator on threads (created_by)',
    'create index threads_resolver on threads (resolved_by)',
    `create table comments (
      id ${id},
      thread_id bigint not null references threads (id) on delete cascade,
      author_id bigint references users (id) on delete set null,
      body text not null,
      created_at bigint not null,
      edited_at bigint,
      deleted_at bigint,
      check ((body = '') = (deleted_at is not null))
    )`,
    'create index comments_thread on comments (thread_id, id)',
    'create index comments_author on comments (author_id)',
    `create table comment_mentions (
      comment_id bigint not null references comments (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      primary key (comment_id, user_id)
    )`,
    'create index comment_mentions_user on comment_mentions (user_id)',
  ],
} satisfies MigrationSteps
