// Workers: what becomes of a job when its drafter, its worker or its document fails it, on both engines.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { DrafterFailure } from '#drafting/contract.ts'
import { openDb } from '#engine/db/open.ts'
import { LEASE_MS } from '#engine/queue/queue.ts'
import { recoverLostJobs } from '#features/pipeline/recovery.ts'
import { claimJobs, runClaimedJob } from '#features/pipeline/work.ts'
import { HOUR, MINUTE, SECOND } from '#time.ts'
import { onEngines, TestClock } from '../../test/build.ts'
import { lastFirst } from '../../test/cleaner.ts'
import { bucketOf, makeDocument, pipelineOf, plainDrafter, sharedSite, work } from '../../test/pipeline.ts'
import { until } from '../../test/until.ts'
import { runWorker } from './run.ts'

const never = () => new AbortController().signal
const signals = (lost = never()) => ({ lost, stopping: never(), hurry: never() })
const take = (site: Parameters<typeof claimJobs>[0], worker = 'w1') =>
  claimJobs(site, { worker, queues: ['docs'], limit: 1 })

onEngines('workers', (engine) => {
  const clock = new TestClock()
  const shared = sharedSite(engine, clock)

  test('a retryable fault is tried again after growing pauses, and the third one fails the job', async () => {
    const site = shared()
    const { enqueue, call, events } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: job } = await enqueue(id, { notes: 'x' })
    const faults = () => {
      throw new DrafterFailure('The model is busy.', { retryable: true })
    }
    const deps = { ...site, drafter: plainDrafter({ faults }) }
    for (const pause of [5 * SECOND, 30 * SECOND]) {
      await runClaimedJob(deps, (await take(site))[0]!, signals())
      const status = (await call('GET', `/status/${job.job_id}`)).body
      assert.partialDeepStrictEqual(status, { status: 'queued', error: 'The model is busy.' })
      assert.equal(await bucketOf(site, id), 'queued')
      assert.deepEqual(await take(site), [], 'not before its time')
      clock.advance(pause)
    }
    await runClaimedJob(deps, (await take(site))[0]!, signals())
    const failed = (await call('GET', `/status/${job.job_id}`)).body
    assert.partialDeepStrictEqual(failed, { status: 'failed', attempts: 3 })
    assert.equal(await bucketOf(site, id), 'failed')
    assert.deepEqual((await events(job.job_id)).slice(1), [
      'job.started',
      'step.started',
      'job.retrying',
      'job.retrying',
      'job.failed',
    ])
    assert.equal((await call('GET', '/backlog')).body[0].last_error, 'The model is busy.')
    assert.equal((await call('POST', `/iterations/${job.iteration_id}/redraft`, {})).status, 200)
  })

  test('a model that names a time is not asked before it', async () => {
    const site = shared()
    await pipelineOf(site).enqueue(await makeDocument(site))
    const faults = () => {
      throw new DrafterFailure('Slow down.', { retryable: true, retryAfterSeconds: 120 })
    }
    await runClaimedJob({ ...site, drafter: plainDrafter({ faults }) }, (await take(site))[0]!, signals())
    clock.advance(MINUTE)
    assert.deepEqual(await take(site), [])
    clock.advance(MINUTE)
    assert.equal((await take(site)).length, 1)
  })

  test('faults that no retry can mend, and bugs, fail the job at once with one sentence', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const [refused, bug] = [await makeDocument(site), await makeDocument(site)]
    const jobs = [(await enqueue(refused)).body, (await enqueue(bug)).body]
    const thrown = [new DrafterFailure('The key is wrong.', { retryable: false }), new TypeError('x is undefined')]
    const faults = () => {
      throw thrown.shift()
    }
    await work(site, { drafter: plainDrafter({ faults }), concurrency: 1 })
    const [first, second] = await Promise.all(
      jobs.map(async (job) => (await call('GET', `/status/${job.job_id}`)).body),
    )
    assert.equal(first.error, 'The key is wrong.')
    assert.equal(second.status, 'failed')
    assert.doesNotMatch(second.error, /undefined/)
  })

  test('a job that lost its worker goes on after its last finished step, and nothing is written twice', async () => {
    const site = shared()
    const { enqueue, events, job } = pipelineOf(site)
    const { body: queued } = await enqueue(await makeDocument(site), { notes: 'One.' })
    const [claimed] = await take(site, 'lost')
    const ran: string[] = []
    const hang = new Promise<void>(() => {})
    const faults = (step: string) => {
      ran.push(step)
      return step === 'question' ? hang : undefined
    }
    void runClaimedJob({ ...site, drafter: plainDrafter({ faults }) }, claimed!, signals())
    await until('the third step is under way', () => ran.includes('question'))
    assert.equal(await recoverLostJobs(site), 0, 'the lease still holds')
    clock.advance(LEASE_MS + 1)
    assert.equal(await recoverLostJobs(site), 1)
    await work(site, { drafter: plainDrafter({ faults: (step) => void ran.push(step) }) })
    assert.deepEqual(ran, ['plan', 'extract', 'question', 'question', 'draft'])
    const kinds = await events(queued.job_id)
    assert.equal(kinds.filter((kind) => kind === 'job.recovered').length, 1)
    assert.equal(kinds.filter((kind) => kind === 'step.started').length, 4)
    assert.equal(kinds.filter((kind) => kind === 'step.finished').length, 4)
    assert.equal((await job(queued.job_id)).iterations[0].questions.length, 1)
  })

  test('a worker that wakes up too late is refused by the fence', async () => {
    const site = shared()
    const { enqueue, events, job } = pipelineOf(site)
    const { body: queued } = await enqueue(await makeDocument(site), { notes: 'One.' })
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const [claimed] = await take(site, 'late')
    const late = runClaimedJob({ ...site, drafter: plainDrafter({ faults: () => asleep }) }, claimed!, signals())
    clock.advance(LEASE_MS + 1)
    await work(site)
    const before = await events(queued.job_id)
    wake()
    await late
    assert.deepEqual(await events(queued.job_id), before)
    assert.equal((await job(queued.job_id)).status, 'review')
  })

  test('a job that loses every worker in the same step fails in the end', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: job } = await enqueue(id)
    for (let lost = 0; lost < 7; lost++) {
      clock.advance(HOUR)
      assert.equal((await take(site)).length, 1)
      clock.advance(LEASE_MS + 1)
      assert.equal(await recoverLostJobs(site), 1)
    }
    assert.equal((await call('GET', `/status/${job.job_id}`)).body.status, 'failed')
    assert.equal(await bucketOf(site, id), 'failed')
  })

  test('a cancelled job and a deleted document stop their worker without a trace', async () => {
    const site = shared()
    const { enqueue, call, events } = pipelineOf(site)
    const [one, two] = [await makeDocument(site), await makeDocument(site)]
    const { body: job } = await enqueue(one)
    await enqueue(two)
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const deps = { ...site, drafter: plainDrafter({ faults: () => gate }) }
    const running = [...(await take(site)), ...(await take(site))].map((job) => runClaimedJob(deps, job, signals()))
    await call('POST', `/job/${job.job_id}/cancel`)
    await site.db.inTransaction((tx) => tx.deleteFrom('document_rows').where('id', '=', two).execute())
    go()
    await Promise.all(running)
    assert.equal((await events(job.job_id)).at(-1), 'job.cancelled')
    assert.equal((await call('GET', `/status/${job.job_id}`)).body.status, 'cancelled')
    assert.equal(await bucketOf(site, one), 'empty')
  })

  test('an orderly stop finishes the running step and hands the job back uncounted', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site), { notes: 'One.' })
    const stop = new AbortController()
    const faults = (step: string) => {
      if (step === 'extract') stop.abort()
    }
    await runWorker(site, { name: 'w', signal: stop.signal, drafter: plainDrafter({ faults }) })
    const status = (await call('GET', `/status/${job.job_id}`)).body
    assert.partialDeepStrictEqual(status, { status: 'queued', attempts: 0, progress: 0.5, step: 'question' })
    await work(site)
    assert.equal((await call('GET', `/status/${job.job_id}`)).body.status, 'review')
  })

  test('a step that does not end is cut short when the worker has to stop', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site))
    const stop = new AbortController()
    const drafter = plainDrafter()
    drafter.plan = (_inputs, { signal }) => {
      stop.abort()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    await runWorker(site, { name: 'w', signal: stop.signal, drafter, drainMs: 50 })
    const status = (await call('GET', `/status/${job.job_id}`)).body
    assert.partialDeepStrictEqual(status, { status: 'queued', attempts: 0, progress: 0 })
  })

  test('a running job whose claim is gone is told so by the heartbeat', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site))
    const stop = new AbortController()
    const drafter = plainDrafter()
    let told = false
    let started = false
    drafter.plan = (_inputs, { signal }) => {
      started = true
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          told = true
          reject(signal.reason)
        }),
      )
    }
    const running = runWorker(site, { name: 'w', signal: stop.signal, drafter, heartbeatMs: 30 })
    await until('the step is under way', () => started)
    await call('POST', `/job/${job.job_id}/cancel`)
    await until('the step is told to stop', () => told)
    stop.abort()
    await running
  })

  test('priority 9 is first, then the oldest', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const order = [5, 9, 0, 9, 5]
    const jobs: number[] = []
    for (const priority of order) jobs.push((await enqueue(await makeDocument(site), { priority })).body.job_id)
    const wanted = [jobs[1], jobs[3], jobs[0], jobs[4], jobs[2]]
    for (const [index, id] of wanted.entries())
      assert.equal((await call('GET', `/status/${id}`)).body.queue_position, index + 1)
    const taken: (number | undefined)[] = []
    for (let index = 0; index < order.length; index++) taken.push((await take(site))[0]?.jobId)
    assert.deepEqual(taken, wanted)
  })

  /** idleWorker waits on a database handle of its own, as another process would; its poll would come after an hour. */
  async function idleWorker(t: TestContext, name: string) {
    const site = shared()
    const db = await openDb(site.config)
    let looks = 0
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => {
        looks++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const stop = new AbortController()
    const begun: string[] = []
    const running = runWorker(
      { ...site, db: { ...db, read: db.read.withPlugin(count) } },
      {
        name,
        signal: stop.signal,
        drafter: plainDrafter({ faults: (step) => void begun.push(step) }),
        pollMs: HOUR,
        heartbeatMs: HOUR,
      },
    )
    lastFirst(t).after(async () => {
      stop.abort()
      await running
      await db.close()
    })
    await until('the worker has looked for jobs', () => looks >= 2)
    return { site, begun, looks: () => looks }
  }

  test('a waiting worker is woken by the enqueue of another process, not by its poll', async (t) => {
    const { site, begun } = await idleWorker(t, 'w1')
    await pipelineOf(site).enqueue(await makeDocument(site))
    await until('the worker begins', () => begun.includes('plan'))
  })

  test('writes that are about no job wake no worker', async (t) => {
    const { site, begun, looks } = await idleWorker(t, 'w2')
    const before = looks()
    for (let index = 0; index < 30; index++) {
      await makeDocument(site)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    // PostgreSQL's listener says once, when it is connected, that there may be news of anything.
    assert.ok(looks() - before <= 1, `${looks() - before} looks at 30 writes`)
    await pipelineOf(site).enqueue(await makeDocument(site))
    await until('the worker begins', () => begun.includes('plan'))
  })
})
