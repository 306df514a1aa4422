// The database remembers whether a migration only added something, so that a program that does not know it may start.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ["alter table schema_migrations add column phase text not null default 'contract'"],
} satisfies MigrationSteps
