// Questions that readers asked the team, by the words that alike ones have in common, and the page that answers.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table team_questions (
      id ${id},
      words text not null,
      question text not null,
      asked_by bigint not null references users (id) on delete cascade,
      asked_at bigint not null,
      document_id bigint references document_rows (id) on delete cascade,
      answered_at bigint,
      check ((document_id is null) = (answered_at is null))
    )`,
    'create unique index team_questions_open on team_questions (words, asked_by) where answered_at is null',
    'create index team_questions_asker on team_questions (asked_by)',
    'create index team_questions_document on team_questions (document_id)',
    'create index team_questions_asked_at on team_questions (asked_at)',
  ],
} satisfies MigrationSteps
