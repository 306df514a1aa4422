// Which page is nearest to a search without results or a question without an answer: its owner hears of it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id, binaryText }) => [
    `create table missed_duties (
      id ${id},
      words ${binaryText} not null unique references missed_searches (words) on delete cascade,
      document_id bigint not null references document_rows (id) on delete cascade,
      since bigint not null
    )`,
    'create index missed_duties_document on missed_duties (document_id)',
  ],
} satisfies MigrationSteps
