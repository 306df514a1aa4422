// Moving between the engines: everything arrives, whatever tables there are, and a move that was cut off goes on. What moves is
// what a service left (test/used-site.ts), and what could get lost on the way.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDeps } from '#compose.ts'
import { moveDatabase } from '#engine/db/backup/move.ts'
import { restoreBackup } from '#engine/db/backup/restore.ts'
import { sumOfTable } from '#engine/db/backup/sums.ts'
import { inOrder, isMoved } from '#engine/db/catalog.ts'
import type { Db } from '#engine/db/db.ts'
import { openDb } from '#engine/db/open.ts'
import { indexAll } from '#features/documents/search/indexing/maintenance.ts'
import { build, buildDeps, ENGINES, type Engine, TestClock } from '../../test/build.ts'
import { seedDemoSite } from '../../test/demo-site.ts'
import { databaseAt, onServer } from '../../test/postgres.ts'
import { startSite, useSite } from '../../test/used-site.ts'

const skip = ENGINES.length < 2
const otherOf = (engine: Engine): Engine => (engine === 'sqlite' ? 'postgres' : 'sqlite')

/** fill adds to the demo site what could get lost on the way: bytes, fractions, rows that point ahead, ids that are gone. */
async function fill(deps: Awaited<ReturnType<typeof buildDeps>>): Promise<void> {
  await seedDemoSite(deps)
  const now = deps.clock.now()
  const times = { created_at: now, updated_at: now }
  await deps.db.inTransaction(async (tx) => {
    const add = (slug: string, position: number) =>
      tx
        .insertInto('category_rows')
        .values({ name: slug, slug, position, depth: 0, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [child, parent] = [await add('child', 90), await add('parent', 91)]
    const below = { parent_id: parent.id, depth: 1, position: 0 }
    await tx.updateTable('category_rows').set(below).where('id', '=', child.id).execute()
    const { id } = await tx.selectFrom('documents').select('id').limit(1).executeTakeFirstOrThrow()
    const job = await tx
      .insertInto('jobs')
      .values({ document_id: id, status: 'review', run_at: now, progress: 1 / 3, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { published_id } = await tx
      .selectFrom('documents')
      .select('published_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const names = { base_id: published_id, drafted_id: published_id, draft_id: published_id, findings: '{}' }
    await tx
      .insertInto('iterations')
      .values({ job_id: job.id, document_id: id, number: 1, status: 'review', base_version: 1, ...names, ...times })
      .execute()
    const upload = { key: 'k', kind: 'bin', name: 'a.bin', size: 3, uploaded_by: null, uploaded_at: now }
    await tx.insertInto('uploads').values(upload).execute()
    const bytes = Buffer.from([0, 255, 39])
    await tx.insertInto('upload_pieces').values({ upload: 'k', number: 0, bytes }).execute()
    await tx
      .insertInto('users')
      .values({ id: 900, email: 'gone@example.com', role: 'reader', ...times })
      .execute()
    await tx.deleteFrom('users').where('id', '=', 900).execute()
    if (deps.db.dialect.name === 'postgres') await deps.db.catalog.setLastId(tx, 'users', 900)
  })
}

const sumsOf = async (db: Db) =>
  Promise.all(
    (await db.catalog.tables(db.read))
      .filter(({ name }) => isMoved(name))
      .map(async (table) => [table.name, await sumOfTable(db.read, table)]),
  )

/** emptied is a database as it is right after its migrations. */
const emptied = (t: TestContext, engine: Engine) => buildDeps(t, { engine })

for (const engine of ENGINES)
  for (const [what, use] of Object.entries({ 'has just begun to run': startSite, 'has run for days': useSite }))
    test(`a database of ${engine} on which a service ${what} moves, and back`, { skip }, async (t) => {
      const clock = new TestClock()
      const source = { ...(await build(t, { engine, clock })), clock }
      await use(source)
      const [there, back] = [await emptied(t, otherOf(engine)), await emptied(t, engine)]
      await moveDatabase(source.db, there.db)
      await moveDatabase(there.db, back.db)
      for (const { db } of [there, back]) assert.deepEqual(await sumsOf(db), await sumsOf(source.db))
      const lastIds = async ({ db }: { db: Db }) =>
        (await db.catalog.lastIds(db.read)).filter(({ table }) => isMoved(table))
      assert.deepEqual(await lastIds(back), await lastIds(source))
    })

for (const engine of ENGINES)
  test(`everything moves away from ${engine}, and back`, { skip }, async (t) => {
    const source = await buildDeps(t, { engine })
    await fill(source)
    const there = await emptied(t, otherOf(engine))
    const { rows } = await moveDatabase(source.db, there.db)
    assert.ok(rows > 20)
    assert.deepEqual(await sumsOf(there.db), await sumsOf(source.db))
    assert.equal((await there.db.catalog.lastIds(there.db.read)).find(({ table }) => table === 'users')!.last, 900)
    const back = await emptied(t, engine)
    await moveDatabase(there.db, back.db)
    assert.deepEqual(await sumsOf(back.db), await sumsOf(source.db))
    const documents = await back.db.read.selectFrom('documents').select('id').execute()
    const cutOff = () => {
      throw new Error('cut off')
    }
    await assert.rejects(indexAll(back, cutOff), /cut off/)
    await indexAll(back, () => {})
    assert.equal(await indexAll(there, () => {}), documents.length)
    const hits = (db: Db) => db.dialect.search.knownWords(db.read, ['deployment', 'nonsense'], 0)
    for (const { db } of [there, back]) assert.deepEqual(await hits(db), await hits(source.db))
  })

test('a move that was cut off goes on, one into a filled database is refused', { skip }, async (t) => {
  const source = await buildDeps(t, { engine: 'sqlite' })
  await fill(source)
  const { db, config } = await emptied(t, 'postgres')
  const cutOff = (at: number) => (done: number) => {
    if (done >= at) throw new Error('cut off')
  }
  await assert.rejects(moveDatabase(source.db, db, cutOff(8)), /cut off/)
  for (const migrate of [true, false])
    await assert.rejects(openDeps({ migrate }, config), {
      name: 'StartError',
      message: /^Not everything has been moved .+ run: galley move --to postgres:\/\/galley:<password>@127/,
    })
  await assert.rejects(moveDatabase(source.db, db, cutOff(18)), /cut off/)
  await moveDatabase(source.db, db)
  assert.deepEqual(await sumsOf(db), await sumsOf(source.db))
  await (await openDeps({ migrate: true }, config)).close()
  await assert.rejects(moveDatabase(source.db, db), /already holds Galley data/)
})

test('a row that changes on its way is noticed', { skip }, async (t) => {
  const source = await buildDeps(t, { engine: 'sqlite' })
  await fill(source)
  const { db } = await emptied(t, 'postgres')
  let isChanged = false
  const meddling = db.inTransaction
  const target: Db = {
    ...db,
    inTransaction: (work, options) =>
      meddling(async (tx) => {
        const result = await work(tx)
        if (!isChanged)
          isChanged =
            (await tx.updateTable('users').set({ email: 'eve@example.com' }).executeTakeFirst()).numUpdatedRows > 0n
        return result
      }, options),
  }
  await assert.rejects(moveDatabase(source.db, target), /The table users arrived .* or with other values/)
})

test('both engines have the same tables and columns, but for the index', { skip }, async (t) => {
  const [lite, server] = [await emptied(t, 'sqlite'), await emptied(t, 'postgres')]
  const tablesOf = async ({ db }: { db: Db }) =>
    inOrder(await db.catalog.tables(db.read))
      .filter(({ name }) => !name.startsWith('search_'))
      .map(({ name, columns, key }) => ({ name, columns, key }))
      .sort((one, other) => one.name.localeCompare(other.name))
  assert.deepEqual(await tablesOf(lite), await tablesOf(server))
})

test('a backup of SQLite restores into PostgreSQL', { skip }, async (t) => {
  const source = await buildDeps(t, { engine: 'sqlite' })
  await fill(source)
  const file = join(source.config.dataDir, 'copy.backup')
  await source.db.backup(file, () => {})
  const { config } = await emptied(t, 'postgres')
  const name = `restored_${process.pid}`
  await onServer(config.databaseUrl, `create database ${name}`)
  t.after(() => onServer(config.databaseUrl, `drop database ${name} with (force)`))
  const restored = { ...config, databaseUrl: databaseAt(config.databaseUrl, name) }
  await restoreBackup(restored, file, false)
  const db = await openDb(restored)
  assert.deepEqual(await sumsOf(db), await sumsOf(source.db))
  await db.close()
})
