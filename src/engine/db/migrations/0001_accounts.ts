// Accounts: people, their sessions and API tokens, one-time codes, throttles and the audit trail.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table users (
      id ${id},
      email text not null,
      username text,
      display_name text,
      role text not null check (role in ('admin', 'editor', 'reader')),
      password_hash text,
      email_verified integer not null default 0 check (email_verified in (0, 1)),
      disabled integer not null default 0 check (disabled in (0, 1)),
      created_at bigint not null,
      updated_at bigint not null,
      last_login_at bigint
    )`,
    'create unique index users_email on users (email)',
    'create unique index users_username on users (username)',

    // A session is one sign-in; its tokens follow one another by refresh and only the newest is current.
    `create table sessions (
      id ${id},
      user_id bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      refreshable_until bigint not null,
      ended_at bigint
    )`,
    'create index sessions_user on sessions (user_id)',
    `create table session_tokens (
      hash text not null primary key,
      session_id bigint not null references sessions (id) on delete cascade,
      issued_at bigint not null,
      expires_at bigint not null,
      retired_at bigint
    )`,
    'create index session_tokens_session on session_tokens (session_id)',
    'create unique index session_tokens_current on session_tokens (session_id) where retired_at is null',

    `create table api_tokens (
      id ${id},
      hash text not null,
      user_id bigint not null references users (id) on delete cascade,
      name text not null,
      prefix text not null,
      role text not null check (role in ('admin', 'editor', 'reader')),
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint
    )`,
    'create unique index api_tokens_hash on api_tokens (hash)',
    'create index api_tokens_user on api_tokens (user_id)',

    // One row per identifier: asking again replaces the code, so only the newest is valid.
    `create table codes (
      identifier text not null primary key,
      code_hmac text not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      sent_at bigint not null,
      expires_at bigint not null
    )`,

    // The primary key is the lock: a bridge token's jti can be inserted once.
    'create table sso_uses (jti text not null primary key, expires_at bigint not null)',

    `create table throttles (
      id ${id},
      scope text not null,
      key text not null,
      at bigint not null
    )`,
    'create index throttles_key on throttles (scope, key, at)',
    'create index throttles_at on throttles (at)',

    `create table audit (
      id ${id},
      at bigint not null,
      actor_id bigint references users (id) on delete set null,
      actor text not null,
      action text not null,
      target text not null,
      detail text not null default '{}'
    )`,
  ],
} satisfies MigrationSteps
