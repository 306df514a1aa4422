// The audit trail is read by time, newest first: each filter has an index that ends in the time. rtrim leaves of an action like
// `document.created` what it is about, `document.`; it is the one expression for that which both engines have.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'drop index audit_actor',
    'drop index audit_action',
    'create index audit_at on audit (at, id)',
    'create index audit_actor on audit (actor_id, at, id)',
    'create index audit_action on audit (action, at, id)',
    'create index audit_target on audit (target, at, id)',
    "create index audit_kind on audit (rtrim(action, 'abcdefghijklmnopqrstuvwxyz_'), at, id)",
  ],
} satisfies MigrationSteps
