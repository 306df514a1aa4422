// Whether an import keeps the addresses that its pages had.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table imports add column redirects integer not null default 0 check (redirects in (0, 1))'],
} satisfies MigrationSteps
