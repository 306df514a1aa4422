// How nodes that share a PostgreSQL learn of each other's commits. Topics are sent by NOTIFY inside the transaction. Changes
// are rows that triggers add to each transaction: no row is shared by two writers, so nobody waits for another node.
// After the commit a hint is sent, outside any transaction because NOTIFY serialises commits; the rows are read
// twice a second anyway, because a hint can be lost with its connection.
//
// Which rows are new? Ids are handed out before the commit, so a smaller one can appear after a larger one. Transaction ids
// below `xmin` of a snapshot belong to transactions that have ended: rows from there on are read again, and known ones skipped.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { ChangeLog, readTags } from '../change-log.ts'
import { prepared } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import type { Pending } from '../transaction.ts'

const CONFIRM_EVERY_MS = 500
const TRUSTED_FOR_MS = 1_000
/** Hints are sent at most once in this time. */
const HINT_AFTER_MS = 10
/** Rows are kept for ten minutes; a node that couldn't read for half of that treats everything as changed. */
const ROWS_KEPT_MS = 600_000
const TRIM_EVERY_MS = 60_000
const CHANNEL = 'galley'
const HINT = 'changes '

const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

const NOTE = 'select pg_notify($1, topic) from unnest($2::text[]) as topic'
const CHANGED = 'select xid, tags from changes where xid = pg_current_xact_id_if_assigned()::text::bigint'

const sayHint = prepared<unknown, { hint: string }>((slot) => sql`select pg_notify(${CHANNEL}, ${slot('hint')})`)

type Change = { xid: number; tags: string }

/** Returns what the transaction has changed, if this node has read the table before (`isRead`). */
export async function commit(
  client: pg.ClientBase,
  { topics }: Pending,
  isRead: boolean,
): Promise<Change[] | undefined> {
  const note = { name: 'galley_note', text: NOTE, values: [CHANNEL, [...topics]] }
  const [noted, changed, done] = await Promise.allSettled([
    topics.size > 0 ? client.query(note) : undefined,
    isRead ? client.query<Change>({ name: 'galley_changed', text: CHANGED }) : undefined,
    client.query('commit'),
  ])
  if (done.status === 'rejected') throw done.reason
  // If a failed statement's error was swallowed, what follows fails as well, and `commit` rolls back and reports success.
  const cause = [noted, changed].find((one) => one.status === 'rejected')?.reason as Error | undefined
  if (done.value.command !== 'COMMIT' || changed.status === 'rejected')
    throw new Error('A statement of the transaction has failed', { cause })
  return changed.value?.rows
}

type NewsRow = (Change | { xid: null; tags: null }) & { xmin: number; xmax: number }

/** The changes written or read by this node; unconfirmed values count as stale. */
export class PostgresChanges {
  readonly #query: Kysely<Tables>
  readonly #log = new ChangeLog()
  /** Transactions at or above #xmin whose changes are learnt already. */
  readonly #xids = new Set<number>()
  readonly #timer: NodeJS.Timeout
  readonly #ownHint = HINT + randomUUID()
  #xmin = -1
  #confirmedAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY
  #trimmedAt = performance.now()
  #confirming: Promise<void> | undefined
  #isStopped = false
  #hint: NodeJS.Timeout | undefined

  constructor(query: Kysely<Tables>) {
    this.#query = query
    // Idle processes make no queries.
    this.#timer = setInterval(() => {
      const isAsked = performance.now() - this.#askedAt < 2 * TRUSTED_FOR_MS
      if (isAsked || this.#xids.size > 0) void this.confirm()
    }, CONFIRM_EVERY_MS).unref()
  }

  sequence(): number | undefined {
    return this.#isConfirmed() ? this.#log.sequence : undefined
  }

  isCurrent(sequence: number, tags: readonly string[]): boolean {
    return this.#isConfirmed() && this.#log.isCurrent(sequence, tags)
  }

  /** committed is called by the transaction's own node: its next response shows the write. */
  committed(changes: readonly Change[] | undefined): void {
    if (changes === undefined) {
      this.#confirmedAt = Number.NEGATIVE_INFINITY
      void this.confirm()
    } else if (!this.#learn(changes)) return
    this.#hint ??= setTimeout(() => {
      this.#hint = undefined
      sayHint(this.#query, { hint: this.#ownHint }).catch(() => {})
    }, HINT_AFTER_MS)
  }

  /** Leaves out transactions that are known already; returns whether there were others. */
  #learn(changes: readonly Change[]): boolean {
    const unknown = changes.filter(({ xid }) => !this.#xids.has(xid))
    for (const { xid, tags } of unknown) {
      this.#xids.add(xid)
      this.#log.learn(readTags(tags))
    }
    return unknown.length > 0
  }

  /** Nothing is cached before the table was read; an empty database has none. */
  get isRead(): boolean {
    return this.#xmin !== -1
  }

  isHint(payload: string): boolean {
    return payload.startsWith(HINT)
  }

  /** Reads others' changes after a hint; a node's own hints are ignored. */
  hinted(payload: string): void {
    if (payload !== this.#ownHint) void this.confirm()
  }

  /** confirm reads what is new. A hint during a read asks for one more: that read may have begun too early. */
  async confirm(): Promise<void> {
    const isUnderWay = this.#confirming !== undefined
    this.#confirming ??= this.#read().finally(() => {
      this.#confirming = undefined
    })
    await this.#confirming
    if (isUnderWay && !this.#isStopped) await (this.#confirming ?? this.confirm())
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    clearTimeout(this.#hint)
    this.#isStopped = true
    await this.#confirming
  }

  #isConfirmed(): boolean {
    this.#askedAt = performance.now()
    if (this.#askedAt - this.#confirmedAt < TRUSTED_FOR_MS) return true
    // After an idle period the first request waits for a confirmation.
    void this.confirm()
    return false
  }

  async #read(): Promise<void> {
    const asked = performance.now()
    try {
      // With an open end the planner expects a third of the table, and goes on reading it whole for as long as its plan from
      // the time when the table was small is kept: at 10,000 rows that took four times as long.
      const { rows } = await sql<NewsRow>`
        select xid, tags, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax
        from (select 1) as one left join changes on xid >= ${this.#xmin === -1 ? Number.MAX_SAFE_INTEGER : this.#xmin}
          and xid <= ${Number.MAX_SAFE_INTEGER}
        order by changes.id`.execute(this.#query)
      this.#learnFrom(rows, asked)
      this.#confirmedAt = asked
      await this.#trim()
    } catch {
      // Not confirmed, and what happens until the next success may be missed (the database may even be another one then).
      this.#xmin = -1
    }
  }

  #learnFrom(rows: NewsRow[], asked: number): void {
    const { xmin, xmax } = rows[0]!
    const isBehind = asked - this.#confirmedAt > ROWS_KEPT_MS / 2
    // Nothing was read yet, rows may be gone, or the database was restored and counts from an earlier number.
    if (this.#xmin === -1 || isBehind || xmax < this.#xmin) {
      this.#log.forget()
      this.#xids.clear()
    } else this.#learn(rows.filter((row) => row.xid !== null))
    for (const xid of this.#xids) if (xid < xmin) this.#xids.delete(xid)
    this.#xmin = xmin
  }

  async #trim(): Promise<void> {
    if (performance.now() - this.#trimmedAt < TRIM_EVERY_MS) return
    this.#trimmedAt = performance.now()
    await sql`delete from changes where created_at < ${DATABASE_NOW} - ${ROWS_KEPT_MS}::bigint`.execute(this.#query)
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
