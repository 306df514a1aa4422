// From where something was done, beside who did it. Entries from before have no address.

import type { Migration } from '../migration.ts'

export const auditAddress: Migration = {
  name: '0020_audit_address',
  statements: () => [
    'alter table audit add column address text',
    'create index audit_actor on audit (actor_id, id)',
    'create index audit_action on audit (action, id)',
  ],
}
