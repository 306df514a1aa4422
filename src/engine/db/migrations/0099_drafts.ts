// What is not published yet is a draft: what was saved and what was typed since become one text. A saved text that differs from
// a typed one stays in the history, and a schedule keeps the saved text as the one that it publishes.

import type { MigrationSteps } from '../migration.ts'

const USER = 'bigint references users (id) on delete set null'

export default {
  phase: 'contract',
  statements: ({ id }) => [
    'drop view documents',
    // No foreign key: revisions already reference their document, and a move fills one table after the other.
    'alter table document_rows add column published_id bigint',
    `update document_rows set published_id =
      (select published_id from heads where heads.document_id = document_rows.id)`,
    'create unique index documents_published on document_rows (published_id) where published_id is not null',
    `create table drafts (
      id ${id}, document_id bigint not null references document_rows (id) on delete cascade,
      kind text not null check (kind in ('shared', 'proposal', 'job')),
      state text not null check (state in ('open', 'in_review', 'approved', 'closed')),
      base_id bigint not null references revisions (id), head_id bigint not null references revisions (id),
      version integer not null check (version >= 1), created_at bigint not null, updated_at bigint not null,
      scheduled_id bigint references revisions (id), scheduled_at bigint, scheduled_by ${USER},
      fault text check (fault is null or scheduled_at is null),
      check (kind <> 'shared' or state = 'open'), check ((scheduled_id is null) = (scheduled_at is null))
    )`,
    `insert into drafts (document_id, kind, state, base_id, head_id, version, created_at, updated_at,
        scheduled_id, scheduled_at, scheduled_by, fault)
      select document_rows.id, 'shared', 'open',
        coalesce((select base.id from revisions as base where base.document_id = document_rows.id
          and base.version <= head.base_version order by base.version desc limit 1), heads.published_id),
        head.id, document_rows.draft_version + case when heads.saved_id is null then 1 else 0 end,
        coalesce(heads.saved_since, head.created_at), head.created_at,
        case when scheduled_at is not null then heads.saved_id end,
        case when heads.saved_id is not null then scheduled_at end, scheduled_by, document_rows.fault
      from document_rows join heads on heads.document_id = document_rows.id
        join revisions as head on head.id = coalesce(heads.working_id, heads.saved_id)
        join revisions as live on live.id = heads.published_id
      where heads.saved_id is not null or head.title <> live.title or head.tags <> live.tags
        or head.blocks <> live.blocks or coalesce(head.summary, '') <> coalesce(live.summary, '')
      order by document_rows.id`,
    `create unique index drafts_shared on drafts (document_id) where kind = 'shared'`,
    'create index drafts_document on drafts (document_id)',
    'create index drafts_due on drafts (scheduled_at) where scheduled_at is not null',
    'create index drafts_head on drafts (head_id)',
    'create index drafts_base on drafts (base_id)',
    'create index drafts_scheduled on drafts (scheduled_id) where scheduled_id is not null',
    'create index drafts_scheduler on drafts (scheduled_by) where scheduled_by is not null',
    'drop index documents_due',
    ...['fault', 'scheduled_at', 'scheduled_by'].map((column) => `alter table document_rows drop column ${column}`),
    'drop table heads',
    'alter table preview_links add column revision_id bigint references revisions (id) on delete cascade',
    'create index preview_links_revision on preview_links (revision_id) where revision_id is not null',
    'create view documents as select * from document_rows where deletion_id is null',
  ],
} satisfies MigrationSteps
