// Transactions that share a commit: who shares with whom, and what one that fails does to the others.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import type { Cleaner } from '../../../../test/cleaner.ts'
import type { Tx } from '../tx.ts'
import { Sharing } from './sharing.ts'

const COUNT = 8

describe('transactions that only add', { skip: !ENGINES.includes('postgres') }, () => {
  async function site(t: Cleaner) {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    await sql`create table added (name text primary key, xid text not null)`.execute(db.read)
    const add = async (tx: Tx, name: string | number) => {
      await sql`select 1`.execute(tx)
      await sql`insert into added values (${String(name)}, pg_current_xact_id()::text)`.execute(tx)
      return name
    }
    const addAll = <T>(work: (tx: Tx, nth: number) => Promise<T>) =>
      Promise.allSettled(
        Array.from({ length: COUNT }, (_, nth) => db.inTransaction((tx) => work(tx, nth), { adds: true })),
      )
    const rows = async () => (await sql<{ name: string; xid: string }>`select * from added`.execute(db.read)).rows
    return { db, add, addAll, rows }
  }
  const told = (all: PromiseSettledResult<unknown>[]) =>
    all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))

  test('share a commit while others are under way, and each has its own result', async (t) => {
    const { add, addAll, rows } = await site(t)
    assert.deepEqual(told(await addAll(add)), [0, 1, 2, 3, 4, 5, 6, 7])
    assert.equal(new Set((await rows()).map(({ xid }) => xid)).size, 3)
  })

  test('one that fails is alone in it', async (t) => {
    const { add, addAll, rows } = await site(t)
    const all = await addAll(async (tx, nth) => {
      await add(tx, nth)
      if (nth === 5) throw new Error('not me')
      return nth
    })
    assert.deepEqual(told(all), [0, 1, 2, 3, 4, 'not me', 6, 7])
    assert.deepEqual((await rows()).map(({ name }) => Number(name)).sort(), [0, 1, 2, 3, 4, 6, 7])
  })

  test('two that break a unique key together: one of them has it', async (t) => {
    const { add, addAll, rows } = await site(t)
    const all = await addAll((tx, nth) => add(tx, nth === 5 ? 'same' : nth === 6 ? 'same' : nth))
    assert.equal(told(all).filter((one) => one === 'same').length, 1)
    assert.equal((await rows()).length, COUNT - 1)
  })

  test('all tags, topics and things to do afterwards count', async (t) => {
    const { db, add, addAll } = await site(t)
    await db.confirm()
    const moment = db.moment()!
    const ran: number[] = []
    await addAll(async (tx, nth) => {
      await add(tx, nth)
      tx.touch(`tag-${nth}`)
      tx.afterCommit(() => ran.push(nth))
    })
    assert.deepEqual(ran.sort(), [0, 1, 2, 3, 4, 5, 6, 7])
    assert.ok(ran.every((nth) => !db.isCurrent(moment, [`tag-${nth}`])))
    assert.ok(db.isCurrent(moment, ['tag-8']))
  })

  test('an outage is what all hear, and nothing is run again: it may have been committed', async () => {
    let ran = 0
    const sharing = new Sharing({
      together: () => Promise.reject(new Error('gone')),
      alone: async () => ++ran,
      outageOf: (error) => error,
    })
    const all = Promise.allSettled(Array.from({ length: COUNT }, () => sharing.run(async () => {})))
    assert.deepEqual(told(await all), [1, 2, ...Array(COUNT - 2).fill('gone')])
    assert.equal(ran, 2)
  })

  test('one that waits for a lock holds up no later ones', async (t) => {
    const { db, add, addAll, rows } = await site(t)
    const locked = Promise.withResolvers<void>()
    const held = db.inTransaction(async (tx) => {
      await add(tx, 0)
      await locked.promise
    })
    const all = addAll((tx, nth) => add(tx, nth))
    await Promise.resolve()
    const late = await db.inTransaction((tx) => add(tx, 'late'), { adds: true })
    assert.equal(late, 'late')
    assert.ok((await rows()).some(({ name }) => name === 'late'))
    locked.resolve()
    await Promise.all([held, all])
  })
})
