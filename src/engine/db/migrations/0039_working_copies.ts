// Working copies: what editors have written and not published yet. A document has at most one, and loses it with itself.
// The document counts the versions of its copies, so that no number comes twice: whoever saw an older copy is refused.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ ownedId }) => [
    'alter table documents add column draft_version integer not null default 0',
    `create table working_copies (
      document_id ${ownedId} references documents (id) on delete cascade,
      title text not null,
      summary text,
      tags text not null,
      blocks text not null,
      base_version integer not null,
      base_tags text not null,
      author_id bigint references users (id) on delete set null,
      created_at bigint not null,
      updated_at bigint not null,
      scheduled_at bigint,
      scheduled_by bigint references users (id) on delete set null,
      fault text,
      check (scheduled_at is null or fault is null)
    )`,
    'create index working_copies_due on working_copies (scheduled_at) where scheduled_at is not null',
    'alter table trash add column working_copy text',
    // Known only as SHA-256, like every token.
    `create table preview_links (
      hash text not null primary key,
      document_id bigint not null references documents (id) on delete cascade,
      created_by bigint references users (id) on delete set null,
      expires_at bigint not null
    )`,
    'create index preview_links_document on preview_links (document_id)',
    'create index preview_links_expires on preview_links (expires_at)',
  ],
} satisfies MigrationSteps
