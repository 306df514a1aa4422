// What a directory says of a person through SCIM and that an account doesn't have: its own name and id for them.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ binaryText }) => [
    `create table scim_users (
      user_id bigint primary key references users (id) on delete cascade,
      user_name text not null, user_name_key ${binaryText} not null unique, external_id ${binaryText},
      given_name text, family_name text
    )`,
    'create index scim_users_external_id on scim_users (external_id) where external_id is not null',
  ],
} satisfies MigrationSteps
