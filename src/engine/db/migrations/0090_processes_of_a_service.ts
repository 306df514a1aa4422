// Background processes are children of their service: nothing is saved any more to find them again after it has ended, and what
// it counts of their crashes it keeps to itself.

import type { MigrationSteps } from '../migration.ts'

const KEPT = `id, kind, name, node, status, wish, origin, run, pid, queues, concurrency, autorestart, restarts, exit_code, reason,
  retry_at, log_file, running_jobs, created_at, started_at, stopped_at, heartbeat_at`

export default {
  phase: 'contract',
  statements: ({ id, name }) => [
    'drop table log_requests',
    // Made anew, because SQLite drops no column that a check of the table names.
    `create table new_processes (
      id ${id}, kind text not null check (kind in ('worker', 'beat')), name text not null, node text not null,
      status text not null check (status in ('starting', 'running', 'stopping', 'stopped', 'crashed')),
      wish text not null default 'run' check (wish in ('run', 'stop', 'restart')),
      origin text not null default 'request' check (origin in ('service', 'request', 'command')), run integer not null default 0,
      pid integer, queues text not null default '["docs"]',
      concurrency integer not null default 2 check (concurrency between 1 and 32),
      autorestart integer not null default 1 check (autorestart in (0, 1)), restarts integer not null default 0, exit_code integer,
      reason text, retry_at bigint, log_file text, running_jobs text not null default '[]', created_at bigint not null,
      started_at bigint, stopped_at bigint, heartbeat_at bigint
    )`,
    `insert into new_processes (${KEPT}) select ${KEPT} from processes order by id`,
    'drop table processes',
    'alter table new_processes rename to processes',
    ...(name === 'postgres'
      ? [`select setval(pg_get_serial_sequence('processes', 'id'), max(id)) from processes`]
      : []),
    'create unique index processes_name on processes (name)',
    `create unique index processes_one_beat on processes (kind) where kind = 'beat' and status in ('starting', 'running', 'stopping')`,
    `create table log_requests (
      id ${id}, process_id bigint not null references processes (id) on delete cascade, lines integer not null,
      bytes integer not null, asked_at bigint not null, reply text
    )`,
    'create index log_requests_process on log_requests (process_id)',
    'delete from leases',
  ],
} satisfies MigrationSteps
