// When a mailed code for an account was held back, for administrators to see.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table users add column codes_held_at bigint'],
} satisfies MigrationSteps
