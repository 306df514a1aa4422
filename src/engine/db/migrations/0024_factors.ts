// Second factors: a secret for codes that an authenticator app makes, passkeys, and recovery codes; tickets of sign-ins that wait
// for a second factor, and of challenges that a passkey has to answer. `second_factor` of an account follows from the rest and is
// there so that every request knows it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    'alter table users add column second_factor integer not null default 0 check (second_factor in (0, 1))',
    'alter table sessions add column factor text',
    `create table totp_secrets (
      user_id bigint not null primary key references users (id) on delete cascade,
      secret text not null,
      confirmed_at bigint,
      last_step bigint not null default 0
    )`,
    `create table recovery_codes (
      user_id bigint not null references users (id) on delete cascade,
      hash text not null,
      primary key (user_id, hash)
    )`,
    `create table passkeys (
      id ${id},
      user_id bigint not null references users (id) on delete cascade,
      credential_id text not null,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create unique index passkeys_credential on passkeys (credential_id)',
    'create index passkeys_user on passkeys (user_id)',
    `create table tickets (
      hash text not null primary key,
      user_id bigint not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('sign-in', 'step-up', 'enrol')),
      method text not null,
      password_hash text,
      challenge text,
      attempts integer not null default 0,
      expires_at bigint not null
    )`,
    'create index tickets_age on tickets (expires_at)',
  ],
} satisfies MigrationSteps
