// Preview links end with a reset and a demotion of their maker: both raise the number of the account, which its links carry.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table users add column link_epoch integer not null default 0',
    'alter table preview_links add column maker_epoch integer not null default 0',
    // Of demotions until now only these are known.
    "delete from preview_links where created_by in (select id from users where role = 'reader')",
  ],
} satisfies MigrationSteps
