// Whether a model wrote the draft that was approved: the page says "AI-drafted" only then.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () =>
    ['documents', 'trash'].map(
      (table) => `alter table ${table} add column by_model integer not null default 0 check (by_model in (0, 1))`,
    ),
} satisfies MigrationSteps
