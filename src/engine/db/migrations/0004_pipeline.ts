// The pipeline: jobs (which are the queue), iterations, questions, actions and events.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    // A processing job has a lease and a worker; nothing else has. `fence` grows with every claim, so a late write is refused.
    // `failures` (of the drafter) and `losses` (of the worker) count since the last finished step.
    `create table jobs (
      id ${id},
      document_id bigint not null references documents (id) on delete cascade,
      parent_job_id bigint references jobs (id) on delete set null,
      queue text not null default 'docs',
      status text not null check (status in ('queued', 'processing', 'review', 'approved', 'failed', 'superseded', 'cancelled')),
      step text check (step in ('plan', 'extract', 'question', 'draft')),
      progress real not null default 0 check (progress between 0 and 1),
      priority integer not null default 5 check (priority between 0 and 9),
      attempts integer not null default 0,
      failures integer not null default 0,
      losses integer not null default 0,
      error text,
      run_at bigint not null,
      fence bigint not null default 0,
      worker text,
      lease_until bigint,
      created_by bigint references users (id) on delete set null,
      created_at bigint not null,
      started_at bigint,
      finished_at bigint,
      updated_at bigint not null,
      check ((status = 'processing') = (lease_until is not null)),
      check ((status = 'processing') = (worker is not null)),
      check (status <> 'failed' or error is not null)
    )`,
    `create unique index jobs_one_active on jobs (document_id) where status in ('queued', 'processing', 'review')`,
    'create index jobs_document on jobs (document_id, id desc)',
    `create index jobs_claim on jobs (queue, priority desc, id, run_at) where status = 'queued'`,
    `create index jobs_lease on jobs (lease_until) where status = 'processing'`,
    'create index jobs_parent on jobs (parent_job_id)',
    'create index jobs_status on jobs (status)',

    // `drafted` is the draft as the drafter wrote it; `draft` is what people made of it since. `base_fingerprint` tells
    // whether the document's content is still the one that the draft was made from.
    `create table iterations (
      id ${id},
      job_id bigint not null references jobs (id) on delete cascade,
      document_id bigint not null references documents (id) on delete cascade,
      number integer not null check (number >= 1),
      status text not null check (status in ('queued', 'processing', 'review', 'approved', 'failed', 'superseded', 'cancelled')),
      notes text not null default '',
      material text not null default '[]',
      planning text,
      extracted text,
      drafted text,
      draft text,
      usage text,
      base_version integer not null,
      base_fingerprint text not null,
      created_at bigint not null,
      updated_at bigint not null,
      approved_at bigint,
      approved_by bigint references users (id) on delete set null,
      check (status not in ('review', 'approved') or draft is not null)
    )`,
    'create unique index iterations_number on iterations (job_id, number)',
    'create index iterations_document on iterations (document_id, id desc)',

    `create table questions (
      id ${id},
      iteration_id bigint not null references iterations (id) on delete cascade,
      section text,
      body text not null,
      answer text,
      answered_at bigint,
      answered_by bigint references users (id) on delete set null,
      check ((answer is null) = (answered_at is null))
    )`,
    'create index questions_iteration on questions (iteration_id, id)',

    `create table actions (
      id ${id},
      iteration_id bigint not null references iterations (id) on delete cascade,
      kind text not null,
      title text,
      body text not null,
      meta text not null default '{}',
      blocking integer not null default 0 check (blocking in (0, 1)),
      answer text,
      resolved integer not null default 0 check (resolved in (0, 1)),
      resolved_at bigint,
      resolved_by bigint references users (id) on delete set null,
      check ((resolved = 1) = (resolved_at is not null))
    )`,
    'create index actions_iteration on actions (iteration_id, id)',

    `create table events (
      id ${id},
      job_id bigint not null references jobs (id) on delete cascade,
      iteration_id bigint references iterations (id) on delete cascade,
      kind text not null check (kind in (
        'job.queued', 'job.started', 'step.started', 'step.finished', 'question.raised', 'action.raised', 'draft.ready',
        'question.answered', 'action.answered', 'action.resolved', 'draft.edited', 'iteration.redrafted',
        'iteration.approved', 'job.retrying', 'job.recovered', 'job.failed', 'job.cancelled')),
      message text not null,
      data text not null default '{}',
      created_at bigint not null
    )`,
    'create index events_job on events (job_id, id)',
    'create index events_iteration on events (iteration_id)',
    'create index events_age on events (created_at)',
  ],
} satisfies MigrationSteps
