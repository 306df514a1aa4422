// Fifty callers at once: of enqueue, redraft, approve and cancel of one document exactly one wins each round.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines } from '../../../test/build.ts'
import { patiently } from '../../../test/patiently.ts'
import { makeDocument, pipelineOf, sharedSite, work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'

const RACERS = 50

onEngines('races in the pipeline', (engine) => {
  const shared = sharedSite(engine)

  test('a document that is deleted while it is enqueued is enqueued or not found, and nothing fails', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const editor = await site.person('editor')
    for (let round = 0; round < 8; round++) {
      const id = await makeDocument(site, { title: `Doomed ${round}` })
      const [one, many, gone] = await Promise.all([
        enqueue(id, { notes: 'One.' }),
        call('POST', '/enqueue_many', { document_ids: [id] }),
        site.app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers: editor.headers }),
      ])
      assert.ok([200, 404, 409].includes(one.status), JSON.stringify(one))
      assert.equal(many.status, 200, JSON.stringify(many))
      assert.equal(gone.statusCode, 204)
    }
  })

  test('enqueue, redraft, approve and cancel have one winner each among 50', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site)
    const race = async (what: string, run: () => Promise<{ status: number; body: { detail?: string } }>) => {
      const responses = await Promise.all(Array.from({ length: RACERS }, () => patiently(run)))
      const won = responses.filter(({ status }) => status === 200)
      assert.equal(won.length, 1, `${what}: ${won.length} winners`)
      assert.deepEqual([...new Set(responses.map(({ status }) => status))].sort(), [200, 409], what)
      return won[0]!.body as unknown as { job_id: number; iteration_id: number }
    }
    const first = await race('enqueue', () => enqueue(id, { notes: 'One.' }))
    await work(site)
    const second = await race('redraft', () => call('POST', `/iterations/${first.iteration_id}/redraft`, {}))
    await work(site)
    await race('approve', () => call('POST', `/iterations/${second.iteration_id}/approve`))
    const third = await race('redraft of an approved one', () =>
      call('POST', `/iterations/${second.iteration_id}/redraft`, { notes: 'Two.' }),
    )
    await race('cancel', () => call('POST', `/job/${third.job_id}/cancel`))
    const { jobs, events } = {
      jobs: await site.db.read.selectFrom('jobs').select(['id', 'status']).orderBy('id').execute(),
      events: await site.db.read.selectFrom('events').select('kind').execute(),
    }
    assert.deepEqual(pluck(jobs, 'status'), ['superseded', 'approved', 'cancelled'])
    for (const kind of ['iteration.approved', 'job.cancelled'])
      assert.equal(events.filter((event) => event.kind === kind).length, 1, kind)
  })

  test('approve and cancel against each other have one winner', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    for (let round = 0; round < 3; round++) {
      const id = await makeDocument(site)
      const { body: job } = await enqueue(id, { notes: 'One.' })
      await work(site)
      const ways = [
        () => call('POST', `/iterations/${job.iteration_id}/approve`),
        () => call('POST', `/job/${job.job_id}/cancel`),
      ]
      const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => ways[index % 2]!()))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1)
      assert.ok(responses.every(({ status }) => status === 200 || status === 409))
    }
  })

  test('several workers finish many jobs, each once', async () => {
    const site = shared()
    const ids: number[] = []
    for (let index = 0; index < 30; index++) ids.push(await makeDocument(site))
    await pipelineOf(site).call('POST', '/enqueue_many', { document_ids: ids, notes: 'One.' })
    await Promise.all(['a', 'b', 'c'].map((name) => work(site, { name, concurrency: 3 })))
    const events = await site.db.read.selectFrom('events').select(['job_id', 'kind']).execute()
    assert.equal(events.filter(({ kind }) => kind === 'draft.ready').length, 30)
    assert.equal(events.filter(({ kind }) => kind === 'step.finished').length, 120)
    assert.equal(events.filter(({ kind }) => kind === 'job.recovered').length, 0)
  })
})
