// When a session was last proven and used, and from where; what an API token is limited to. A session from before has to
// prove itself again before it may do what needs a proof; a token from before may do what its role allows.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table sessions add column proved_at bigint not null default 0',
    'alter table sessions add column last_used_at bigint',
    `alter table sessions add column device text not null default ''`,
    `alter table sessions add column address text not null default ''`,
    'alter table api_tokens add column scopes text',
    'alter table api_tokens add column category_ids text',
  ],
} satisfies MigrationSteps
