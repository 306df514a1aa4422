// Retention of codes, throttles, sessions, tokens and the audit trail. The scheduler removes older rows in bounded batches.

import type { Config } from '#config.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { DAY, HOUR } from '#time.ts'
import { type AgedTable, deleteAged } from './maintenance-store.ts'

type KeptTable = 'codes' | 'sso_uses' | 'tickets' | 'throttles' | 'known_browsers' | 'sessions' | 'api_tokens' | 'audit'

const KEPT: {
  [Table in KeptTable & keyof Tables]: AgedTable<Table> & { keep: number | ((config: Config) => number) }
} = {
  codes: { key: 'identifier', times: ['expires_at'], keep: HOUR },
  sso_uses: { key: 'jti', times: ['expires_at'], keep: HOUR },
  tickets: { key: 'hash', times: ['expires_at'], keep: 0 },
  // The longest throttle window is an hour.
  throttles: { key: 'id', times: ['at'], keep: 2 * HOUR },
  // By then the cookie has expired too.
  known_browsers: { key: 'hash', times: ['last_used_at'], keep: 400 * DAY },
  // Retired tokens are kept as long as their session could be refreshed: using one again must end it.
  sessions: { key: 'id', times: ['refreshable_until', 'ended_at'], keep: DAY },
  api_tokens: { key: 'id', times: ['expires_at'], keep: 30 * DAY },
  audit: { key: 'id', times: ['at'], keep: ({ keepAuditDays }) => keepAuditDays * DAY },
}

/** Deletes one batch of a table's expired rows and returns how many. */
export const deleteExpired =
  <Table extends KeptTable>(table: Table) =>
  (tx: Tx, most: number, { clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<number> => {
    const { keep, ...aged } = KEPT[table]
    const age = typeof keep === 'number' ? keep : keep(config)
    return deleteAged(tx, table, aged as AgedTable<Table>, clock.now() - age, most)
  }
