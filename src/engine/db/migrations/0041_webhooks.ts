// Webhooks: who hears of what, and the messages, written in the transaction of their cause.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table webhooks (
      id ${id},
      name text not null,
      url text not null,
      kinds text not null,
      category_id bigint,
      visibility text not null check (visibility in ('public', 'members', 'restricted')),
      secret text not null,
      former_secret text,
      former_until bigint,
      state text not null default 'active' check (state in ('active', 'paused', 'gone')),
      created_by bigint references users (id) on delete set null,
      created_at bigint not null,
      updated_at bigint not null,
      check ((former_secret is null) = (former_until is null))
    )`,
    `create table webhook_deliveries (
      id ${id},
      webhook_id bigint not null references webhooks (id) on delete cascade,
      message text not null unique,
      kind text not null,
      lane text not null,
      body text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_at bigint not null,
      created_at bigint not null,
      sent_at bigint,
      finished_at bigint,
      response_status integer,
      response_body text,
      error text,
      took_ms integer,
      check ((status = 'pending') = (finished_at is null))
    )`,
    'create index webhook_deliveries_listed on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_aged on webhook_deliveries (created_at)',
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where status = 'pending'`,
    `create index webhook_deliveries_lane on webhook_deliveries (webhook_id, lane, id) where status = 'pending'`,
  ],
} satisfies MigrationSteps
