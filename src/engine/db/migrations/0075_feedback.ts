// What readers say about pages, and comments that suggest a change: the proposal that makes it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table feedback (
      id ${id},
      document_id bigint not null references document_rows (id) on delete cascade,
      section text not null,
      is_helpful integer not null check (is_helpful in (0, 1)),
      said text,
      created_at bigint not null
    )`,
    'create index feedback_document on feedback (document_id, id)',
    'create index feedback_said on feedback (id) where said is not null',
    'alter table threads add column suggestion_id bigint references proposals (id) on delete set null',
    'create index threads_suggestion on threads (suggestion_id) where suggestion_id is not null',
  ],
} satisfies MigrationSteps
