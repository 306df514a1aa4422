// An identity that was linked to an account whose address nobody has proven: it may be a stranger's, who would keep a way in when
// the owner of the address comes.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['delete from identities where user_id in (select id from users where proven_by is null)'],
} satisfies MigrationSteps
