// Reads that share a connection: together, and each with its own outcome.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import { until } from '../../../../test/until.ts'
import { prepared } from '../prepared.ts'

const backend = prepared<{ pid: number }, { pause: number }>(
  (slot) => sql`select pg_backend_pid() as pid, pg_sleep(${slot('pause')}::float8)`,
)
const divide = prepared<{ quotient: number }, { by: number }>(
  (slot) => sql`select 6 / ${slot('by')}::int as quotient, pg_sleep(0.01)`,
)
/** Takes as long as the transaction that has the lock. */
const wait = prepared<unknown, { on: number }>((slot) => sql`select pg_advisory_xact_lock(${slot('on')}::bigint)`)
const end = prepared<unknown, { pause: number }>(
  (slot) => sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(${slot('pause')}::float8)`,
)

describe('reads that share connections', { skip: !ENGINES.includes('postgres') }, () => {
  test('many at the same time take a few', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const rows = await Promise.all(Array.from({ length: 20 }, () => backend(db.read, { pause: 0.01 })))
    const used = new Set(rows.map(([row]) => row!.pid)).size
    // Three, and more where the machine had no time for this process while it asked.
    assert.ok(used >= 3 && used < 10, `${used} connections`)
    assert.equal(db.poolUse().used, 0)
  })

  test('one that fails takes no other with it', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const all = await Promise.allSettled([1, 2, 0, 3, 6, 1, 2, 3].map((by) => divide(db.read, { by })))
    const shown = all.map((one) => (one.status === 'fulfilled' ? one.value[0]!.quotient : 'failed'))
    assert.deepEqual(shown, [6, 3, 'failed', 2, 1, 6, 3, 2])
  })

  test('nobody waits long behind those that take long', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const lock = await db.inTransaction(async (tx) => {
      await wait(tx, { on: 7 })
      const stuck = Array.from({ length: 3 }, () => wait(db.read, { on: 7 }))
      let isRead = false
      await until('a read that passes them', () => {
        void divide(db.read, { by: 2 }).then(() => {
          isRead = true
        })
        return isRead
      })
      return stuck
    })
    assert.equal((await Promise.all(lock)).length, 3)
  })

  test('a connection that breaks is not used again', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => end(db.read, { pause: 1 })))
    assert.ok(all.every(({ status }) => status === 'rejected'))
    const again = await Promise.all(Array.from({ length: 6 }, () => divide(db.read, { by: 2 })))
    assert.ok(again.every(([row]) => row!.quotient === 3))
  })
})
