// What transactions with an Idempotency-Key came to, so that a request that is sent again does nothing twice.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table idempotency_keys (
      id text not null primary key,
      request text not null,
      result text not null,
      created_at bigint not null
    )`,
    'create index idempotency_keys_created_at on idempotency_keys (created_at)',
  ],
} satisfies MigrationSteps
