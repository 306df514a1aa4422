// Instructions to the writer beside the notes, and what became of the replies to questions and actions.

import type { MigrationSteps } from '../migration.ts'

const OUTCOME = `outcome text check (outcome in ('applied', 'asked_again', 'not_applied', 'dismissed'))`

export default {
  statements: () => [
    `alter table iterations add column instructions text not null default ''`,
    ...['questions', 'actions'].flatMap((table) => [
      `alter table ${table} add column ${OUTCOME}`,
      `alter table ${table} add column outcome_note text`,
    ]),
  ],
} satisfies MigrationSteps
