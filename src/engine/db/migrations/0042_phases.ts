// The database remembers whether a migration only added something, so that a program that does not know it may start.

import type { Migration } from '../migration.ts'

export const phases: Migration = {
  name: '0042_phases',
  statements: () => ["alter table schema_migrations add column phase text not null default 'contract'"],
}
