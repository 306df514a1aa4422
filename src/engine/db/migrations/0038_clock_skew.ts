// Each service writes down how far its machine's clock is from the database's, so that one place can show them all.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table nodes add column skew_ms bigint not null default 0'],
} satisfies MigrationSteps
