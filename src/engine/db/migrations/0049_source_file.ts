// The file that a document was imported from: an export for the same tool writes that file again.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table documents add column source_file text',
    'alter table trash add column source_file text',
  ],
} satisfies MigrationSteps
