// Proposals: changes of documents that wait for approval, who approved which part of them, and which documents and categories
// take changes in no other way.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table publishing_rules (
      id ${id},
      document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade,
      publishing text not null check (publishing in ('direct', 'review')),
      approvals integer not null check (approvals between 1 and 3),
      by_others integer not null check (by_others in (0, 1)),
      check ((document_id is null) <> (category_id is null))
    )`,
    'create unique index publishing_rules_document on publishing_rules (document_id) where document_id is not null',
    'create unique index publishing_rules_category on publishing_rules (category_id) where category_id is not null',
    `create table proposals (
      id ${id},
      document_id bigint not null references document_rows (id) on delete cascade,
      revision_id bigint references revisions (id),
      base_id bigint references revisions (id),
      iteration_id bigint references iterations (id) on delete cascade,
      action text,
      title text not null,
      reason text,
      state text not null check (state in ('draft', 'open', 'approved', 'rejected', 'withdrawn', 'merged')),
      by_save integer not null check (by_save in (0, 1)),
      author_id bigint references users (id) on delete set null,
      created_at bigint not null,
      updated_at bigint not null,
      closed_by bigint references users (id) on delete set null,
      closed_at bigint,
      merged_version integer,
      check ((state in ('rejected', 'withdrawn', 'merged')) = (closed_at is not null)),
      check ((state = 'merged') = (merged_version is not null)),
      check (closed_at is not null or (revision_id is not null and base_id is not null))
    )`,
    'create index proposals_state on proposals (state, id)',
    'create index proposals_waiting on proposals (id) where closed_at is null',
    'create index proposals_document on proposals (document_id, id)',
    'create index proposals_author on proposals (author_id)',
    'create index proposals_closer on proposals (closed_by)',
    'create index proposals_revision on proposals (revision_id)',
    'create index proposals_base on proposals (base_id)',
    'create unique index proposals_iteration on proposals (iteration_id) where iteration_id is not null',
    // What someone saves again and again is one proposal.
    `create unique index proposals_saved on proposals (document_id, coalesce(author_id, 0))
      where by_save = 1 and closed_at is null`,
    `create table proposal_reviewers (
      proposal_id bigint not null references proposals (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      primary key (proposal_id, user_id)
    )`,
    'create index proposal_reviewers_user on proposal_reviewers (user_id)',
    `create table proposal_approvals (
      proposal_id bigint not null references proposals (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      part text not null,
      said text not null,
      approved_at bigint not null,
      primary key (proposal_id, user_id, part)
    )`,
    'create index proposal_approvals_user on proposal_approvals (user_id)',
    'alter table threads add column proposal_id bigint references proposals (id) on delete cascade',
    'create index threads_proposal on threads (proposal_id) where proposal_id is not null',
  ],
} satisfies MigrationSteps
