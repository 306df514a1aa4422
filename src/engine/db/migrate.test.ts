// Updates without a stop: what each migration does to nodes of the version before, and that they may start on what it added.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDeps, onEngines } from '../../../test/build.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { planOf } from './plan.ts'

onEngines('migrations', (engine) => {
  test('say whether they take something away from nodes of the version before', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const wrong = MIGRATIONS.filter(({ phase = 'expand', statements }) => {
      const takesAway = statements(db.dialect).some((statement) => planOf(statement).phase === 'contract')
      return takesAway && phase === 'expand'
    })
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    )
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
})

test('a plan names the lock of every statement', () => {
  assert.match(planOf('create index a on b (c)').lock, /^share/)
  assert.match(planOf('alter table a add column b text').lock, /^access exclusive/)
  assert.equal(planOf('ALTER TABLE a RENAME COLUMN b TO c').phase, 'contract')
  assert.equal(planOf('vacuum').phase, 'contract')
})
