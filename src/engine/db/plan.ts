// What a migration's statements do to a PostgreSQL that is in use: the lock that each takes, and whether nodes of the version
// before can live with it. The order of the table counts: the first pattern that fits.

import type { MigrationPhase } from './migration.ts'

type StatementPlan = { lock: string; phase: MigrationPhase }

const PATTERNS: { does: RegExp; lock: string; phase: MigrationPhase }[] = [
  { does: /^drop table/, lock: 'access exclusive: reads and writes of the table wait', phase: 'contract' },
  { does: /^alter table \S+ (?:drop column|rename)/, lock: 'access exclusive, for a moment', phase: 'contract' },
  { does: /^alter table .* set not null/s, lock: 'access exclusive while every row is looked at', phase: 'contract' },
  { does: /^alter table/, lock: 'access exclusive, for a moment', phase: 'expand' },
  { does: /^create (?:unique )?index/, lock: 'share: writes of the table wait until it is built', phase: 'expand' },
  { does: /^(?:drop|alter) index/, lock: 'access exclusive on the index, for a moment', phase: 'expand' },
  { does: /^create (?:virtual )?table/, lock: 'none: the table is new', phase: 'expand' },
  // Made again in the same transaction, with a column more.
  { does: /^(?:drop|create) view/, lock: 'access exclusive on the view, for a moment', phase: 'expand' },
  { does: /^(?:insert|update|delete)/, lock: 'row exclusive: others wait for the changed rows alone', phase: 'expand' },
]

/** Unknown statements count as the worst. */
export function planOf(statement: string): StatementPlan {
  const found = PATTERNS.find(({ does }) => does.test(statement.trim().toLowerCase()))
  return found ?? { lock: 'unknown: read the statement', phase: 'contract' }
}
