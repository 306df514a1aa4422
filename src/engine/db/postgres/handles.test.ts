// Statements that are sent one behind another: their order, what those behind a failed one hear, and what is left of it all on
// the connection.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import { type Cleaner, lastFirst } from '../../../../test/cleaner.ts'
import { prepared, preparedWrite } from '../prepared.ts'
import type { Tx } from '../tx.ts'
import { openPostgres } from './postgres.ts'

const divide = prepared<{ quotient: number; text: string | null }, { by: number }>(
  (slot) => sql`select 6 / ${slot('by')}::int as quotient, null::text as text`,
)
const pause = prepared<unknown, { seconds: number }>((slot) => sql`select pg_sleep(${slot('seconds')}::float8)`)
const end = prepared<unknown, Record<string, never>>(() => sql`select pg_terminate_backend(pg_backend_pid())`)
const cancel = prepared<unknown, Record<string, never>>(
  () => sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)`,
)
const add = preparedWrite<void, { name: string }>((slot) => sql`insert into added values (${slot('name')})`)
const names = prepared<{ name: string }, Record<string, never>>(() => sql`select name from added order by name`)

const heardBy = (all: PromiseSettledResult<unknown>[]): string[] =>
  all.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason.code ?? one.reason.message)))

describe('statements that are sent one behind another', { skip: !ENGINES.includes('postgres') }, () => {
  /** With one connection whatever is left on it would meet the next to come. */
  async function open(t: Cleaner, queryWaitMs?: number) {
    const { config } = await buildDeps(t, { engine: 'postgres' })
    const db = await openPostgres({ ...config, poolSize: 1 }, queryWaitMs)
    lastFirst(t).after(() => db.close())
    await sql`create table added (name text primary key)`.execute(db.read)
    const isUsable = async () => assert.equal((await db.inTransaction((tx) => divide(tx, { by: 3 })))[0]!.quotient, 2)
    return { db, isUsable, rows: async () => (await names(db.read, {})).map(({ name }) => name) }
  }

  test('run in the order in which they were asked for, and have rows of their own', async (t) => {
    const { db } = await open(t)
    const [, first, , both] = await db.inTransaction((tx) =>
      Promise.all([add(tx, { name: 'a' }), names(tx, {}), add(tx, { name: 'b' }), names(tx, {})]),
    )
    assert.deepEqual({ first, both }, { first: [{ name: 'a' }], both: [{ name: 'a' }, { name: 'b' }] })
    const quotients = await db.inTransaction((tx) => Promise.all([1, 2, 3].map((by) => divide(tx, { by }))))
    assert.deepEqual(
      quotients,
      [6, 3, 2].map((quotient) => [{ quotient, text: null }]),
    )
  })

  test('are undone with one that fails between them, and the transaction fails by its error', async (t) => {
    const { db, isUsable, rows } = await open(t)
    let heard: string[] = []
    const failed = db.inTransaction(async (tx) => {
      const all = [add(tx, { name: 'a' }), add(tx, { name: 'a' }), add(tx, { name: 'b' }), names(tx, {})]
      heard = heardBy(await Promise.allSettled(all))
      await Promise.all(all)
    })
    await assert.rejects(failed, (error) => db.dialect.uniqueViolation(error) === 'added.name')
    assert.deepEqual(heard, ['ok', '23505', '25P02', '25P02'])
    await isUsable()
    assert.deepEqual(await rows(), [])
  })

  test('are parsed again when the first try was in a transaction that had failed', async (t) => {
    const { db } = await open(t)
    await assert.rejects(db.inTransaction((tx) => Promise.all([divide(tx, { by: 0 }), names(tx, {}), names(tx, {})])))
    assert.deepEqual(await db.inTransaction((tx) => names(tx, {})), [])
  })

  test('a failure that was caught is met at the commit', async (t) => {
    const { db, isUsable, rows } = await open(t)
    const forgot = db.inTransaction(async (tx) => {
      await add(tx, { name: 'a' })
      await divide(tx, { by: 0 }).catch(() => {})
    })
    await assert.rejects(forgot, /has failed/)
    await isUsable()
    assert.deepEqual(await rows(), [])
  })

  test('one that was cancelled takes its transaction with it, and no other', async (t) => {
    const { db, isUsable, rows } = await open(t)
    const cancelled = db.inTransaction((tx) =>
      Promise.all([add(tx, { name: 'a' }), cancel(tx, {}), add(tx, { name: 'b' })]),
    )
    await assert.rejects(cancelled, /Storage unavailable/)
    await isUsable()
    assert.deepEqual(await rows(), [])
  })

  test('all fail when one takes too long, and the connection is not used again', async (t) => {
    const { db, isUsable, rows } = await open(t, 300)
    const late = db.inTransaction((tx) =>
      Promise.all([add(tx, { name: 'a' }), pause(tx, { seconds: 2 }), names(tx, {})]),
    )
    await assert.rejects(late, /Storage unavailable/)
    await assert.rejects(pause(db.read, { seconds: 2 }), /Query read timeout/)
    await isUsable()
    assert.deepEqual(await rows(), [])
  })

  test('all fail when the connection breaks, and it is not used again', async (t) => {
    const { db, isUsable, rows } = await open(t)
    const broken = db.inTransaction((tx) => Promise.all([add(tx, { name: 'a' }), end(tx, {}), names(tx, {})]))
    await assert.rejects(broken, /Storage unavailable/)
    const reads = await Promise.allSettled([end(db.read, {}), end(db.read, {})])
    assert.ok(reads.every(({ status }) => status === 'rejected'))
    await isUsable()
    assert.deepEqual(await rows(), [])
  })

  test('nothing is sent for a transaction that is over', async (t) => {
    const { db, isUsable, rows } = await open(t)
    let ended: Tx | undefined
    await db.inTransaction(async (tx) => {
      ended = tx
      await add(tx, { name: 'a' })
    })
    await assert.rejects(add(ended!, { name: 'b' }), /is over/)
    await assert.rejects(sql`insert into added values ('c')`.execute(ended!), /is over/)
    const thrown = db.inTransaction(async (tx) => {
      ended = tx
      throw new Error('another opinion')
    })
    await assert.rejects(thrown, /another opinion/)
    await assert.rejects(add(ended!, { name: 'd' }), /is over/)
    await isUsable()
    assert.deepEqual(await rows(), ['a'])
  })
})
