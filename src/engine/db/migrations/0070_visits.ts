// When somebody who is signed in was on the site last, and when their visit before that ended: what changed since is new to them.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table visits (
      user_id bigint primary key references users (id) on delete cascade,
      seen_at bigint not null,
      since bigint not null
    )`,
  ],
} satisfies MigrationSteps
