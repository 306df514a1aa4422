// Statements that travel together: what those behind a failed one hear, and what is left on the connection.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import { lastFirst } from '../../../../test/cleaner.ts'
import { prepared, preparedLater } from '../prepared.ts'
import { openPostgres } from './postgres.ts'

const divide = prepared<{ quotient: number; text: string | null }, { by: number }>(
  (slot) => sql`select 6 / ${slot('by')}::int as quotient, null::text as text`,
)
const divideLater = preparedLater<{ by: number }>((slot) => sql`select 6 / ${slot('by')}::int`)

describe('statements in a batch', { skip: !ENGINES.includes('postgres') }, () => {
  test('have rows of their own, also when the connection knows their columns', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const all = () => db.inTransaction((tx) => Promise.all([1, 2, 3].map((by) => divide(tx, { by }))))
    const expected = [6, 3, 2].map((quotient) => [{ quotient, text: null }])
    assert.deepEqual(await all(), expected)
    assert.deepEqual(await all(), expected)
  })

  test('hear why one before them failed', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const heard: string[] = []
    const failed = db.inTransaction(async (tx) => {
      const all = await Promise.allSettled([2, 0, 1].map((by) => divide(tx, { by })))
      heard.push(...all.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.code)))
      await divideLater(tx, { by: 1 })
    })
    await assert.rejects(failed)
    assert.deepEqual(heard, ['ok', '22012', '22012'])
  })

  test('that were not sent when the work fails leave nothing on the connection', async (t) => {
    const { config } = await buildDeps(t, { engine: 'postgres' })
    const db = await openPostgres({ ...config, poolSize: 1 })
    lastFirst(t).after(() => db.close())
    const failed = db.inTransaction(async (tx) => {
      await divideLater(tx, { by: 0 })
      throw new Error('another opinion')
    })
    await assert.rejects(failed, /another opinion/)
    assert.equal((await db.inTransaction((tx) => divide(tx, { by: 3 })))[0]!.quotient, 2)
  })
})
