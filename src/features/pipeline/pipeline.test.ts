// The pipeline's endpoints from enqueue to approval, through the whole kernel, on both engines.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { DrafterFailure } from '#drafting/contract.ts'
import { onEngines } from '../../../test/build.ts'
import { bucketOf, makeDocument, pipelineOf, plainDrafter, sharedSite, work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'

const NONE = 999_999

onEngines('the pipeline', (engine) => {
  const shared = sharedSite(engine)

  test('a job that was enqueued waits in the queue, and its document with it', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: job } = await enqueue(id)
    assert.deepEqual(
      { ...job, job_id: 0, iteration_id: 0 },
      { job_id: 0, iteration_id: 0, document_id: id, status: 'queued', bucket: 'queued' },
    )
    assert.equal((await call('GET', `/status/${job.job_id}`)).body.queue_position, 1)
    assert.equal(await bucketOf(site, id), 'queued')
    await work(site)
  })

  /** inReview is a job whose draft is written. */
  async function inReview() {
    const site = shared()
    const { enqueue, job, events } = pipelineOf(site)
    const document = await makeDocument(site)
    const { body } = await enqueue(document, { notes: 'Copy the file.', priority: 7 })
    await work(site)
    return { site, document, detail: await job(body.job_id), events: await events(body.job_id) }
  }

  test('a job that went through its steps is in review, with what is open', async () => {
    const { site, document, detail } = await inReview()
    const { status, step, progress, attempts, queue_position, open_questions, open_actions, priority } = detail
    assert.deepEqual(
      { status, step, progress, attempts, queue_position, open_questions, open_actions, priority },
      {
        ...{ status: 'review', step: 'draft', progress: 1, attempts: 1, queue_position: null },
        ...{ open_questions: 1, open_actions: 1, priority: 7 },
      },
    )
    assert.equal(await bucketOf(site, document), 'processing')
  })

  test('an iteration holds what each step made', async () => {
    const [iteration] = (await inReview()).detail.iterations
    assert.partialDeepStrictEqual(iteration, { number: 1, planning: { inputs: { notes: 'Copy the file.' } } })
    assert.equal(iteration.planning.kind, 'reference')
    assert.deepEqual([iteration.extracted.statements, iteration.extracted.ledger], [[], []])
    assert.deepEqual(iteration.draft.edits, [])
    assert.equal(iteration.draft.blocks[0].content[0].text, 'Copy the file.')
    assert.deepEqual(iteration.usage.calls, 0)
  })

  test('the history of a job has every step, question and action', async () => {
    const step = ['step.started', 'step.finished']
    const raised = ['question.raised', 'action.raised']
    assert.deepEqual((await inReview()).events, [
      ...['job.queued', 'job.started', ...step, ...step, ...step],
      ...[...raised, ...step, 'draft.ready'],
    ])
  })

  test('what is wrong with an order is said at its place', async () => {
    const { enqueue, call } = pipelineOf(shared())
    assert.equal((await enqueue(NONE)).status, 404)
    assert.equal((await enqueue(1e300)).status, 404)
    assert.equal((await call('POST', '/enqueue', {})).status, 422)
    assert.equal((await call('POST', '/enqueue')).status, 422)
    assert.equal((await enqueue(NONE, { priority: 10 })).body.detail[0].type, 'less_than_equal')
    assert.equal((await enqueue(NONE, { notes: 'x'.repeat(20_001) })).body.detail[0].type, 'string_too_long')
    const bad = await enqueue(NONE, { material: [{ title: 'a', text: 'b', url: 'javascript:alert(1)' }] })
    assert.deepEqual(bad.body.detail[0].loc, ['body', 'material', 0, 'url'])
    for (const path of [`/status/${NONE}`, `/job/${NONE}`, `/job/${NONE}/events`, `/job/${NONE}/events/stream`])
      assert.equal((await call('GET', path)).body.detail, 'Job not found', path)
    assert.equal((await call('GET', '/status/abc')).status, 422)
    assert.equal((await call('POST', `/job/${NONE}/cancel`)).status, 404)
    assert.equal((await call('GET', `/backlog?category_id=${NONE}`)).body.detail, 'Category not found')
  })

  test('enqueue_many says what it took and what it left out', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const [first, second, busy] = [await makeDocument(site), await makeDocument(site), await makeDocument(site)]
    await enqueue(busy)
    const { body } = await call('POST', '/enqueue_many', { document_ids: [second, first, NONE, second, busy] })
    assert.deepEqual(pluck(body.enqueued, 'document_id'), [second, first])
    assert.ok(body.enqueued[0].job_id < body.enqueued[1].job_id, 'the order given is the order of the queue')
    assert.deepEqual(body.skipped, [
      { document_id: second, reason: 'duplicate' },
      { document_id: NONE, reason: 'not_found' },
      { document_id: busy, reason: 'active_job' },
    ])
    for (const payload of [{}, { document_ids: [first], category_id: 1 }, { document_ids: [] }, { category_id: NONE }])
      assert.equal((await call('POST', '/enqueue_many', payload)).status, 422, JSON.stringify(payload))
  })

  test('the backlog and enqueue_many take the whole subtree of a category', async () => {
    const site = shared()
    const { call } = pipelineOf(site)
    const now = site.clock.now()
    const [top, below, beside] = await site.db.inTransaction(async (tx) => {
      const add = async (name: string, parent: number | null, position: number) =>
        (
          await tx
            .insertInto('category_rows')
            .values({
              name,
              slug: name,
              parent_id: parent,
              position,
              depth: parent ? 1 : 0,
              created_at: now,
              updated_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      const root = await add('top', null, 0)
      return [root, await add('below', root, 0), await add('beside', null, 1)]
    })
    const inside = [await makeDocument(site, { categoryId: top! }), await makeDocument(site, { categoryId: below! })]
    await makeDocument(site, { categoryId: below!, text: 'It has content.' })
    const outside = await makeDocument(site, { categoryId: beside! })

    const backlog = (await call('GET', `/backlog?category_id=${top}`)).body
    assert.deepEqual(pluck(backlog, 'id'), inside)
    assert.equal(backlog[1].category, 'below')
    assert.equal((await call('GET', '/backlog')).body.at(-1).id, outside)
    const { body } = await call('POST', '/enqueue_many', { category_id: top })
    assert.deepEqual(pluck(body.enqueued, 'document_id'), inside)
    assert.deepEqual((await call('GET', `/backlog?category_id=${top}`)).body, [])
  })

  describe('questions and actions', () => {
    /** twoInReview is two jobs in review; paths lead to the question and the action of the first. */
    async function twoInReview() {
      const site = shared()
      const { enqueue, call, job, events } = pipelineOf(site)
      const jobs: number[] = []
      for (const notes of ['A', 'B']) jobs.push((await enqueue(await makeDocument(site), { notes })).body.job_id)
      await work(site)
      const [mine, other] = await Promise.all(jobs.map(async (id) => (await job(id)).iterations[0]))
      const question = `/iterations/${mine.id}/questions/${mine.questions[0].id}/answer`
      const action = `/iterations/${mine.id}/actions/${mine.actions[0].id}`
      return { call, events: () => events(jobs[0]!), job: jobs[0]!, mine, other, question, action }
    }

    test('a question takes an answer, and a better one later', async () => {
      const { call, question, events } = await twoInReview()
      assert.equal((await call('POST', question, { answer: '  ' })).status, 422)
      for (const answer of ['Daily.', 'Weekly.'])
        assert.equal((await call('POST', question, { answer })).body.answer, answer)
      assert.deepEqual((await events()).slice(-2), ['question.answered', 'question.answered'])
    })

    test('a question or an action has to belong to its iteration', async () => {
      const { call, mine, other } = await twoInReview()
      const detail = async (path: string) => (await call('POST', path, { answer: 'x' })).body.detail
      const [{ id: question }, { id: action }] = [mine.questions[0], mine.actions[0]]
      assert.equal(await detail(`/iterations/${other.id}/questions/${question}/answer`), 'Question not found')
      assert.equal(await detail(`/iterations/${NONE}/questions/${question}/answer`), 'Iteration not found')
      assert.equal(
        (await call('POST', `/iterations/${other.id}/actions/${action}/resolve`)).body.detail,
        'Action not found',
      )
      assert.equal((await call('GET', `/iterations/${NONE}/actions`)).status, 404)
    })

    test('an action is answered, resolved, opened again and resolved', async () => {
      const { call, mine, job, action, events } = await twoInReview()
      assert.equal((await call('POST', `${action}/answer`, { answer: 'Checked.' })).body.answer, 'Checked.')
      assert.equal((await call('POST', `${action}/resolve`, {})).body.resolved, true)
      assert.equal((await call('POST', `${action}/resolve`, { resolved: false })).body.resolved_at, null)
      assert.equal((await call('POST', `${action}/resolve`)).body.resolved, true)
      assert.equal((await call('GET', `/iterations/${mine.id}/actions`)).body[0].resolved, true)
      assert.equal((await call('GET', `/status/${job}`)).body.open_actions, 0)
      const resolved = Array(3).fill('action.resolved')
      assert.deepEqual((await events()).slice(-4), ['action.answered', ...resolved])
    })

    test('a closed iteration takes no answers', async () => {
      const { call, mine, question, action } = await twoInReview()
      await call('POST', `${action}/resolve`)
      assert.equal((await call('POST', `/iterations/${mine.id}/approve`)).status, 200)
      assert.equal((await call('POST', question, { answer: 'Late.' })).status, 409)
      assert.equal((await call('POST', `${action}/resolve`)).status, 409)
    })
  })

  test('a draft is edited in review alone, and its blocks are checked', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site), { notes: 'x' })
    const url = `/api/docs/iterations/${job.iteration_id}/draft`
    assert.equal((await call('PUT', url, { blocks: [] })).status, 409)
    await work(site)
    const bad = await call('PUT', url, { blocks: [{ type: 'image', props: { url: 'javascript:1' } }] })
    assert.equal(bad.status, 422)
    assert.deepEqual(bad.body.detail[0].loc.slice(0, 3), ['body', 'blocks', 0])
    assert.equal((await call('PUT', url, { title: 'T' })).status, 422)
    assert.equal((await call('PUT', `/api/docs/iterations/${NONE}/draft`, { blocks: [] })).status, 404)
    assert.equal((await call('PUT', url, { blocks: [], title: 'T' })).body.draft.title, 'T')
  })

  test('a job is cancelled from every active state, and the document goes back to rest', async () => {
    const site = shared()
    const { enqueue, call, events } = pipelineOf(site)
    const [empty, full] = [await makeDocument(site), await makeDocument(site, { text: 'Content.' })]
    const { body: queued } = await enqueue(empty)
    const cancelled = await call('POST', `/job/${queued.job_id}/cancel`)
    assert.equal(cancelled.body.status, 'cancelled')
    assert.equal(await bucketOf(site, empty), 'empty')
    assert.equal((await call('POST', `/job/${queued.job_id}/cancel`)).status, 409)
    const { body: reviewed } = await enqueue(full, { notes: 'x' })
    await work(site)
    assert.equal((await call('POST', `/job/${reviewed.job_id}/cancel`)).status, 200)
    assert.equal(await bucketOf(site, full), 'approved')
    assert.equal((await events(reviewed.job_id)).at(-1), 'job.cancelled')
    assert.equal((await enqueue(full)).status, 200, 'the document is free again')
  })

  test('a document shows its newest job as it stands, however often it was read before', async () => {
    const site = shared()
    const { enqueue } = pipelineOf(site)
    const editor = await site.person('editor')
    const id = await makeDocument(site)
    const { slug } = await site.db.read
      .selectFrom('documents')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const shown = async () => {
      const paths = [`/api/docs/${slug}`, `/api/admin/docs/${id}`]
      const answers = await Promise.all(paths.map((url) => site.app.inject({ url, headers: editor.headers })))
      return answers.map(({ body }) => JSON.parse(body).job?.status ?? null)
    }
    assert.deepEqual(await shown(), [null, null])
    await enqueue(id, { notes: 'One.' })
    assert.deepEqual(await shown(), ['queued', 'queued'])
    const seen: string[][] = []
    const faults = async (step: string) => {
      if (step === 'draft') seen.push(await shown())
    }
    await work(site, { drafter: plainDrafter({ faults }) })
    assert.deepEqual(seen, [['processing', 'processing']])
    assert.deepEqual(await shown(), ['review', 'review'])
    const { body } = await site.app.inject({ url: '/api/admin/docs/buckets/processing', headers: editor.headers })
    assert.equal(JSON.parse(body).items[0].job.status, 'review')
  })

  test('what tells no language by its words has that of the document, else of the site', async () => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const languageOf = async (lang?: string) => {
      const { body: document } = await call('POST', '/api/docs/', { title: 'E', ...(lang && { lang }) })
      const { body } = await enqueue(document.id)
      await work({ ...site, config: { ...site.config, siteLang: 'ja' } }, { drafter: builtinDrafter })
      return (await job(body.job_id)).iterations[0].planning.language
    }
    assert.equal(await languageOf('de-AT'), 'de')
    assert.equal(await languageOf(), 'ja')
  })

  test('a long step tells how far it has come, and begins again when it fails', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site, (await site.person('editor')).headers)
    const { body } = await enqueue(await makeDocument(site), { notes: 'One.' })
    const plain = plainDrafter()
    const seen: number[] = []
    const draft: typeof plain.draft = async (...given) => {
      await given[3].report?.('Writing part 2 of 4: Facts', 0.5)
      seen.push((await job(body.job_id)).progress)
      if (seen.length === 1) throw new DrafterFailure('Busy.', { retryable: true, retryAfterSeconds: 0 })
      return plain.draft(...given)
    }
    await work(site, { drafter: { ...plain, draft } })
    assert.deepEqual(seen, [0.875, 0.875])
    assert.equal((await job(body.job_id)).progress, 1)
    const { body: events } = await call('GET', `/job/${body.job_id}/events`)
    const told = events.filter(({ message }: { message: string }) => message === 'Writing part 2 of 4: Facts')
    assert.deepEqual(
      told.map(({ kind, data }: { kind: string; data: unknown }) => [kind, data]),
      Array(2).fill(['step.started', { step: 'draft', seconds: 0, done: 0.5 }]),
    )
  })
})
