// Positions in the queue agree with the order in which claims take the rows, and are counted in an index.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimJobs } from '#features/pipeline/work.ts'
import { onEngines } from '../../../test/build.ts'
import { makeDocument, pipelineOf, sharedSite } from '../../../test/pipeline.ts'
import type { Db } from '../db/db.ts'
import { findPositions } from './positions.ts'

const selectQueued = ({ read }: Db) =>
  read.selectFrom('jobs').select(['id', 'queue', 'priority']).where('status', '=', 'queued')

/** positionsByRows is what the positions have to be, read from the rows as claims read them. */
async function positionsByRows(db: Db): Promise<[number, number][]> {
  const rows = await selectQueued(db).execute()
  rows.sort((a, b) => b.priority - a.priority || a.id - b.id)
  return rows.map(({ id }, index) => [id, index + 1])
}

async function positionsByCount(db: Db): Promise<[number, number][]> {
  return [...(await findPositions(db.read, await selectQueued(db).execute()))].sort(([, a], [, b]) => a - b)
}

onEngines('positions in the queue', (engine) => {
  const shared = sharedSite(engine)

  test('are right after every enqueue, cancel, claim and delete', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const agree = async (what: string) =>
      assert.deepEqual(await positionsByCount(site.db), await positionsByRows(site.db), what)
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
    assert.equal((await claimJobs(site, { worker: 'w', queues: ['docs'], limit: 2 })).length, 2)
    await agree('claim')
    assert.equal((await positionsByRows(site.db)).length, 5)
  })

  test('are those of queued jobs alone', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const { body } = await enqueue(await makeDocument(site))
    await call('POST', `/job/${body.job_id}/cancel`)
    assert.deepEqual(await findPositions(site.db.read, [{ id: body.job_id, queue: 'docs' }]), new Map())
  })
})
