// Statements that nobody waits for: they keep their order, and their failures are those of the transaction.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDeps, onEngines } from '../../../test/build.ts'
import type { Tx } from './db.ts'
import { preparedLater } from './prepared.ts'

type InsertedUser = { email: string; role: 'reader'; created_at: number; updated_at: number }
const insertLater = preparedLater<InsertedUser>((slot, tx) =>
  tx.insertInto('users').values({
    email: slot('email'),
    role: slot('role'),
    created_at: slot('created_at'),
    updated_at: slot('updated_at'),
  }),
)
const add = (tx: Tx, email: string) => insertLater(tx, { email, role: 'reader', created_at: 1, updated_at: 1 })

onEngines('statements that nobody waits for', (engine) => {
  const open = async (t: Parameters<typeof buildDeps>[0]) => {
    const { db } = await buildDeps(t, { engine })
    const emails = async (query = db.read) =>
      (await query.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email)
    return { db, emails }
  }

  test('are seen by the next one, and are there after the commit', async (t) => {
    const { db, emails } = await open(t)
    await db.inTransaction(async (tx) => {
      await add(tx, 'a@example.com')
      assert.deepEqual(await emails(tx), ['a@example.com'])
      await add(tx, 'b@example.com')
    })
    assert.deepEqual(await emails(), ['a@example.com', 'b@example.com'])
  })

  test('fail the transaction that ends with them, by their own error', async (t) => {
    const { db, emails } = await open(t)
    const twice = db.inTransaction(async (tx) => {
      await add(tx, 'a@example.com')
      await add(tx, 'a@example.com')
    })
    await assert.rejects(twice, (error) => db.dialect.uniqueViolation(error) === 'users.email')
    assert.deepEqual(await emails(), [])
  })

  test('fail the statement after them, by their own error, and the connection goes on', async (t) => {
    const { db, emails } = await open(t)
    const twice = db.inTransaction(async (tx) => {
      await add(tx, 'a@example.com')
      await add(tx, 'a@example.com')
      await emails(tx)
    })
    await assert.rejects(twice, (error) => db.dialect.uniqueViolation(error) === 'users.email')
    await Promise.all(['c', 'd', 'e'].map((name) => db.inTransaction((tx) => add(tx, `${name}@example.com`))))
    assert.deepEqual(await emails(), ['c@example.com', 'd@example.com', 'e@example.com'])
  })

  test('are undone with a transaction that throws before they were sent', async (t) => {
    const { db, emails } = await open(t)
    const thrown = db.inTransaction(async (tx) => {
      await add(tx, 'a@example.com')
      throw new Error('no')
    })
    await assert.rejects(thrown, /no/)
    assert.deepEqual(await emails(), [])
  })
})
