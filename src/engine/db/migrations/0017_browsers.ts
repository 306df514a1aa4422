// Codes by the browser that asked for them, so that strangers can neither replace nor use up somebody's code; and the browsers
// in which people signed in before, whom strangers can't lock out. Codes live ten minutes, so none is carried over.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: () => [
    'drop table codes',
    `create table codes (
      identifier text not null,
      asker text not null,
      code_hmac text not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      sent_at bigint not null,
      expires_at bigint not null,
      primary key (identifier, asker)
    )`,
    `create table known_browsers (
      user_id bigint not null references users (id) on delete cascade,
      hash text not null,
      last_used_at bigint not null,
      primary key (user_id, hash)
    )`,
    'create index known_browsers_age on known_browsers (last_used_at)',
  ],
} satisfies MigrationSteps
