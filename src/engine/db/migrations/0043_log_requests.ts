// Who wants to read the log of a process on another node, and what that node answered. A row lives as long as its request.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    `create table log_requests (
      id ${id},
      process_id bigint not null references processes (id) on delete cascade,
      lines integer not null,
      bytes integer not null,
      asked_at bigint not null,
      reply text
    )`,
    'create index log_requests_process on log_requests (process_id)',
  ],
} satisfies MigrationSteps
