// Views that could not be written are tried again, for the day they belong to, and never fill the memory.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, dayOf } from '#time.ts'
import { buildDeps, onEngines, TestClock } from '../../../../test/build.ts'
import { makeDocument } from '../../../../test/pipeline.ts'
import { until } from '../../../../test/until.ts'
import { ViewCounter } from './views.ts'

onEngines('views', (engine) => {
  test('that could not be written are tried again by themselves, for their own day and within bounds', async (t) => {
    const clock = new TestClock()
    const deps = await buildDeps(t, { engine, clock })
    const { db } = deps
    const [one, two, three, four] = [
      await makeDocument(deps),
      await makeDocument(deps),
      await makeDocument(deps),
      await makeDocument(deps),
    ]
    let failures = 0
    let isAway = true
    const shaky: typeof db = {
      ...db,
      inTransaction: async (change) => {
        if (!isAway) return db.inTransaction(change)
        failures++
        throw new Error('The database is away')
      },
    }
    const views = new ViewCounter({ ...deps, db: shaky }, 3)
    t.after(() => views.close())
    const [day, next] = [dayOf(clock.now()), dayOf(clock.now() + DAY)]
    for (const id of [one, one, two]) views.count(id)
    await views.flush()
    assert.equal(failures, 1)
    clock.advance(DAY)
    for (const id of [three, four]) views.count(id)
    // From here on nobody reads anything: the next tries are the counter's own.
    await until('the counter has tried again', () => failures >= 2)
    isAway = false
    const stored = () => db.read.selectFrom('views').selectAll().orderBy('day').orderBy('document_id').execute()
    await until('all views are stored', async () => (await stored()).length >= 3)
    assert.deepEqual(
      (await stored()).map((row) => [row.document_id, row.day, row.views]),
      [
        [one, day, 2],
        [two, day, 1],
        [three, next, 1],
      ],
    )
  })

  test('of two days and from two nodes add up on the document', async (t) => {
    const clock = new TestClock()
    const deps = await buildDeps(t, { engine, clock })
    const ids = [await makeDocument(deps), await makeDocument(deps)]
    const nodes = [new ViewCounter(deps), new ViewCounter(deps)]
    t.after(() => Promise.all(nodes.map((node) => node.close())))
    for (const at of [clock.now(), clock.now() + DAY]) {
      clock.advance(at - clock.now())
      for (const node of nodes) for (const id of [...ids, ids[1]!]) node.count(id)
    }
    await Promise.all(nodes.map((node) => node.flush()))
    const rows = await deps.db.read.selectFrom('documents').select(['id', 'view_count']).orderBy('id').execute()
    assert.deepEqual(
      rows.map((row) => [row.id, row.view_count]),
      [
        [ids[0], 4],
        [ids[1], 8],
      ],
    )
  })
})
