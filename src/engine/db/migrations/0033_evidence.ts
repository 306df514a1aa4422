// Evidence: what each published block rests on, and which of it is no longer so. A source that is a document has no foreign
// key: when it is deleted, the blocks that quote it have to say so. Revisions and the trash keep evidence as JSON.

import type { MigrationSteps } from '../migration.ts'

const KINDS = `'document', 'material', 'notes', 'answer', 'action', 'draft', 'url', 'text'`

export default {
  statements: ({ id }) => [
    `create table evidence (
      document_id bigint not null references documents (id) on delete cascade,
      block_id text not null,
      origin text not null check (origin in ('source', 'notes', 'answer', 'human', 'model')),
      approved_by bigint references users (id) on delete set null,
      approved_at bigint,
      checked_at bigint not null,
      primary key (document_id, block_id)
    )`,
    'create index evidence_checked on evidence (checked_at)',
    `create table evidence_sources (
      id ${id},
      document_id bigint not null,
      block_id text not null,
      kind text not null check (kind in (${KINDS})),
      source_id bigint,
      title text not null,
      quote text not null,
      version integer,
      url text,
      is_public integer not null default 0 check (is_public in (0, 1)),
      is_before integer not null default 0 check (is_before in (0, 1)),
      missing text check (missing in ('changed', 'deleted')),
      nearest text,
      closed integer not null default 0 check (closed in (0, 1)),
      reason text check (reason in ('changed', 'deleted', 'closed')),
      stale_since bigint,
      foreign key (document_id, block_id) references evidence (document_id, block_id) on update cascade on delete cascade,
      check (kind <> 'document' or source_id is not null),
      check ((reason is null) = (stale_since is null)),
      check (reason is null or (reason = 'closed' and closed = 1) or (reason <> 'closed' and missing = reason))
    )`,
    'create index evidence_sources_block on evidence_sources (document_id, block_id)',
    `create index evidence_sources_quoted on evidence_sources (source_id) where kind = 'document' and is_before = 0`,
    'create index evidence_sources_stale on evidence_sources (stale_since, id) where stale_since is not null',
    'alter table revisions add column evidence text',
    'alter table trash_revisions add column evidence text',
    'alter table trash add column evidence text',
  ],
} satisfies MigrationSteps
