// From where something was done, beside who did it. Entries from before have no address.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table audit add column address text',
    'create index audit_actor on audit (actor_id, id)',
    'create index audit_action on audit (action, id)',
  ],
} satisfies MigrationSteps
