// Imports of folders that a program pushes: the name under which the folder is known between its imports, and how many pages
// that are gone from it may go to the trash.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `alter table imports add column source text not null default ''`,
    'alter table imports add column prune integer not null default 0',
  ],
} satisfies MigrationSteps
