// Background processes and schedules, as every node sees them.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    // `wish` is what an administrator asked for; the supervisor of `node` brings `status` in line with it. `run` grows with
    // every start, so that a process of an earlier start knows that it is no longer wanted. `origin`: the service's own set,
    // a request, or a command typed on that machine (which nobody supervises).
    `create table processes (
      id ${id},
      kind text not null check (kind in ('worker', 'beat')),
      name text not null,
      node text not null,
      status text not null check (status in ('starting', 'running', 'stopping', 'stopped', 'crashed')),
      wish text not null default 'run' check (wish in ('run', 'stop', 'restart')),
      origin text not null default 'request' check (origin in ('service', 'request', 'command')),
      run integer not null default 0,
      pid integer,
      pid_started text,
      queues text not null default '["docs"]',
      concurrency integer not null default 2 check (concurrency between 1 and 32),
      autorestart integer not null default 1 check (autorestart in (0, 1)),
      restarts integer not null default 0,
      exit_code integer,
      reason text,
      crashes text not null default '[]',
      retry_at bigint,
      stop_at bigint,
      log_file text,
      running_jobs text not null default '[]',
      created_at bigint not null,
      started_at bigint,
      stopped_at bigint,
      heartbeat_at bigint,
      check ((pid is null) = (pid_started is null))
    )`,
    'create unique index processes_name on processes (name)',
    `create unique index processes_one_beat on processes (kind)
      where kind = 'beat' and status in ('starting', 'running', 'stopping')`,

    `create table schedules (
      name text not null primary key,
      last_run_at bigint,
      duration_ms integer,
      result text,
      failed integer not null default 0 check (failed in (0, 1)),
      next_run_at bigint
    )`,
    'create table leases (name text not null primary key, holder text not null, until bigint not null)',
  ],
} satisfies MigrationSteps
