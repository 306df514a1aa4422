// When an entry of the audit trail was sent elsewhere. A mark on each entry and not a position in the list: on PostgreSQL a
// transaction may commit after another that got a higher id, and a position would pass over it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table audit add column sent_at bigint',
    'create index audit_unsent on audit (id) where sent_at is null',
  ],
} satisfies MigrationSteps
