// What an imported file said of itself that we have no field for: it comes back when the document is exported.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table documents add column front_matter text',
    'alter table trash add column front_matter text',
  ],
} satisfies MigrationSteps
