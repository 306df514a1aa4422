// Imports, webhook messages, mails and schedules become tasks with the same columns (engine/tasks). All nodes are stopped, so no
// task is claimed: those in progress are due again.

import type { MigrationSteps } from '../migration.ts'

const CLAIMED = ['lease_until bigint', 'fence integer not null default 0']
const add = (table: string, columns: string[]) => columns.map((column) => `alter table ${table} add column ${column}`)

export default {
  phase: 'contract',
  statements: ({ id }) => [
    'drop index imports_under_way',
    'alter table imports rename column run to fence',
    'alter table imports rename column tries to attempts',
    'alter table imports rename column alive_at to run_at',
    ...add('imports', CLAIMED.slice(0, 1)),
    `update imports set run_at = case when state in ('reading', 'importing', 'undoing') then created_at end`,
    'create index imports_due on imports (run_at, id) where run_at is not null',

    ...['webhook_deliveries_due', 'webhook_deliveries_lane', 'mails_due'].map((index) => `drop index ${index}`),
    ...['webhook_deliveries', 'mails'].flatMap((table) => [
      ...add(table, ['run_at bigint', ...CLAIMED]),
      `update ${table} set run_at = next_at where status = 'pending'`,
      `alter table ${table} drop column next_at`,
    ]),
    // Of the mails in one message, one is the task.
    'update mails set run_at = null where batch <> id',
    'create index webhook_deliveries_due on webhook_deliveries (webhook_id, run_at, id) where run_at is not null',
    'create index webhook_deliveries_lane on webhook_deliveries (webhook_id, lane, id) where run_at is not null',
    'create index mails_due on mails (run_at, id) where run_at is not null',

    `create table new_schedules (
      id ${id}, name text not null unique, last_run_at bigint, duration_ms integer, result text,
      failed integer not null default 0 check (failed in (0, 1)), run_at bigint, lease_until bigint,
      attempts integer not null default 0, fence integer not null default 0
    )`,
    `insert into new_schedules (name, last_run_at, duration_ms, result, failed, run_at)
      select name, last_run_at, duration_ms, result, failed, next_run_at from schedules order by name`,
    'drop table schedules',
    'alter table new_schedules rename to schedules',
    // Held by the scheduler, which needs none any more.
    'drop table leases',
  ],
} satisfies MigrationSteps
