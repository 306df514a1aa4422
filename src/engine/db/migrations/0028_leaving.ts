// When somebody left: the account's row stays for its id, which documents, revisions and the audit trail name, and says nothing else.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table users add column deleted_at bigint'],
} satisfies MigrationSteps
