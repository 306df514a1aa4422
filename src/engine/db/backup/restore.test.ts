// Restoring, from either engine's file into either: what a service left comes back, and whatever a restore fails on, every row
// stays as it was. PostgreSQL is a server that pg_dump can copy.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { build, ENGINES, type Engine, TestClock } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { folderOf } from '../../../../test/folder.ts'
import { databaseAt, noDumps, onServer, startDumpable } from '../../../../test/postgres.ts'
import { until } from '../../../../test/until.ts'
import { useSite } from '../../../../test/used-site.ts'
import { isMoved } from '../catalog.ts'
import type { Db, DbConfig } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb } from '../open.ts'
import { INCOMING, refuseInUse, restoreUrls } from '../postgres/incoming.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { type RowsSum, sumOfTable } from './sums.ts'
import { writeVerifiedBackup } from './verify.ts'

type Sums = Record<string, RowsSum>
const skip = ENGINES.includes('postgres') && noDumps

describe('a backup', { skip }, () => {
  const t = suiteCleaner()
  const files = {} as Record<Engine, string>
  const sums = {} as Record<Engine, Sums>
  let folder: string
  let server: string
  let serial = 0

  /** place is an empty data folder, or an empty database. */
  async function place(engine: Engine): Promise<DbConfig> {
    const dataDir = mkdtempSync(join(folder, 'data-'))
    if (engine === 'sqlite') return { databaseUrl: '', dataDir, poolSize: 3 }
    await onServer(server, `create database target_${++serial}`)
    return { databaseUrl: databaseAt(server, `target_${serial}`), dataDir, poolSize: 3 }
  }

  /** withDb returns when the server, too, has ended its connections: a database in use is not restored. */
  async function withDb<T>(config: DbConfig, work: (db: Db) => Promise<T>): Promise<T> {
    const db = await openDb(config)
    const result = await work(db).finally(db.close)
    if (config.databaseUrl !== '')
      await until('nobody is connected', () =>
        refuseInUse(restoreUrls(config.databaseUrl).live).then(
          () => true,
          () => false,
        ),
      )
    return result
  }

  const sumsOf = (config: DbConfig): Promise<Sums> => withDb(config, sumsIn)

  async function sumsIn(db: Db): Promise<Sums> {
    const found: Sums = {}
    for (const table of await db.catalog.tables(db.read))
      if (isMoved(table.name)) found[table.name] = await sumOfTable(db.read, table)
    return found
  }

  /** filled is a database with one account, which is not in the backups. */
  async function filled(engine: Engine): Promise<DbConfig> {
    const config = await place(engine)
    const account = { email: 'before@example.com', role: 'reader' as const, created_at: 1, updated_at: 1 }
    await withDb(config, async (db) => {
      await migrate(db)
      await db.inTransaction((tx) => tx.insertInto('users').values(account).execute())
    })
    return config
  }

  /** copyWith is the SQLite backup after a change by hand. */
  function copyWith(change: string): string {
    const file = join(folder, `changed-${++serial}.backup`)
    writeFileSync(file, readFileSync(files.sqlite))
    const database = new Sqlite(file)
    database.exec(change)
    database.close()
    return file
  }

  before(async () => {
    folder = folderOf(t)
    if (ENGINES.includes('postgres')) server = await startDumpable(t)
    for (const engine of ENGINES) {
      const clock = new TestClock()
      const config = await place(engine)
      await withDb(config, migrate)
      const env = { GALLEY_DATA: config.dataDir, DATABASE_URL: config.databaseUrl }
      const site = await build(t, { env, clock })
      await useSite({ ...site, clock })
      files[engine] = join(folder, `${engine}.backup`)
      await writeVerifiedBackup(site.db, files[engine])
      sums[engine] = await sumsIn(site.db)
    }
  })

  for (const from of ENGINES)
    for (const to of ENGINES)
      test(`of ${from} restores into an empty and a filled ${to}, which is kept`, async () => {
        const empty = await place(to)
        assert.equal(await restoreBackup(empty, files[from], false), undefined)
        assert.deepEqual(await sumsOf(empty), sums[from])

        const target = await filled(to)
        const replaced = await sumsOf(target)
        await assert.rejects(restoreBackup(target, files[from], false), /add --force/)
        const kept = await restoreBackup(target, files[from], true)
        assert.deepEqual(await sumsOf(target), sums[from])
        await restoreBackup(target, kept!, true)
        assert.deepEqual(await sumsOf(target), replaced)
        assert.deepEqual(
          readdirSync(target.dataDir).filter((name) => name.startsWith('scratch-')),
          [],
        )
      })

  for (const to of ENGINES)
    test(`that is cut, damaged or another program's leaves every row of ${to} as it was`, async () => {
      const target = await filled(to)
      const before = await sumsOf(target)
      const broken = {
        empty: Buffer.alloc(0),
        garbage: Buffer.from('not a backup '.repeat(1000)),
        'garbage like a dump': Buffer.from('PGDMP not a backup '.repeat(1000)),
      } as Record<string, Buffer>
      for (const engine of ENGINES) {
        const bytes = readFileSync(files[engine])
        for (const share of [60, 80, 95, 99])
          broken[`${share} % of ${engine}`] = bytes.subarray(0, (bytes.length * share) / 100)
      }
      for (const [name, bytes] of Object.entries(broken)) {
        const file = join(folder, 'broken.backup')
        writeFileSync(file, bytes)
        await assert.rejects(
          restoreBackup(target, file, true),
          { name: 'StartError', message: /nothing was changed/ },
          name,
        )
        assert.deepEqual(await sumsOf(target), before, name)
      }
    })

  test('whose rows PostgreSQL refuses leaves every row as it was', {
    skip: !ENGINES.includes('postgres'),
  }, async () => {
    const target = await filled('postgres')
    const before = await sumsOf(target)
    const refused = copyWith(`update document_rows set title = 'a' || char(0) || 'b'`)
    await assert.rejects(restoreBackup(target, refused, true), { name: 'StartError', message: /nothing was changed/ })
    assert.deepEqual(await sumsOf(target), before)
    const { rows } = await withDb(target, ({ read }) =>
      sql`select 1 from pg_namespace where nspname = ${INCOMING}`.execute(read),
    )
    assert.deepEqual(rows, [])
  })

  test("of a database without Galley's tables is refused when it is made and when it is restored", async () => {
    for (const engine of ENGINES) {
      const [empty, target] = [await place(engine), await filled(engine)]
      const before = await sumsOf(target)
      const file = join(empty.dataDir, 'of-nothing.backup')
      await withDb(empty, async (db) => {
        await assert.rejects(writeBackup(db, file), { name: 'StartError', message: /no tables of Galley/ })
        assert.equal(existsSync(file), false)
        await db.inTransaction((tx) => sql`create table others (id integer)`.execute(tx))
        await db.backup(file, () => {})
      })
      await assert.rejects(restoreBackup(target, file, true), { name: 'StartError', message: /nothing was changed/ })
      assert.deepEqual(await sumsOf(target), before)
    }
    const target = await filled('sqlite')
    await assert.rejects(restoreBackup(target, copyWith('delete from schema_migrations'), true), /no tables of Galley/)
  })

  test('and a restore have nothing of a restore that was killed', { skip: !ENGINES.includes('postgres') }, async () => {
    const target = await filled('postgres')
    const before = await sumsOf(target)
    const file = join(target.dataDir, 'after.backup')
    await withDb(target, async (db) => {
      await db.inTransaction(async (tx) => {
        await sql`create schema ${sql.id(INCOMING)}`.execute(tx)
        await sql`create table ${sql.id(INCOMING, 'users')} as select * from users`.execute(tx)
      })
      await writeVerifiedBackup(db, file)
    })
    await restoreBackup(target, files.sqlite, true)
    assert.deepEqual(await sumsOf(target), sums.sqlite)
    await restoreBackup(target, file, true)
    assert.deepEqual(await sumsOf(target), before)
  })

  test('is refused where others use the database', { skip: !ENGINES.includes('postgres') }, async () => {
    const target = await filled('postgres')
    await withDb(target, () => assert.rejects(restoreBackup(target, files.sqlite, true), /in use by others/))
    assert.ok(!existsSync(join(dirname(target.dataDir), 'backups')))
  })
})
