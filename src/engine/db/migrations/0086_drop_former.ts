// The texts from before they became revisions, which updates to 1.0.0 left behind unused.

import type { MigrationSteps } from '../migration.ts'

const FORMER = ['former_blocks', 'former_revisions', 'former_working_copies', 'former_trash_revisions', 'former_trash']

export default {
  phase: 'contract',
  statements: () => FORMER.map((table) => `drop table if exists ${table}`),
} satisfies MigrationSteps
