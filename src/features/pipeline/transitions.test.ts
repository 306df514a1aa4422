// The state machine of jobs: which transition leads where, what follows from each, and that no other way exists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#actor.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'
import { ACTIVE, ENDED, TRANSITIONS, type Transition } from '#engine/queue/states.ts'
import { type Built, onEngines } from '../../../test/build.ts'
import { bucketOf, makeDocument, sharedSite } from '../../../test/pipeline.ts'
import { firstInputs } from './content.ts'
import { transition } from './transitions.ts'

const ACTOR: Actor = { userId: null, role: 'editor', label: 'Ada', member: true }
const STATUSES: JobStatus[] = [...ACTIVE, ...ENDED]
const FINDINGS = JSON.stringify({ provenance: {} })
const FENCE = 3

/** jobIn makes a document with a job of the status, as if it had come there; a lease has just run out. */
async function jobIn({ db, clock }: Built, status: JobStatus): Promise<{ jobId: number; documentId: number }> {
  const [documentId, now] = [await makeDocument({ db, clock }), clock.now()]
  return db.inTransaction(async (tx) => {
    const times = { created_at: now, updated_at: now }
    const held = status === 'processing' ? { worker: 'w', lease_until: now - 1 } : {}
    const { id: jobId } = await tx
      .insertInto('jobs')
      .values({
        document_id: documentId,
        status,
        step: 'plan',
        fence: FENCE,
        run_at: now,
        error: 'No.',
        ...held,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const document = tx.selectFrom('documents').select('published_id').where('id', '=', documentId)
    const { published_id } = await document.executeTakeFirstOrThrow()
    const base = {
      number: 1,
      base_version: 1,
      base_id: published_id,
      draft_id: published_id,
      findings: FINDINGS,
      planning: JSON.stringify({ inputs: firstInputs('', '') }),
    }
    await tx
      .insertInto('iterations')
      .values({ job_id: jobId, document_id: documentId, status, ...base, ...times })
      .execute()
    return { jobId, documentId }
  })
}

/** ATTEMPTS tries each transition on the job; `given up` is the other outcome of two of them. */
const ATTEMPTS: Record<Exclude<Transition, 'enqueued'> | 'given up', (site: Built, jobId: number) => Promise<unknown>> =
  {
    claimed: (site) => move(site, 'claimed', { worker: 'w', queues: ['docs'], limit: 10 }),
    drafted: (site, jobId) =>
      move(site, 'drafted', {
        claim: { jobId, fence: FENCE },
        progress: 1,
        step: 'draft',
        fields: async () => ({}),
        raise: async () => [{ kind: 'draft.ready', message: 'Ready' }],
      }),
    handedBack: (site, jobId) => move(site, 'handedBack', { jobId, fence: FENCE }),
    stepFailed: (site, jobId) => move(site, 'stepFailed', failed(jobId, 1000)),
    'given up': (site, jobId) => move(site, 'stepFailed', failed(jobId, undefined)),
    lost: (site) => move(site, 'lost', undefined),
    approved: (site, jobId) => move(site, 'approved', { jobId, actor: ACTOR, version: 2 }),
    superseded: (site, jobId) => move(site, 'superseded', { jobId }),
    cancelled: (site, jobId) => move(site, 'cancelled', { jobId, actor: ACTOR }),
  }

const failed = (jobId: number, pause: number | undefined) => ({
  claim: { jobId, fence: FENCE },
  failures: 1,
  step: 'plan' as const,
  error: 'Busy.',
  pause,
  usage: undefined,
})

const move = <T extends Transition>(site: Built, what: T, input: Parameters<typeof transition<T>>[3]) =>
  site.db.inTransaction((tx) => transition(site, tx, what, input, site.clock.now()))

async function stateOf({ db }: Built, jobId: number) {
  const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const iteration = await db.read
    .selectFrom('iterations')
    .select('status')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const events = await db.read.selectFrom('events').select('kind').where('job_id', '=', jobId).orderBy('id').execute()
  return { job, iteration: iteration.status, events: events.map(({ kind }) => kind) }
}

/** What each transition leads to: the status of job and iteration, the document's bucket, the events. */
const OUTCOMES: [keyof typeof ATTEMPTS, JobStatus, string, string[]][] = [
  ['claimed', 'processing', 'processing', []],
  ['drafted', 'review', 'empty', ['draft.ready']],
  ['handedBack', 'queued', 'queued', []],
  ['stepFailed', 'queued', 'queued', ['job.retrying']],
  ['given up', 'failed', 'failed', ['job.failed']],
  ['lost', 'queued', 'queued', ['job.recovered']],
  ['approved', 'approved', 'empty', ['iteration.approved']],
  ['superseded', 'superseded', 'empty', []],
  ['cancelled', 'cancelled', 'empty', ['job.cancelled']],
]

onEngines('transitions of jobs', (engine) => {
  const shared = sharedSite(engine)

  for (const [what, status, bucket, events] of OUTCOMES) {
    const { from } = TRANSITIONS[what === 'given up' ? 'stepFailed' : what]
    for (const before of from)
      test(`${what}: ${before} → ${status}, with iteration, bucket and events`, async () => {
        const site = shared()
        const { jobId, documentId } = await jobIn(site, before)
        await ATTEMPTS[what](site, jobId)
        const after = await stateOf(site, jobId)
        assert.deepEqual([after.job.status, after.iteration, after.events], [status, status, events])
        assert.equal(await bucketOf(site, documentId), bucket)
      })

    test(`${what}: moves no job that is elsewhere`, async () => {
      const site = shared()
      for (const before of STATUSES.filter((one) => !(from as readonly JobStatus[]).includes(one))) {
        const { jobId } = await jobIn(site, before)
        const state = await stateOf(site, jobId)
        await ATTEMPTS[what](site, jobId).catch(() => {})
        assert.deepEqual(await stateOf(site, jobId), state, before)
      }
    })
  }

  test('enqueued: a document with an active job gets no other', async () => {
    const site = shared()
    for (const status of STATUSES) {
      const { documentId } = await jobIn(site, status)
      const iteration = { number: 2, base_version: 1 }
      const jobs = [{ documentId, priority: 5, iteration }]
      const moved = await move(site, 'enqueued', { actor: ACTOR, jobs })
      assert.equal(moved.length, (ACTIVE as readonly JobStatus[]).includes(status) ? 0 : 1, status)
    }
  })

  test('a transition that does not commit leaves no trace, the queue positions included', async () => {
    const site = shared()
    const { jobId } = await jobIn(site, 'queued')
    const state = await stateOf(site, jobId)
    const undone = site.db.inTransaction(async (tx) => {
      await transition(site, tx, 'cancelled', { jobId, actor: ACTOR }, site.clock.now())
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(await stateOf(site, jobId), state)
    assert.equal((await site.jobs.findNewest([state.job.document_id])).get(state.job.document_id)?.queue_position, 1)
  })
})
