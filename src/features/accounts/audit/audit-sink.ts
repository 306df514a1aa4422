// Ships the audit trail to an external log, at least once per entry: by the scheduler and from the database, so that requests
// don't wait and nothing is lost while the log is down.

import type { Deps } from '#deps.ts'
import { sendLines } from '#engine/sink.ts'
import { presentAudit } from './audit.ts'
import { markSent, selectUnsent } from './audit-store.ts'

const AT_ONCE = 500

/** Returns how many entries were sent; unsent ones stay for the next run, with an error. */
export async function sendAudit(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0
  while (!signal.aborted) {
    const rows = await selectUnsent(db.read, AT_ONCE)
    if (rows.length === 0) return sent
    const lines = rows.map(presentAudit).map((entry) => ({
      at: entry.at,
      kind: entry.action,
      json: JSON.stringify(entry),
    }))
    await sendLines(config.auditSink, config.auditSinkToken, lines)
    const ids = rows.map(({ id }) => id)
    await db.inTransaction((tx) => markSent(tx, ids, clock.now()))
    sent += rows.length
  }
  return sent
}
