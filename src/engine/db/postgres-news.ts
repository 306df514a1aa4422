// How nodes that share a PostgreSQL learn of each other's commits: topics and counters travel by NOTIFY, and the counters
// are confirmed twice a second, because a message can be lost with a connection.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import type { Pending } from './transaction.ts'
import type { CounterScope, Query } from './tx.ts'

const CONFIRM_EVERY_MS = 500
const TRUSTED_FOR_MS = 1_000
const CHANNEL = 'galley'

/**
 * raiseAndTell is the last that happens before a commit, and one statement: whoever else changes the same scope waits from
 * here until the commit is on disk. Rows are locked in one order, so that no two transactions wait for each other.
 */
export async function raiseAndTell(tx: Query, { scopes, topics }: Pending): Promise<Map<CounterScope, number>> {
  if (topics.size > 0)
    await sql`select pg_notify(${CHANNEL}, topic) from unnest(${[...topics]}::text[]) as topic`.execute(tx)
  if (scopes.size === 0) return new Map()
  const { rows } = await sql<{ scope: CounterScope; value: number }>`
    with touched as (select scope from counters where scope = any(${[...scopes]}::text[]) order by scope for update),
      raised as (update counters set value = value + 1 from touched where counters.scope = touched.scope
        returning counters.scope, counters.value)
    select scope, value, pg_notify(${CHANNEL}, scope || ' ' || value) from raised`.execute(tx)
  return new Map(rows.map(({ scope, value }) => [scope, value]))
}

/** postgresFreshness knows the counters as far as other nodes reported or the database confirmed them; an unconfirmed one matches no cache. */
export function postgresFreshness(query: Kysely<Tables>) {
  const values = new Map<CounterScope, number>()
  let confirmedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let unknown = -1
  const learntAt = new Map<CounterScope, number>()
  const learn = (scope: CounterScope, value: number) => {
    if (value <= (values.get(scope) ?? 0)) return
    values.set(scope, value)
    learntAt.set(scope, performance.now())
  }
  /** A value asked for after the last news counts even when it is lower: the database was restored, or is another one now. */
  const confirmed = (scope: CounterScope, value: number, asked: number) => {
    if (value > (values.get(scope) ?? 0) || asked > (learntAt.get(scope) ?? 0)) values.set(scope, value)
  }
  let confirming = false
  const confirm = async () => {
    if (confirming) return
    confirming = true
    const asked = performance.now()
    try {
      const rows = await query.selectFrom('counters').selectAll().execute()
      for (const row of rows) confirmed(row.scope as CounterScope, row.value, asked)
      confirmedAt = asked
    } catch {
      // Not confirmed: version() returns a number that no cache has, until the database is back.
    } finally {
      confirming = false
    }
  }
  // A process that asks for no version (an idle worker) makes no query.
  const timer = setInterval(() => {
    if (performance.now() - askedAt < 2 * TRUSTED_FOR_MS) confirm()
  }, CONFIRM_EVERY_MS).unref()
  return {
    learn,
    stop: () => clearInterval(timer),
    version: (scope: CounterScope) => {
      askedAt = performance.now()
      if (askedAt - confirmedAt < TRUSTED_FOR_MS) return values.get(scope) ?? unknown--
      // The first request after a quiet while bypasses the caches; once confirmed they are used again.
      void confirm()
      return unknown--
    },
  }
}

/** listen keeps one connection on the channel and reconnects by itself; after a gap everyone looks again. */
export function listen(connection: pg.ClientConfig, onPayload: (payload: string) => void): () => Promise<void> {
  let client: pg.Client | undefined
  let opening: Promise<unknown> = Promise.resolve()
  let stopped = false
  const run = async () => {
    while (!stopped) {
      client = new pg.Client(connection)
      const ended = new Promise<void>((resolve) => client!.once('end', resolve).on('error', () => resolve()))
      client.on('notification', (message) => onPayload(message.payload ?? ''))
      try {
        opening = client.connect()
        await opening
        await client.query(`listen ${CHANNEL}`)
        onPayload('')
        await ended
      } catch {
        await client.end().catch(() => {})
      }
      if (!stopped) await sleep(500)
    }
  }
  const running = run()
  return async () => {
    stopped = true
    // A client that is ended while it connects never settles its connect(); short commands would hang at their end.
    await opening.catch(() => {})
    await client?.end().catch(() => {})
    await running
  }
}
