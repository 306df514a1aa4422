// Idempotency-Key: a client that missed the response repeats its request, and nothing happens twice.
//
// A transaction's result is written in that same transaction. A repeat runs the whole handler again, with current access and
// input checks; where it would open the transaction, it gets the saved result. So a crash can't leave work without its key,
// and no response is stored. A handler with several transactions continues after the last committed one.
//
// A key is valid for one account and route, for a day. If two nodes start at once, one violates the unique key, rolls back
// and returns the other's result.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Db, Tx, TxOptions } from '#engine/db/db.ts'
import { findKeyed, KEY_LIFE_MS, type KeyedResult, writeKeyed } from '#engine/db/idempotency-keys.ts'
import { conflict, invalidValue } from '#errors.ts'
import { type Issue, valueError } from '#issues.ts'

const LONGEST_KEY = 200
const HEADER = 'idempotency-key'

/** Keys with open transactions on this node. */
const running = new Set<string>()

type KeyedDeps = Pick<Deps, 'db' | 'clock'>

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers[HEADER]
  return Array.isArray(given) ? given.join(', ') : given
}

/** An invalid key is reported with the request's other errors. */
export function keyIssues(request: FastifyRequest): Issue[] {
  const key = keyOf(request)
  if (key === undefined || (key.length > 0 && key.length <= LONGEST_KEY)) return []
  return [valueError(['header', HEADER], `a key has 1 to ${LONGEST_KEY} characters`, key.slice(0, LONGEST_KEY))]
}

/** Deps whose transactions happen once per key. `keeps` tells which results are successes; others may be retried. */
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
  /** How many transactions of this request have committed. */
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
