// When somebody left: the account's row stays for its id, which documents, revisions and the audit trail name, and says nothing else.

import type { Migration } from '../migration.ts'

export const leaving: Migration = {
  name: '0028_leaving',
  statements: () => ['alter table users add column deleted_at bigint'],
}
