// What the service itself keeps: freshness counters, instance secrets, and the rate counts that nodes share.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    // A counter is raised in the same transaction as what it stands for, so a cache under it is never newer than its label.
    'create table counters (scope text not null primary key, value bigint not null)',
    `insert into counters (scope, value) values ('content', 1), ('tree', 1), ('accounts', 1)`,
    'create table secrets (name text not null primary key, value text not null)',
    `create table rate_counts (
      key text not null,
      node text not null,
      slice bigint not null,
      count integer not null,
      primary key (key, node, slice)
    )`,
    'create index rate_counts_slice on rate_counts (slice)',
    'create table nodes (name text not null primary key, heartbeat_at bigint not null)',
  ],
} satisfies MigrationSteps
