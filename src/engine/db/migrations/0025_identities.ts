// Who somebody is to an identity provider: bound to its issuer and its own id for the person, never to an address. Sessions know
// who vouched for them, so that the provider can end them.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table identities (
      id ${id},
      user_id bigint not null references users (id) on delete cascade,
      issuer text not null,
      subject text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create unique index identities_subject on identities (issuer, subject)',
    'create index identities_user on identities (user_id)',
    'alter table sessions add column issuer text',
    'alter table sessions add column provider_sid text',
    'create index sessions_provider on sessions (issuer, provider_sid)',
  ],
} satisfies MigrationSteps
