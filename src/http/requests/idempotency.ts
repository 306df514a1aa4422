// Idempotency-Key: a client that did not hear the response sends the request again, and nothing happens twice.
//
// What a transaction returned is written in that same transaction. The repeat goes through the whole handler again, so that
// access and input are checked as they are now; where it would open the transaction, it gets what the first one returned. So
// there is no moment at which a crash leaves work done without a key, and no response has to be kept. A handler with several
// transactions goes on after the last one that was committed.
//
// A key counts for one account and one route, for a day. Of two nodes that begin at once, one breaks the unique key, rolls its
// work back and returns what the other did.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Db, Tx, TxOptions } from '#engine/db/db.ts'
import { findKeyed, KEY_LIFE_MS, type KeyedResult, writeKeyed } from '#engine/db/idempotency-keys.ts'
import { conflict, invalidValue } from '#errors.ts'
import { type Issue, valueError } from '#issues.ts'

const LONGEST_KEY = 200
const HEADER = 'idempotency-key'

/** running are the keys whose transactions are open on this node. */
const running = new Set<string>()

type KeyedDeps = Pick<Deps, 'db' | 'clock'>

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers[HEADER]
  return Array.isArray(given) ? given.join(', ') : given
}

/** keyIssues: a key that is none is refused with all else that is wrong with a request. */
export function keyIssues(request: FastifyRequest): Issue[] {
  const key = keyOf(request)
  if (key === undefined || (key.length > 0 && key.length <= LONGEST_KEY)) return []
  return [valueError(['header', HEADER], `a key has 1 to ${LONGEST_KEY} characters`, key.slice(0, LONGEST_KEY))]
}

/**
 * once gives a handler the deps under which its transactions happen once for the key of the request. `keeps` says which
 * results stand for a success; whatever else a transaction returns may be tried again.
 */
export function once<D extends KeyedDeps>(
  request: FastifyRequest,
  deps: D,
  keeps: (result: never) => boolean = () => true,
): D {
  if (!request.route.idempotent) throw new Error(`${request.route.url} does not say that it takes an Idempotency-Key`)
  const key = keyOf(request)
  if (key === undefined) return deps
  const { db, clock } = deps
  const scope = `${request.actor.userId ?? 'network'} ${request.method} ${request.route.url} ${key}`
  const asked = hash('sha256', JSON.stringify([request.url, request.body ?? null]))
  /** step counts the transactions of this request that stand. */
  let step = 0

  const resultOf = (earlier: KeyedResult) => {
    if (earlier.request !== asked)
      throw invalidValue(['header', HEADER], 'This key was used for another request; use a new one', key)
    return JSON.parse(earlier.result)
  }
  const inTransaction: Db['inTransaction'] = async <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => {
    const id = hash('sha256', `${scope} ${step}`)
    const after = clock.now() - KEY_LIFE_MS
    const workOnce = async (tx: Tx): Promise<T> => {
      const earlier = await findKeyed(tx, id, after)
      if (earlier) return resultOf(earlier)
      const result = await work(tx)
      if (keeps(result as never)) {
        const row = { id, request: asked, result: JSON.stringify(result ?? null), created_at: clock.now() }
        await writeKeyed(tx, row, after)
      }
      return result
    }
    if (running.has(id)) throw conflict('A request with this Idempotency-Key is still running')
    running.add(id)
    try {
      const result = await db.inTransaction(workOnce, options)
      if (keeps(result as never)) step++
      return result
    } catch (error) {
      if (db.dialect.uniqueViolation(error) !== 'idempotency_keys.id') throw error
      step++
      return resultOf((await findKeyed(db.read, id, after))!)
    } finally {
      running.delete(id)
    }
  }
  return { ...deps, db: { ...db, inTransaction } }
}
