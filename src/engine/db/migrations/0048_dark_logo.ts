// A logo for dark pages; null: the same as on light ones.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table brand add column logo_dark text'],
} satisfies MigrationSteps
