// The change log replaces the counters: a counter's row was locked by every write until its commit, so writers waited for
// each other and one frozen node stopped the cluster. Rows are only added here, and removed after some minutes.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: (dialect) => [
    // `xid` is PostgreSQL's transaction id, by which readers know what they have seen; SQLite's ids need no such help.
    `create table changes (
      id ${dialect.id},
      xid bigint not null default 0,
      tags text not null,
      created_at bigint not null
    )`,
    'create index changes_xid on changes (xid)',
  ],
} satisfies MigrationSteps
