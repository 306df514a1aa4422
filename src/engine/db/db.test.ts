// The seam, on both engines: transactions, freshness, signals, locks and constraint errors.

import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDeps } from '#compose.ts'
import { buildDeps, ENGINES, onEngines } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { until } from '../../../test/until.ts'
import { checkBackup } from './backup/read-backup.ts'
import { databaseFiles } from './backup/restore.ts'
import { databaseFile, type Tx } from './db.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { openDb } from './open.ts'

const now = 1_700_000_000_000
let categories = 0
const addCategory = async (tx: Tx) => {
  const place = { position: ++categories, depth: 0, created_at: now, updated_at: now }
  await tx
    .insertInto('category_rows')
    .values({ name: `Category ${categories}`, slug: `category-${categories}`, ...place })
    .execute()
}
const user = (email: string) => ({ email, role: 'reader' as const, created_at: now, updated_at: now })

onEngines('the database seam', (engine) => {
  test('can be closed right after it was opened, as short commands do', async (t) => {
    const { config } = await buildDeps(t, { engine })
    const again = await openDb(config)
    await again.close()
  })

  test('a transaction that throws leaves nothing behind', async (t) => {
    const { db } = await buildDeps(t, { engine })
    await assert.rejects(
      db.inTransaction(async (tx) => {
        await tx.insertInto('users').values(user('a@example.com')).execute()
        throw new Error('no')
      }),
      /no/,
    )
    assert.deepEqual(await db.read.selectFrom('users').selectAll().execute(), [])
  })

  test('one of many transactions at once may fail without harm to the others', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const told: number[] = []
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        db.inTransaction(async (tx) => {
          await tx
            .insertInto('users')
            .values(user(`${index}@example.com`))
            .execute()
          tx.afterCommit(() => told.push(index))
          if (index % 3 === 0) throw new Error(`no ${index}`)
        }),
      ),
    )
    const wanted = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    assert.deepEqual(wanted, [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19])
    const rows = (await db.read.selectFrom('users').select('email').execute()).map(({ email }) => parseInt(email, 10))
    assert.deepEqual(
      rows.sort((a, b) => a - b),
      wanted,
    )
    assert.deepEqual(
      told.sort((a, b) => a - b),
      wanted,
    )
  })

  test('what is told to a transaction after its commit is refused, and lands in no other', async (t) => {
    const { db } = await buildDeps(t, { engine })
    let late: Tx | undefined
    await db.inTransaction(async (tx) => {
      late = tx
    })
    const changes = () => db.read.selectFrom('changes').selectAll().execute()
    const before = await changes()
    await db.inTransaction(async (tx) => {
      assert.notEqual(tx, late)
      assert.throws(() => late!.notify('jobs'), /The transaction is over/)
      assert.throws(() => late!.afterCommit(() => assert.fail()), /The transaction is over/)
    })
    assert.deepEqual(await changes(), before)
  })

  test('concurrent transactions all commit, one after another', async (t) => {
    const { db } = await buildDeps(t, { engine })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.inTransaction((tx) =>
          tx
            .insertInto('users')
            .values(user(`${index}@example.com`))
            .execute(),
        ),
      ),
    )
    assert.equal((await db.read.selectFrom('users').select('id').execute()).length, 20)
  })

  test('what a write changes is stale on the node that wrote at once, and on another within a second', async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    const other = await openDb(config)
    lastFirst(t).after(() => other.close())
    await Promise.all([db.confirm(), other.confirm()])
    const [here, there] = [db.sequence()!, other.sequence()!]
    await db.inTransaction(addCategory)
    assert.ok(!db.isCurrent(here, ['site']))
    assert.ok(db.isCurrent(here, ['inbox']))
    await until('the other node knows', () => !other.isCurrent(there, ['site']), 1_000)
    await other.confirm()
    assert.ok(other.isCurrent(there, ['inbox']), 'other tags are as they were')
  })

  test('what is stale for its node stays so only until it is read again', async (t) => {
    const { db } = await buildDeps(t, { engine })
    await db.confirm()
    await db.inTransaction(addCategory)
    const sequence = db.sequence()!
    for (let times = 0; times < 3; times++) {
      await db.confirm()
      assert.ok(db.isCurrent(sequence, ['site']), 'a change is learnt once')
    }
  })

  test('a transaction that fails makes nothing stale', async (t) => {
    const { db } = await buildDeps(t, { engine })
    await db.confirm()
    const sequence = db.sequence()!
    const failing = db.inTransaction(async (tx) => {
      await addCategory(tx)
      throw new Error('no')
    })
    await assert.rejects(failing)
    await db.confirm()
    assert.ok(db.isCurrent(sequence, ['site']))
  })

  test('a signal reaches listeners of another connection', async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    const other = await openDb(config)
    lastFirst(t).after(() => other.close())
    let isHeard = false
    other.on('jobs', () => {
      isHeard = true
    })
    // A listener of PostgreSQL hears only what is told after it has connected.
    await until('the signal is heard', async () => {
      await db.inTransaction(async (tx) => tx.notify('jobs'))
      return isHeard
    })
  })

  test('unique and foreign key violations are named alike on both engines', async (t) => {
    const { db } = await buildDeps(t, { engine })
    await db.inTransaction((tx) => tx.insertInto('users').values(user('a@example.com')).execute())
    const twice = await db
      .inTransaction((tx) => tx.insertInto('users').values(user('a@example.com')).execute())
      .catch((error) => error)
    assert.equal(db.dialect.uniqueViolation(twice), 'users.email')
    const orphan = await db
      .inTransaction((tx) =>
        tx.insertInto('sessions').values({ user_id: 99, created_at: now, refreshable_until: now }).execute(),
      )
      .catch((error) => error)
    assert.equal(db.dialect.uniqueViolation(orphan), undefined)
    assert.equal(db.dialect.foreignKeyViolation(orphan), true)
    assert.equal(db.dialect.isOutage(orphan), false)
  })

  test('two nodes that migrate at once apply every migration once', async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    const other = await openDb(config)
    lastFirst(t).after(() => other.close())
    const extra: Migration = {
      name: '9999_extra',
      phase: 'contract',
      statements: () => ['create table extra (id bigint not null primary key)'],
    }
    const applied = await Promise.all([migrate(db, [...MIGRATIONS, extra]), migrate(other, [...MIGRATIONS, extra])])
    assert.deepEqual(applied.flat(), ['9999_extra'])
    await assert.rejects(migrate(db), /newer Galley \(9999_extra\)/)
  })

  test('the database refuses a second active job of one document', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const job = { document_id: 1, status: 'queued' as const, run_at: now, created_at: now, updated_at: now }
    await db.inTransaction(async (tx) => {
      await tx.insertInto('document_rows').values({ slug: 'a', title: 'A', created_at: now, updated_at: now }).execute()
      await tx.insertInto('jobs').values(job).execute()
    })
    const second = await db.inTransaction((tx) => tx.insertInto('jobs').values(job).execute()).catch((error) => error)
    assert.equal(db.dialect.uniqueViolation(second), 'jobs.document_id')
  })
})

test('a backup ends however much is written meanwhile', { skip: !ENGINES.includes('sqlite') }, async (t) => {
  const { db, config } = await buildDeps(t)
  const add = (name: string) =>
    db.inTransaction((tx) =>
      tx
        .insertInto('secrets')
        .values({ name, value: 'x'.repeat(3_000_000) })
        .execute(),
    )
  for (const name of ['a', 'b', 'c']) await add(name)
  const shares: number[] = []
  const writes: Promise<unknown>[] = []
  const target = `${config.dataDir}/copy.backup`
  await db.backup(target, (share) => {
    const writer = user(`${shares.push(share)}@example.com`)
    writes.push(db.inTransaction((tx) => tx.insertInto('users').values(writer).execute()))
  })
  await Promise.all(writes)
  assert.ok(writes.length > 2)
  assert.deepEqual(shares, shares.toSorted())
  checkBackup(target)
})

test('a damaged page stops the start, and the file stays as it was', {
  skip: !ENGINES.includes('sqlite'),
}, async (t) => {
  const { db, config } = await buildDeps(t)
  assert.equal(await db.findDamage(1e9), undefined)
  const { rows } = await sql<{
    page: number
  }>`select rootpage as page from sqlite_master where name = 'document_rows'`.execute(db.read)
  await db.close()
  const file = databaseFiles(config.dataDir)[0]!
  const bytes = readFileSync(file)
  const pageSize = bytes.readUInt16BE(16)
  bytes.fill(0, (rows[0]!.page - 1) * pageSize, rows[0]!.page * pageSize)
  writeFileSync(file, bytes)
  await assert.rejects(openDeps({ migrate: true }, config), /The database is damaged \(.+galley restore <file> --force/)
  assert.ok(readFileSync(file).equals(bytes))
})

test('what this process has committed is seen at once', { skip: !ENGINES.includes('sqlite') }, async (t) => {
  const { db } = await buildDeps(t)
  for (let times = 0; times < 20; times++) {
    const before = db.sequence()!
    // Asked in the same turn of the event loop as the commit, and once more right after it.
    await db.inTransaction(async (tx) => {
      await addCategory(tx)
      assert.ok(db.isCurrent(before, ['site']))
    })
    assert.ok(!db.isCurrent(before, ['site']))
  }
})

test('the log of SQLite gives its room back after a backup, and after a long read', {
  skip: !ENGINES.includes('sqlite'),
}, async (t) => {
  const { db, config } = await buildDeps(t, { engine: 'sqlite' })
  const file = databaseFile(config.dataDir)
  const logSize = () => statSync(`${file}-wal`).size
  const write = (times: number) =>
    db.inTransaction(async (tx) => {
      await sql`create table if not exists filling (bytes blob)`.execute(tx)
      for (let index = 0; index < times; index++)
        await sql`insert into filling values (randomblob(1000000))`.execute(tx)
    })
  const reader = new Sqlite(file)
  lastFirst(t).after(() => reader.close())
  reader.exec('begin')
  reader.prepare('select count(*) from users').get()
  await write(40)
  assert.ok(logSize() > 40_000_000)
  reader.exec('rollback')
  await write(18)
  await write(1)
  assert.ok(logSize() <= 2 ** 25)
  await db.backup(join(config.dataDir, 'copy'), () => {})
  assert.equal(logSize(), 0)
})
