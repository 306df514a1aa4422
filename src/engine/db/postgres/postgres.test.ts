// What only PostgreSQL has: a server that gives up, other nodes, locked rows, its clock and its languages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE, SECOND } from '#time.ts'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import { lastFirst } from '../../../../test/cleaner.ts'
import { skewOf, type Tx } from '../db.ts'
import { openDb } from '../open.ts'
import { openPostgres } from './postgres.ts'
import { connectionEnvironment } from './programs.ts'

test('a transaction that the server gave up is storage that is away, not a fault of ours', {
  skip: !ENGINES.includes('postgres'),
}, async (t) => {
  const { db } = await buildDeps(t, { engine: 'postgres' })
  const late = db.inTransaction(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 20`.execute(tx)
    await sleep(200)
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(late, /Storage unavailable/)
  assert.deepEqual(await db.read.selectFrom('users').selectAll().execute(), [])
})

test('a query that takes too long is given up, unless the transaction is patient', {
  skip: !ENGINES.includes('postgres'),
}, async (t) => {
  const { config } = await buildDeps(t, { engine: 'postgres' })
  const db = await openPostgres(config, 300)
  lastFirst(t).after(() => db.close())
  const slow = async (tx: Tx) => void (await sql`select pg_sleep(1)`.execute(tx))
  await assert.rejects(db.inTransaction(slow), /Storage unavailable/)
  await db.inTransaction(slow, { patient: true })
})

test('PostgreSQL compiles no statement before it runs it', { skip: !ENGINES.includes('postgres') }, async (t) => {
  const { db } = await buildDeps(t, { engine: 'postgres' })
  const shown = await Promise.all(Array.from({ length: 3 }, () => sql<{ jit: string }>`show jit`.execute(db.read)))
  assert.deepEqual(
    shown.map(({ rows }) => rows[0]!.jit),
    ['off', 'off', 'off'],
  )
})

const change = async (tx: Tx, tag: string) =>
  void (await sql`insert into changes (xid, tags, created_at)
    values (pg_current_xact_id()::text::bigint, ${` ${tag} `}, 0)`.execute(tx))

test('changes that commit out of order are all learnt', { skip: !ENGINES.includes('postgres') }, async (t) => {
  const { db, config } = await buildDeps(t, { engine: 'postgres' })
  const other = await openDb(config)
  lastFirst(t).after(() => other.close())
  await other.confirm()
  const sequence = other.sequence()!
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  // The first has its transaction id before the second, and commits after it.
  const first = db.inTransaction(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    begun.resolve()
    await end.promise
    await change(tx, 'first')
  })
  await begun.promise
  await db.inTransaction((tx) => change(tx, 'second'))
  await other.confirm()
  assert.ok(!other.isCurrent(sequence, ['second']))
  assert.ok(other.isCurrent(sequence, ['first']))
  end.resolve()
  await first
  await other.confirm()
  assert.ok(!other.isCurrent(sequence, ['first']))
})

test('a unique violation is understood in every language of the server', {
  skip: !ENGINES.includes('postgres'),
}, async (t) => {
  const { db } = await buildDeps(t, { engine: 'postgres' })
  const violation = (detail: string) => Object.assign(new Error('23505'), { code: '23505', detail, table: 'users' })
  for (const detail of [
    'Schlüssel »(email)=(ann@example.com)« existiert bereits.',
    'La clé « (email)=(ann@example.com) » existe déjà.',
    'キー (email)=(ann@example.com) はすでに存在します。',
  ])
    assert.equal(db.dialect.uniqueViolation(violation(detail)), 'users.email')
})

test("PostgreSQL's programs are told all that the address says, and nothing that it does not", () => {
  assert.deepEqual(
    connectionEnvironment('postgres://ann:p%40ss@db.example.com/my%20docs?sslmode=verify-full&sslrootcert=/ca.pem&x=1'),
    {
      PGHOST: 'db.example.com',
      PGUSER: 'ann',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'my docs',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/ca.pem',
    },
  )
  assert.equal(connectionEnvironment('postgres://ann@db/docs?sslmode=no-verify').PGSSLMODE, 'require')
  const { PGHOST, PGPORT } = connectionEnvironment('postgres://ann@localhost:5433/docs?host=/run/postgresql')
  assert.deepEqual({ PGHOST, PGPORT }, { PGHOST: '/run/postgresql', PGPORT: '5433' })
})

test('who waits for a locked row gives the connection back, and gets the row later', {
  skip: !ENGINES.includes('postgres'),
}, async (t) => {
  const { db: other, config } = await buildDeps(t, { engine: 'postgres' })
  // Of three connections two may write.
  const db = await openDb({ ...config, poolSize: 3 })
  lastFirst(t).after(() => db.close())
  const [isLocked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = other.inTransaction(async (tx) => {
    await other.dialect.lock(tx, 'hot')
    isLocked.resolve()
    await end.promise
  })
  await isLocked.promise
  let isHeld = true
  const waiting = Array.from({ length: 4 }, () =>
    db.inTransaction(async (tx) => {
      await db.dialect.lock(tx, 'hot')
      return isHeld
    }),
  )
  await db.inTransaction((tx) => db.dialect.lock(tx, 'cold'))
  await db.ping()
  isHeld = false
  end.resolve()
  await holder
  assert.deepEqual(await Promise.all(waiting), [false, false, false, false])
})

test("PostgreSQL's clock counts, whatever the machine's says", { skip: !ENGINES.includes('postgres') }, async (t) => {
  const { config } = await buildDeps(t, { engine: 'postgres' })
  const real = Date.now
  t.mock.method(Date, 'now', () => real() + MINUTE)
  const db = await openDb(config)
  lastFirst(t).after(() => db.close())
  assert.ok(Math.abs(db.clock.now() - real()) < 10 * SECOND)
  assert.ok(Math.abs(skewOf(db) - MINUTE) < 10 * SECOND)
})

test('a column that another node adds breaks no statement of this one', {
  skip: !ENGINES.includes('postgres'),
}, async (t) => {
  const { db } = await buildDeps(t, { engine: 'postgres' })
  const read = () => db.read.selectFrom('users').selectAll().execute()
  const write = (email: string) =>
    db.inTransaction(
      async (tx) =>
        void (await tx
          .insertInto('users')
          .values({ email, role: 'reader', created_at: 1, updated_at: 1 })
          .returningAll()
          .execute()),
    )
  await read()
  await write('a@example.com')
  await db.inTransaction(async (tx) => void (await sql`alter table users add column more text`.execute(tx)))
  await write('b@example.com')
  assert.equal((await read()).length, 2)
})
