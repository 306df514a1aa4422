// Redrafting and approving: what survives, and what is in the way, on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VISITOR } from '#actor.ts'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { DrafterFailure } from '#drafting/contract.ts'
import { onEngines } from '../../../test/build.ts'
import {
  bucketOf,
  makeDocument,
  paragraph,
  pipelineOf,
  plainDrafter,
  sharedSite,
  work,
} from '../../../test/pipeline.ts'
import { approve } from './approve.ts'

const NONE = 999_999

onEngines('redraft and approval', (engine) => {
  const shared = sharedSite(engine)

  test('approval makes the draft the document, once', async () => {
    const site = shared()
    const { enqueue, call, job, events } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: queued } = await enqueue(id, { notes: 'Copy the file.' })
    assert.equal((await call('POST', `/iterations/${queued.iteration_id}/approve`)).status, 409)
    await work(site)
    const editor = await site.person('editor')
    const approved = await pipelineOf(site, editor.headers).call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(approved.status, 200)
    assert.partialDeepStrictEqual(approved.body, { bucket: 'approved', version: 2 })
    assert.equal(await bucketOf(site, id), 'approved')
    const { blocks } = await site.db.read
      .selectFrom('documents')
      .innerJoin('revisions', 'revisions.id', 'documents.published_id')
      .select('blocks')
      .where('documents.id', '=', id)
      .executeTakeFirstOrThrow()
    assert.match(blocks, /Copy the file\./)
    const detail = await job(queued.job_id)
    assert.equal(detail.status, 'approved')
    assert.equal(detail.iterations[0].approved_by.id, editor.id)
    assert.equal((await events(queued.job_id)).at(-1), 'iteration.approved')
    assert.equal((await call('POST', `/iterations/${queued.iteration_id}/approve`)).status, 409)
    assert.equal((await call('POST', `/iterations/${NONE}/approve`)).status, 404)
  })

  test('approval leaves what is not published yet alone, and marks it to be merged', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site)
    const { headers } = await site.person('editor')
    const url = `/api/docs/${id}?publish=false`
    await site.app.inject({ method: 'PUT', url, headers, payload: { markdown: 'Written by hand.' } })
    const { body: queued } = await enqueue(id, { notes: 'Copy the file.' })
    await work(site)
    assert.equal((await call('POST', `/iterations/${queued.iteration_id}/approve`)).status, 200)
    const copy = (await site.app.inject({ url: `/api/docs/${id}/working-copy`, headers })).json()
    assert.deepEqual({ to_merge: copy.to_merge, version: copy.version }, { to_merge: true, version: 1 })
    assert.match(JSON.stringify(copy.blocks), /Written by hand\./)
  })

  test('a draft that is edited while it is made ready is made ready again, outside the transaction', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: queued } = await enqueue(id, { notes: 'Copy the file.' })
    await work(site)
    const edit = async (text: string) => {
      const blocks = [{ ...paragraph('c', text), type: 'codeBlock', props: { language: 'js' } }]
      assert.equal((await call('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, { blocks })).status, 200)
    }
    let transactions = 0
    /** Just before each of approval's transactions someone edits the draft, `times` times in all. */
    const editedBefore = (times: number): typeof site.db => ({
      ...site.db,
      inTransaction: async (change) => {
        if (++transactions <= times) await edit(`let edits = ${transactions}`)
        return site.db.inTransaction(change)
      },
    })
    const approveWith = (db: typeof site.db) => approve({ ...site, db }, VISITOR, queued.iteration_id)
    await assert.rejects(approveWith(editedBefore(1000)), { status: 409, message: /is being edited/ })
    assert.equal(transactions, 5)
    transactions = 0
    assert.equal((await approveWith(editedBefore(2))).version, 2)
    assert.equal(transactions, 3)
    const stored = site.db.read.selectFrom('texts').select(['text', 'html']).where('document_id', '=', id)
    const { text, html } = await stored.executeTakeFirstOrThrow()
    assert.match(text, /let edits = 2/)
    assert.match(html, /<span class="tk-keyword">let<\/span>/)
  })

  test('an unresolved blocking action stands in the way of approval and is named', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site)
    const { body: queued } = await enqueue(await makeDocument(site), { notes: 'x' })
    await work(site, { drafter: plainDrafter({ blocking: true }) })
    const [action] = (await job(queued.job_id)).iterations[0].actions
    const refused = await call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.blockers, [{ kind: 'verify', id: action.id, message: 'Check the figure' }])
    await call('POST', `/iterations/${queued.iteration_id}/actions/${action.id}/resolve`)
    assert.equal((await call('POST', `/iterations/${queued.iteration_id}/approve`)).status, 200)
  })

  test('a document that was changed by hand is not overwritten unseen', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site, (await site.person('editor')).headers)
    const id = await makeDocument(site, { text: 'Old.' })
    const { body: queued } = await enqueue(id, { notes: 'New.' })
    await work(site)
    const rename = async (title: string) => assert.equal((await call('PUT', `/api/docs/${id}`, { title })).status, 200)
    await rename('By hand')
    const approve = `/iterations/${queued.iteration_id}/approve`
    const refused = await call('POST', approve)
    assert.equal(refused.status, 409)
    assert.match(refused.body.blockers[0].message, /changed by hand/)
    assert.equal((await call('POST', approve)).body.blockers.length, 1, 'raised once')
    const raised = (await job(queued.job_id)).iterations[0].actions.at(-1)
    assert.equal(raised.meta.blocking, true)
    await call('POST', `/iterations/${queued.iteration_id}/actions/${raised.id}/resolve`)
    await rename('By hand, again')
    assert.equal((await call('POST', approve)).status, 409, 'a later change is a new one')
    await rename('By hand')
    assert.equal((await call('POST', approve)).status, 200, 'what was looked at may be replaced')
  })

  test('a redraft that has what was written by hand may be approved; one that lacks a part of it may not', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site, (await site.person('editor')).headers)
    const id = await makeDocument(site, { text: 'Old.' })
    const { body: queued } = await enqueue(id, { notes: 'New.' })
    await work(site)
    const blocks = [paragraph('p1', 'Old.'), paragraph('p2', 'Added by hand.'), paragraph('p3', 'This, too.')]
    assert.equal((await call('PUT', `/api/docs/${id}`, { blocks })).status, 200)
    const redraft = async (iteration: number, notes: string) => {
      const { body } = await call('POST', `/iterations/${iteration}/redraft`, { notes })
      await work(site)
      return { iteration: body.iteration_id, approved: await call('POST', `/iterations/${body.iteration_id}/approve`) }
    }
    assert.equal((await call('POST', `/iterations/${queued.iteration_id}/approve`)).status, 409)
    const half = await redraft(queued.iteration_id, 'Added by hand.')
    assert.equal(half.approved.status, 409)
    assert.match(half.approved.body.blockers[0].message, /does not have all of it/)
    const whole = await redraft(half.iteration, 'This, too.')
    assert.deepEqual([whole.approved.status, whole.approved.body.detail], [200, undefined])
  })

  test('a draft that was edited since it was read is 412 to who says so, and a malformed If-Match is 422', async () => {
    const site = shared()
    const { enqueue, job } = pipelineOf(site)
    const { body: queued } = await enqueue(await makeDocument(site), { notes: 'One.' })
    await work(site)
    const [read] = (await job(queued.job_id)).iterations
    const put = (title: string, ifMatch?: string) =>
      pipelineOf(site, ifMatch ? { 'if-match': ifMatch } : {}).call('PUT', `/api/docs/iterations/${read.id}/draft`, {
        title,
        blocks: read.draft.blocks,
      })
    const first = await put('First', `"${read.updated_at}"`)
    assert.equal(first.status, 200)
    assert.equal(first.response.headers.etag, `"${first.body.updated_at}"`)
    const stale = await put('Second', `"${read.updated_at}"`)
    assert.equal(stale.status, 412)
    assert.equal(stale.body.detail, `Version ${read.updated_at} is not current (now ${first.body.updated_at})`)
    assert.equal((await job(queued.job_id)).iterations[0].draft.title, 'First')
    const odd = await put('Second', '"7"')
    assert.equal(odd.status, 422)
    assert.deepEqual(odd.body.detail[0].loc, ['header', 'if-match'])
    assert.equal((await put('Second')).status, 200)
    const [now] = (await job(queued.job_id)).iterations
    const racers = await Promise.all(Array.from({ length: 8 }, (_, at) => put(`Racer ${at}`, `"${now.updated_at}"`)))
    assert.deepEqual(racers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)])
  })

  /** redrafted answers and edits a first draft, and asks for a second one, which waits for a worker. */
  async function redrafted() {
    const site = shared()
    const { enqueue, call, job, events } = pipelineOf(site)
    const id = await makeDocument(site)
    const material = [{ title: 'Manual', text: 'Tapes are old.' }]
    const { body: first } = await enqueue(id, { notes: 'One.\nTwo.\nThree.', material })
    await work(site)
    const before = (await job(first.job_id)).iterations[0]
    await call('POST', `/iterations/${before.id}/questions/${before.questions[0].id}/answer`, { answer: 'Daily.' })
    const [one, , three] = before.draft.blocks
    const edited = { blocks: [paragraph(one.id, 'One, by a person.'), three], summary: 'Mine' }
    const put = await call('PUT', `/api/docs/iterations/${before.id}/draft`, edited)
    assert.equal(put.status, 200)
    const { body: queued, status } = await call('POST', `/iterations/${before.id}/redraft`, { notes: 'Four.' })
    assert.equal(status, 200)
    return { site, call, job, events, material, first, before, one, three, put, queued }
  }

  test('an edited block of a draft is by a person, the others stay as they were', async () => {
    const { site, put, one, three } = await redrafted()
    assert.equal(put.body.draft.provenance[one.id].origin, 'human')
    assert.equal(put.body.draft.provenance[three.id].origin, 'notes')
    await work(site)
  })

  test('a redraft supersedes the job before it, and knows it', async () => {
    const { site, job, events, first, queued } = await redrafted()
    assert.equal(queued.previous_job_id, first.job_id)
    const old = await job(first.job_id)
    assert.deepEqual([old.status, old.iterations[0].status], ['superseded', 'superseded'])
    assert.equal((await events(first.job_id)).at(-1), 'iteration.redrafted')
    assert.equal((await job(queued.job_id)).parent_job_id, first.job_id)
    await work(site)
  })

  test('a redraft starts from everything that was said before', async () => {
    const { site, job, queued, one, material } = await redrafted()
    const { number, planning, extracted } = (await job(queued.job_id)).iterations[0]
    assert.equal(number, 2)
    assert.equal(planning.inputs.notes, 'Four.')
    assert.deepEqual(planning.inputs.earlier_notes, ['One.\nTwo.\nThree.'])
    assert.equal(planning.inputs.answers[0].answer, 'Daily.')
    assert.equal(planning.inputs.actions[0].kind, 'verify')
    assert.deepEqual(planning.inputs.edited_block_ids, [one.id])
    assert.deepEqual(planning.inputs.deleted_texts, ['One.', 'Two.'], 'the old wording of an edit too')
    assert.ok(Array.isArray(extracted.related))
    const seen: Parameters<ReturnType<typeof plainDrafter>['plan']>[0][] = []
    await work(site, { drafter: plainDrafter({ seen }) })
    assert.deepEqual(seen[0]?.material, material)
    assert.equal(seen[0]?.previous?.summaryEdited, true)
  })

  test('edits and answers survive a redraft, and what was answered is not asked again', async () => {
    const { site, job, queued } = await redrafted()
    await work(site)
    const { draft, questions } = (await job(queued.job_id)).iterations[0]
    assert.match(JSON.stringify(draft.blocks), /One, by a person\./)
    assert.match(JSON.stringify(draft.blocks), /Daily\./)
    assert.deepEqual(questions, [])
  })

  test('only the newest iteration is redrafted', async () => {
    const { site, call, before } = await redrafted()
    await work(site)
    assert.equal((await call('POST', `/iterations/${before.id}/redraft`, {})).status, 409)
    assert.equal((await call('POST', `/iterations/${NONE}/redraft`, {})).status, 404)
  })

  test('the built-in drafter takes a document from notes to a published page', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site)
    const id = await makeDocument(site, { title: 'Backups' })
    const { body: queued } = await enqueue(id, {
      notes:
        'The backup copies the database to tape every night.\n\n- Insert the tape.\n- Start the copy.\n\nSee [more](/read/nowhere).',
    })
    await work(site, { drafter: builtinDrafter })
    const drafted = await job(queued.job_id)
    assert.deepEqual({ status: drafted.status, step: drafted.step }, { status: 'review', step: 'draft' })
    const [iteration] = drafted.iterations
    assert.match(JSON.stringify(iteration.draft.blocks), /copies the database to tape every night/)
    for (const block of iteration.draft.blocks) assert.ok(iteration.draft.provenance[block.id], block.id)
    const refused = await call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(refused.body.blockers?.[0].kind, 'fix_link')
    const { title, blocks } = iteration.draft
    const mended = JSON.parse(JSON.stringify(blocks).replaceAll('/read/nowhere', '/read/search'))
    assert.equal(
      (await call('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, { title, blocks: mended })).status,
      200,
    )
    const approved = await call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
    assert.equal(await bucketOf(site, id), 'approved')
  })

  test('a link by a slug that a document had before is no defect, also when the document moved since', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site, (await site.person('editor')).headers)
    const notes = 'The agent copies the logs every night, see [how](/read/agent-old) and [why](/read/agent-new).'
    const target = await makeDocument(site, { title: 'Agent' })
    const rename = async (slug: string) =>
      assert.equal((await call('PUT', `/api/docs/${target}`, { slug })).status, 200, slug)
    await rename('agent-old')
    await rename('agent-present')
    const { body: queued } = await enqueue(await makeDocument(site, { title: 'Logs' }), { notes })
    await work(site, { drafter: builtinDrafter })
    const [iteration] = (await job(queued.job_id)).iterations
    const dead = iteration.actions.filter(({ kind }: { kind: string }) => kind === 'fix_link')
    assert.deepEqual(
      dead.map(({ meta }: { meta: { slug: string } }) => meta.slug),
      ['agent-new'],
    )
    await rename('agent-new')
    await rename('agent-newest')
    const approved = await call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
  })

  test('a link that can lead nowhere fails no job', async () => {
    const site = shared()
    const { enqueue, job } = pipelineOf(site)
    const id = await makeDocument(site, { title: 'Odd links' })
    const { body: queued } = await enqueue(id, { notes: 'See [x](/read/a%00b) and read on, it explains the rest.' })
    await work(site, { drafter: builtinDrafter })
    assert.equal((await job(queued.job_id)).status, 'review')
  })

  test('an empty draft is not approved', async () => {
    const site = shared()
    const { enqueue, call } = pipelineOf(site)
    const id = await makeDocument(site, { title: 'Nothing to say' })
    const { body: queued } = await enqueue(id, { notes: 'Something.' })
    await work(site, { drafter: plainDrafter() })
    const draft = { blocks: [{ type: 'paragraph', content: [] }] }
    assert.equal((await call('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, draft)).status, 200)
    const { status, body } = await call('POST', `/iterations/${queued.iteration_id}/approve`)
    assert.equal(status, 409, JSON.stringify(body))
    assert.equal(await bucketOf(site, id), 'processing')
  })

  test('what was written into an approved document by hand survives redrafts, also one that failed in between', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site)
    const id = await makeDocument(site)
    const { body: first } = await enqueue(id, { notes: 'One.\nTwo.' })
    await work(site)
    const [before] = (await job(first.job_id)).iterations
    await call('POST', `/iterations/${before.id}/questions/${before.questions[0].id}/answer`, { answer: 'Daily.' })
    assert.equal((await call('POST', `/iterations/${before.id}/approve`)).status, 200)
    const [one] = before.draft.blocks
    const byHand = { blocks: [one, paragraph('mine', 'Three, by hand.')] }
    assert.equal((await call('PUT', `/api/docs/${id}/blocks`, byHand)).status, 200)

    const { body: second } = await call('POST', `/iterations/${before.id}/redraft`, { notes: 'Four.' })
    const faults = () => {
      throw new DrafterFailure('No.', { retryable: false })
    }
    await work(site, { drafter: plainDrafter({ faults }) })
    const { body: third } = await call('POST', `/iterations/${second.iteration_id}/redraft`, { notes: 'Five.' })
    await work(site)
    const [after] = (await job(third.job_id)).iterations
    const { inputs } = after.planning
    assert.deepEqual(
      { earlier_notes: inputs.earlier_notes, published_notes: inputs.published_notes },
      { earlier_notes: ['Four.'], published_notes: 1 },
      'what was approved is not read again',
    )
    assert.deepEqual(inputs.edited_block_ids, ['mine'])
    assert.deepEqual(inputs.deleted_texts, ['Two.'])
    assert.equal(inputs.answers[0].answer, 'Daily.')
    assert.equal(after.number, 3)
    assert.match(JSON.stringify(after.draft.blocks), /Three, by hand\./)
    assert.equal(
      (await call('POST', `/iterations/${third.iteration_id}/approve`)).status,
      200,
      'nothing was overwritten',
    )
  })
})
