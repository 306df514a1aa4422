// Updates without a stop: what each migration does to nodes of the version before, and that they may start on what it added.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDeps } from '#compose.ts'
import { buildDeps, onEngines } from '../../../test/build.ts'
import { pluck } from '../../../test/pluck.ts'
import type { Db } from './db.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { planOf } from './plan.ts'
import { requireCurrentSchema } from './schema.ts'

onEngines('migrations', (engine) => {
  test('say whether they take something away from nodes of the version before', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const wrong = MIGRATIONS.filter(({ phase = 'expand', statements }) => {
      const takesAway = statements(db.dialect).some((statement) => planOf(statement).phase === 'contract')
      return takesAway && phase === 'expand'
    })
    assert.deepEqual(pluck(wrong, 'name'), [])
  })

  test('that only add let a program start that does not know them, others do not', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const added: Migration = { name: '9000_added', statements: () => ['create table added (id bigint)'] }
    const removed: Migration = { name: '9001_removed', phase: 'contract', statements: () => ['drop table added'] }
    await migrate(db, [...MIGRATIONS, added])
    assert.deepEqual(await migrate(db), [])
    await migrate(db, [...MIGRATIONS, added, removed])
    await assert.rejects(migrate(db), /migrated by a newer Galley \(9001_removed\)/)
  })

  /** setNames has a database say that it has come here by other migrations than by the baseline. */
  const setNames = (db: Db, ...names: string[]) =>
    db.inTransaction(async (tx) => {
      await tx.deleteFrom('schema_migrations').where('name', '=', MIGRATIONS[0]!.name).execute()
      await tx
        .insertInto('schema_migrations')
        .values(names.map((name) => ({ name, applied_at: 1 })))
        .execute()
    })

  test('that the baseline replaced count as it', async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    await setNames(db, '0057_baseline', '0058_revisions', '0079_unproven_accounts')
    assert.deepEqual(await migrate(db), [])
    const { close } = await openDeps({ migrate: true }, config)
    await close()
    await requireCurrentSchema(db)
  })

  test('are not tried on a database that is too old: it stays as it was, and a sentence says what to do', async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    await db.inTransaction((tx) => tx.deleteFrom('schema_migrations').execute())
    await setNames(db, '0057_baseline', '0074_addresses')
    await db.inTransaction((tx) => sql`alter table schema_migrations drop column phase`.execute(tx))
    const read = () => sql`select * from schema_migrations order by name`.execute(db.read)
    const before = await read()
    const sentence =
      /^The database is too old for this version \(0074_addresses\); start Galley once at commit [0-9a-f]+ /
    await assert.rejects(openDeps({ migrate: true }, config), { message: sentence })
    await assert.rejects(migrate(db), { message: sentence })
    assert.deepEqual(await read(), before)
    assert.ok(!existsSync(join(config.dataDir, 'backups')))
  })
})

test('a plan names the lock of every statement', () => {
  assert.match(planOf('create index a on b (c)').lock, /^share/)
  assert.match(planOf('alter table a add column b text').lock, /^access exclusive/)
  assert.equal(planOf('ALTER TABLE a RENAME COLUMN b TO c').phase, 'contract')
  assert.equal(planOf('vacuum').phase, 'contract')
})
