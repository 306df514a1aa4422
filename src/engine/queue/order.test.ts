// The order of the queue: positions agree with a count over the rows, at once for what this process wrote, within a second
// for what another one wrote.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeJobs } from '#features/pipeline/work.ts'
import { onEngines } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { makeDocument, pipelineOf, sharedSite } from '../../../test/pipeline.ts'
import { until } from '../../../test/until.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { orderOf } from './order.ts'

/** positionsByRows is what the order has to say, read from the rows as claims read them. */
async function positionsByRows({ read }: Db): Promise<[number, number][]> {
  const rows = await read.selectFrom('jobs').select(['id', 'priority']).where('status', '=', 'queued').execute()
  rows.sort((a, b) => b.priority - a.priority || a.id - b.id)
  return rows.map(({ id }, index) => [id, index + 1])
}

async function positionsByOrder(db: Db): Promise<[number, number][]> {
  const jobs = db.read.selectFrom('jobs').select(['id', 'queue', 'priority']).where('status', '=', 'queued')
  return [...(await orderOf(db).findPositions(await jobs.execute()))].sort(([, a], [, b]) => a - b)
}

onEngines('the order of the queue', (engine) => {
  const shared = sharedSite(engine)

  test('is right after every enqueue, cancel, claim, redraft and delete of this process', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const agree = async (what: string) =>
      assert.deepEqual(await positionsByOrder(site.db), await positionsByRows(site.db), what)
    const jobs: { id: number; documentId: number }[] = []
    for (const priority of [5, 9, 0, 5, 9, 3, 5, 5]) {
      const documentId = await makeDocument(site)
      jobs.push({ id: (await enqueue(documentId, { priority })).body.job_id, documentId })
      await agree(`enqueue at priority ${priority}`)
    }
    await call('POST', `/job/${jobs[3]!.id}/cancel`)
    await agree('cancel')
    await enqueue(jobs[3]!.documentId, { priority: 5 })
    await agree('enqueue again')
    const { headers } = await site.person('editor')
    await site.app.inject({ method: 'DELETE', url: `/api/docs/${jobs[1]!.documentId}`, headers })
    await agree('delete')
    assert.equal((await takeJobs(site, { worker: 'w', queues: ['docs'], limit: 2 })).length, 2)
    await agree('claim')
    assert.equal((await positionsByRows(site.db)).length, 5)
  })

  test('shows what another process enqueued and cancelled', async (t) => {
    const site = shared()
    const other = await openDb(site.config)
    lastFirst(t).after(() => other.close())
    const { body: made } = await pipelineOf(site).enqueue(await makeDocument(site))
    assert.deepEqual(await positionsByOrder(other), [[made.job_id, 1]])
    const { body: first } = await pipelineOf(site).enqueue(await makeDocument(site), { priority: 9 })
    await until('the other process sees both', async () => (await positionsByOrder(other)).at(-1)?.[1] === 2)
    assert.deepEqual(await positionsByOrder(other), await positionsByRows(other))
    await pipelineOf(site).call('POST', `/job/${first.job_id}/cancel`)
    await until('the other process sees one go', async () => (await positionsByOrder(other))[0]?.[1] === 1)
    assert.deepEqual(await positionsByOrder(other), [[made.job_id, 1]])
  })

  test('misses nothing that is enqueued while it is being read', async () => {
    const site = shared()
    const { enqueue } = pipelineOf(site)
    for (let round = 0; round < 10; round++) {
      const id = await makeDocument(site)
      // A queue that it has not been asked for yet makes the order read every queue again.
      const unknown = { id: 1, queue: `round ${round}`, priority: 5 }
      await Promise.all([orderOf(site.db).findPositions([unknown]), enqueue(id), positionsByOrder(site.db)])
      assert.deepEqual(await positionsByOrder(site.db), await positionsByRows(site.db))
    }
  })
})
