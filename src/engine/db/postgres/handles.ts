// How queries reach a connection: those that the builder makes, and the statements of prepared.ts, which go past its layers and
// have names, so that each connection parses and plans them once.
//
// Clients are in the driver's pipeline mode: what is asked for together is sent at once and runs in the order in which it was
// asked for. Inside a transaction whatever follows a failed statement fails, too.

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DIRECT } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { asTx, type Pending } from '../transaction.ts'
import type { Tx } from '../tx.ts'
import type { Lender } from './pools.ts'

const STATEMENTS_NAMED = 500

const names = new Map<string, string>()
let named = 0

/** Names of prepared statements; beyond a limit, statements have none. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < STATEMENTS_NAMED) names.set(text, `galley_${++named}`)
  return names.get(text)
}

/**
 * A cached plan is invalid because another node has added a column. Recognised by the location in the
 * server's source, because messages are localised.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'

async function runNamed(client: Pick<pg.ClientBase, 'query'>, text: string, values: unknown[], more = {}) {
  try {
    return (await client.query({ name: nameOf(text), text, values, ...more })).rows
  } catch (error) {
    if (isStalePlan(error)) names.clear()
    throw error
  }
}

/** A handle that takes a connection for each read. */
export function readsOver(lender: Lender): Kysely<Tables> {
  const read = async (text: string, values: unknown[]): Promise<unknown[]> => {
    const client = await lender.connect()
    let isBroken = false
    try {
      return await runNamed(client, text, values)
    } catch (error) {
      isBroken = !(error instanceof pg.DatabaseError)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
  return Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lender }) }), {
    [DIRECT]: (text: string, values: unknown[]) =>
      read(text, values).catch((error) => (isStalePlan(error) ? read(text, values) : Promise.reject(error))),
  })
}

/** A transaction's handle on its connection, unusable after the transaction. */
export function txOn(client: pg.PoolClient, pending: Pending, queryWaitMs: number | undefined): Tx {
  const more = queryWaitMs === undefined ? {} : { query_timeout: queryWaitMs }
  const own = () => {
    if (pending.isOver) throw new Error('The transaction is over')
    return client
  }
  const query = async (text: string, values: unknown[]) => own().query({ text, values, ...more })
  const lent = { query: query as never, release: () => {} }
  const pool = { connect: async () => lent, end: async () => {}, options: {} }
  return asTx(
    Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), {
      [DIRECT]: async (text: string, values: unknown[]) => runNamed(own(), text, values, more),
    }),
    pending,
  )
}
