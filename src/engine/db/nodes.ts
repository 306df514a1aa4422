// The table `nodes`: which services share the database, and how far their machines' clocks are from the database's.

import { SECOND } from '#time.ts'
import { type Db, skewOf } from './db.ts'
import type { Query, Tx } from './tx.ts'

const HEARTBEAT_MS = 10 * SECOND

/** Writes this service's row while it runs; on single-machine databases it does nothing. */
export class NodeHeartbeat {
  readonly #db: Db
  readonly #name: string
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, name: string) {
    this.#db = db
    this.#name = name
  }

  async start(): Promise<void> {
    if (!this.#db.dialect.manyNodes) return
    await this.#beat()
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_MS).unref()
  }

  async stop(): Promise<void> {
    if (!this.#db.dialect.manyNodes) return
    clearInterval(this.#timer)
    await this.#db
      .inTransaction((tx) => tx.deleteFrom('nodes').where('name', '=', this.#name).execute())
      .catch(() => {})
  }

  async #beat(): Promise<void> {
    const row = { heartbeat_at: this.#db.clock.now(), skew_ms: skewOf(this.#db) }
    await this.#db
      .inTransaction((tx) =>
        tx
          .insertInto('nodes')
          .values({ name: this.#name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute(),
      )
      // The database is away: the row is written when it is back.
      .catch(() => {})
  }
}

export const listNodesSeen = (query: Query, after: number) =>
  query.selectFrom('nodes').selectAll().where('heartbeat_at', '>', after).orderBy('name').execute()

export async function deleteNodesSeenBefore(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('nodes').where('heartbeat_at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
