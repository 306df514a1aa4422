// Each service writes down how far its machine's clock is from the database's, so that one place can show them all.

import type { Migration } from '../migration.ts'

export const clockSkew: Migration = {
  name: '0038_clock_skew',
  statements: () => ['alter table nodes add column skew_ms bigint not null default 0'],
}
