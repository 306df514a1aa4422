// Passages are no longer flagged because fewer people may read a source than the page that quotes it. Those that were flagged for
// nothing else are up to date; where the quote is missing as well, that is the reason now.

import type { MigrationSteps } from '../migration.ts'

const FLAG = (column: string) => `check (${column} in (0, 1))`
// The ids stay: a proposal names the source that it removes by its id.
const KEPT = `id, document_id, block_id, kind, source_id, title, quote, version, url, is_public, is_before, is_watched, missing,
  nearest`

export default {
  phase: 'contract',
  statements: ({ id, name }) => [
    // Made anew, because SQLite drops no column that a check of the table names.
    `create table new_evidence_sources (
      id ${id}, document_id bigint not null, block_id text not null,
      kind text not null check (kind in ('document', 'material', 'notes', 'answer', 'action', 'draft', 'url', 'text')),
      source_id bigint, title text not null, quote text not null, version integer, url text,
      is_public integer not null default 0 ${FLAG('is_public')}, is_before integer not null default 0 ${FLAG('is_before')},
      missing text check (missing in ('changed', 'deleted')), nearest text,
      reason text check (reason in ('changed', 'deleted')), stale_since bigint,
      is_watched integer not null default 1 ${FLAG('is_watched')},
      foreign key (document_id, block_id) references evidence (document_id, block_id) on update cascade on delete cascade,
      check (kind <> 'document' or source_id is not null), check ((reason is null) = (stale_since is null)),
      check (reason is null or missing = reason)
    )`,
    `insert into new_evidence_sources (${KEPT}, reason, stale_since)
      select ${KEPT}, case when reason is not null then missing end,
        case when reason is not null and missing is not null then stale_since end
      from evidence_sources order by id`,
    'drop table evidence_sources',
    'alter table new_evidence_sources rename to evidence_sources',
    ...(name === 'postgres'
      ? [`select setval(pg_get_serial_sequence('evidence_sources', 'id'), max(id)) from evidence_sources`]
      : []),
    'create index evidence_sources_block on evidence_sources (document_id, block_id)',
    `create index evidence_sources_quoted on evidence_sources (source_id) where kind = 'document' and is_watched = 1`,
    'create index evidence_sources_stale on evidence_sources (stale_since, id) where stale_since is not null',
  ],
} satisfies MigrationSteps
