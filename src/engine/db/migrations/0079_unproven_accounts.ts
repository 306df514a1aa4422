// What was set for an account whose address nobody has proven, and would stay when its owner comes: identities that let a stranger
// in, watches, and which mails are sent.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () =>
    ['identities', 'watches', 'mail_settings'].map(
      (table) => `delete from ${table} where user_id in (select id from users where proven_by is null)`,
    ),
} satisfies MigrationSteps
