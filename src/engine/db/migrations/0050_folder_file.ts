// The file that described the folder of a category which was imported: an export for the same tool writes it again.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table categories add column source_file text'],
} satisfies MigrationSteps
