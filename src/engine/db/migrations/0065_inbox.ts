// The inbox: who is to answer a question or do an action and until when, what people marked, watch or muted, and their mails.

import type { MigrationSteps } from '../migration.ts'

const ASSIGNED = ['assignee_id bigint references users (id) on delete set null', 'assigned_at bigint', 'due_at bigint']

export default {
  statements: ({ id }) => [
    ...['questions', 'actions'].flatMap((table) => [
      ...ASSIGNED.map((column) => `alter table ${table} add column ${column}`),
      `create index ${table}_assignee on ${table} (assignee_id) where assignee_id is not null`,
    ]),
    'alter table questions add column asked text',
    'create index questions_asked on questions (asked, id)',
    'create index jobs_creator on jobs (created_by, status)',
    `create table inbox_marks (
      user_id bigint not null references users (id) on delete cascade,
      kind text not null,
      ref_id bigint not null,
      marked_at bigint not null,
      until bigint,
      primary key (user_id, kind, ref_id)
    )`,
    `create table watches (
      id ${id},
      user_id bigint not null references users (id) on delete cascade,
      document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade,
      is_muted integer not null default 0 check (is_muted in (0, 1)),
      since bigint not null,
      check ((document_id is null) <> (category_id is null))
    )`,
    'create unique index watches_document on watches (user_id, document_id) where document_id is not null',
    'create unique index watches_category on watches (user_id, category_id) where category_id is not null',
    'create index watches_of_document on watches (document_id)',
    'create index watches_of_category on watches (category_id)',
    `create table mail_settings (
      user_id bigint primary key references users (id) on delete cascade,
      at_once integer not null default 1 check (at_once in (0, 1)),
      digest text not null check (digest in ('off', 'daily', 'weekly'))
    )`,
    `create table mails (
      id ${id},
      user_id bigint not null references users (id) on delete cascade,
      kind text not null,
      ref_id bigint not null,
      batch bigint,
      status text not null default 'pending' check (status in ('pending', 'sent', 'dropped', 'failed')),
      attempts integer not null default 0,
      next_at bigint not null,
      created_at bigint not null,
      finished_at bigint,
      error text,
      check ((status = 'pending') = (finished_at is null))
    )`,
    'create unique index mails_once on mails (user_id, kind, ref_id)',
    `create index mails_due on mails (next_at, id) where status = 'pending'`,
    'create index mails_batch on mails (batch)',
    'create index mails_age on mails (created_at)',
  ],
} satisfies MigrationSteps
