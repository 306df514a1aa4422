// What grows and must not forever: expired, retired and outlived rows go, in small transactions with a pause between them,
// so that no one who writes meanwhile waits for long.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Tx } from '../engine/db/db.ts'
import { forgetLost, recordLost } from '../engine/supervisor/rows.ts'
import { DAY, dayOf, HOUR, MINUTE } from '../time.ts'

type UpkeepDeps = Pick<Deps, 'config' | 'db' | 'clock'>

const BATCH = 500
const PAUSE_MS = 5
const FINISHED = ['approved', 'failed', 'superseded', 'cancelled'] as const
/** Views older than this are kept by month: their first day carries the month's count. */
const VIEWS_BY_DAY_MS = 400 * DAY

/** A larger file would hold the beat up for longer than its lease. */
const LOOKED_THROUGH_BYTES = 4 * 1024 ** 3

type Deleted = { numDeletedRows: bigint }

/** inBatches repeats a bounded change until it finds less than a full batch, or the beat is asked to stop. */
async function inBatches(db: Deps['db'], signal: AbortSignal, change: (tx: Tx) => Promise<number>): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await db.inTransaction(change)
    total += count
    if (count < BATCH) break
    await sleep(PAUSE_MS)
  }
  return total
}

const deleting = (db: Deps['db'], signal: AbortSignal, statement: (tx: Tx) => Promise<Deleted>): Promise<number> =>
  inBatches(db, signal, async (tx) => Number((await statement(tx)).numDeletedRows))

const removed = (count: number, what: string): string => (count === 0 ? '' : `Removed ${count} ${what}`)

export async function giveUpLostProcesses({ db, config, clock }: UpkeepDeps): Promise<string> {
  const [lost, forgotten] = await db.inTransaction(async (tx) => {
    const counts = [
      await recordLost(tx, config.nodeName, clock.now()),
      await forgetLost(tx, config, clock.now()),
    ] as const
    if (counts.some((count) => count > 0)) tx.notify('processes')
    return counts
  })
  if (lost + forgotten === 0) return ''
  return `Gave up ${lost} and forgot ${forgotten} processes of nodes that do not answer`
}

/** lookForDamage fails when the file is damaged, so that the schedule shows it before people do. */
export async function lookForDamage({ db }: Pick<UpkeepDeps, 'db'>): Promise<string> {
  const damage = await db.findDamage(LOOKED_THROUGH_BYTES)
  if (damage !== undefined) throw new Error(`The database is damaged (${damage}); bring back a backup`)
  return ''
}

export async function forgetCodes({ db, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const before = clock.now() - HOUR
  const codes = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('codes')
      .where('identifier', 'in', (eb) =>
        eb.selectFrom('codes').select('identifier').where('expires_at', '<', before).limit(BATCH),
      )
      .executeTakeFirst(),
  )
  const bridges = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('sso_uses')
      .where('jti', 'in', (eb) => eb.selectFrom('sso_uses').select('jti').where('expires_at', '<', before).limit(BATCH))
      .executeTakeFirst(),
  )
  return removed(codes + bridges, 'expired codes and bridge tokens')
}

export async function forgetThrottles({ db, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  // The longest window that anyone counts over is an hour.
  const before = clock.now() - 2 * HOUR
  const count = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('throttles')
      .where('id', 'in', (eb) => eb.selectFrom('throttles').select('id').where('at', '<', before).limit(BATCH))
      .executeTakeFirst(),
  )
  return removed(count, 'old throttle entries')
}

/** forgetCounts removes what nodes that are gone have left behind; the living ones tidy up by themselves. */
export async function forgetCounts({ db, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const now = clock.now()
  const slice = Math.floor(now / MINUTE) - 5
  const count = await inBatches(db, signal, async (tx) => {
    const keys = await tx
      .selectFrom('rate_counts')
      .select(['key', 'node', 'slice'])
      .where('slice', '<', slice)
      .limit(BATCH)
      .execute()
    for (const row of keys)
      await tx
        .deleteFrom('rate_counts')
        .where('key', '=', row.key)
        .where('node', '=', row.node)
        .where('slice', '=', row.slice)
        .execute()
    await tx
      .deleteFrom('nodes')
      .where('heartbeat_at', '<', now - DAY)
      .execute()
    await tx
      .deleteFrom('leases')
      .where('until', '<', now - DAY)
      .execute()
    return keys.length
  })
  return removed(count, 'old rate counts')
}

/** forgetSessions keeps retired tokens as long as their session could be refreshed: used again, they must end it. */
export async function forgetSessions({ db, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const before = clock.now() - DAY
  const sessions = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('sessions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('id')
          .where((or) => or.or([or('refreshable_until', '<', before), or('ended_at', '<', before)]))
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
  const tokens = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('api_tokens')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('api_tokens')
          .select('id')
          .where('expires_at', '<', clock.now() - 30 * DAY)
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return removed(sessions + tokens, 'ended sessions and expired tokens')
}

export async function foldOldViews({ db, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const firstKept = `${dayOf(clock.now() - VIEWS_BY_DAY_MS).slice(0, 7)}-01`
  const count = await inBatches(db, signal, async (tx) => {
    const rows = await tx
      .selectFrom('views')
      .selectAll()
      .where('day', '<', firstKept)
      .where('day', 'not like', '%-01')
      .limit(BATCH)
      .execute()
    for (const { document_id, day, views } of rows) {
      await tx.deleteFrom('views').where('document_id', '=', document_id).where('day', '=', day).execute()
      await tx
        .insertInto('views')
        .values({ document_id, day: `${day.slice(0, 7)}-01`, views })
        .onConflict((conflict) =>
          conflict.columns(['document_id', 'day']).doUpdateSet((eb) => ({ views: eb('views.views', '+', views) })),
        )
        .execute()
    }
    return rows.length
  })
  return count === 0 ? '' : `Folded ${count} days of views into months`
}

export async function forgetEvents({ db, config, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const before = clock.now() - config.keepEventsDays * DAY
  const count = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('events')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('events')
          .innerJoin('jobs', 'jobs.id', 'events.job_id')
          .select('events.id')
          .where('events.created_at', '<', before)
          .where('jobs.status', 'in', [...FINISHED])
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return removed(count, 'events of finished jobs')
}

export async function forgetRevisions({ db, config }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const crowded = await db.read
    .selectFrom('revisions')
    .select('document_id')
    .groupBy('document_id')
    .having(sql<number>`count(*)`, '>', config.keepRevisions)
    .execute()
  let count = 0
  for (const { document_id } of crowded) {
    count += await deleting(db, signal, (tx) =>
      tx
        .deleteFrom('revisions')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('revisions')
            .select('id')
            .where('document_id', '=', document_id)
            .orderBy('version', 'desc')
            .limit(BATCH)
            .offset(config.keepRevisions),
        )
        .executeTakeFirst(),
    )
  }
  return removed(count, 'revisions beyond those kept')
}

export async function forgetTrash({ db, config, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const before = clock.now() - config.keepTrashDays * DAY
  const count = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('trash')
      .where('document_id', 'in', (eb) =>
        eb.selectFrom('trash').select('document_id').where('deleted_at', '<', before).limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return removed(count, 'deleted documents for good')
}

export async function forgetTrail({ db, config, clock }: UpkeepDeps, signal: AbortSignal): Promise<string> {
  const before = clock.now() - config.keepAuditDays * DAY
  const count = await deleting(db, signal, (tx) =>
    tx
      .deleteFrom('audit')
      .where('id', 'in', (eb) =>
        eb.selectFrom('audit').select('id').where('at', '<', before).orderBy('id').limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return removed(count, 'entries of the audit trail')
}
