// Who is asked: the owner, else who wrote the nearest source, else who began the job; and what those may do who are asked.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { build, onEngines } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { inboxSite } from '../../../test/inbox.ts'
import { work } from '../../../test/pipeline.ts'

onEngines('assigned questions', (engine) => {
  const t = suiteCleaner()
  let site: Awaited<ReturnType<typeof inboxSite>>
  before(async () => {
    site = await inboxSite(await build(t, { engine }))
  })

  test('are by default the owner’s, else of whoever began the job', async () => {
    const { ada, ben, create, drafted, send } = site
    const [owned, other] = [await create({ title: 'Lathes' }), await create({ title: 'Dahlias' })]
    await send(ada, 'PUT', `/api/docs/${owned.id}/owner`, { owner_id: ben.id })
    assert.equal((await drafted(ada, owned.id)).questions[0].assignee.id, ben.id)
    assert.equal((await drafted(ada, other.id)).actions[0].assignee.id, ada.id)
  })

  test('are answered by a reader who is asked, and by no other', async () => {
    const { ada, create, drafted, send, person, inbox } = site
    const [asked, other] = [await person('reader'), await person('reader')]
    const { iteration, questions } = await drafted(ada, (await create()).id)
    const url = `/api/pipeline/docs/iterations/${iteration}/questions/${questions[0].id}`
    const put = await send(ada, 'PUT', `${url}/assignee`, { assignee_id: asked.id })
    assert.deepEqual({ status: put.status, id: put.body.assignee.id }, { status: 200, id: asked.id })
    assert.deepEqual(
      (await inbox(asked)).map(({ key, link }) => [key, link]),
      [[`question:${questions[0].id}`, `/panel/inbox?entry=question:${questions[0].id}`]],
    )
    const outside = { ...other, headers: { ...other.headers, 'x-forwarded-for': '203.0.113.9' } }
    assert.equal((await send(outside, 'POST', `${url}/answer`, { answer: 'Never.' })).status, 403)
    const answerer = { ...asked, headers: { ...asked.headers, 'x-forwarded-for': '203.0.113.9' } }
    assert.equal((await send(answerer, 'POST', `${url}/answer`, { answer: 'Weekly.' })).body.answer, 'Weekly.')
    assert.deepEqual(await inbox(asked), [])
  })

  test('tell nobody of a document that is closed to them', async () => {
    const { ada, create, drafted, send, person, inbox } = site
    const asked = await person('reader')
    const doc = await create({ title: 'Closing' })
    const { iteration, questions } = await drafted(ada, doc.id)
    const url = `/api/pipeline/docs/iterations/${iteration}/questions/${questions[0].id}`
    await send(ada, 'PUT', `${url}/assignee`, { assignee_id: asked.id })
    assert.equal((await inbox(asked)).length, 1)
    await send(ada, 'PUT', `/api/docs/${doc.id}`, { title: 'Closing', visibility: 'restricted' })
    assert.deepEqual(await inbox(asked), [])
    const answerer = { ...asked, headers: { ...asked.headers, 'x-forwarded-for': '203.0.113.9' } }
    assert.equal((await send(answerer, 'POST', `${url}/answer`, { answer: 'Weekly.' })).status, 403)
    const closed = await send(ada, 'PUT', `${url}/assignee`, { assignee_id: asked.id })
    assert.equal(closed.status, 422)
  })

  test('are asked of nobody who has only registered an address', async () => {
    const { ada, create, drafted, send, person } = site
    const stranger = await person('reader', undefined, null)
    const { iteration, questions } = await drafted(ada, (await create({ visibility: 'public' })).id)
    const url = `/api/pipeline/docs/iterations/${iteration}/questions/${questions[0].id}/assignee`
    assert.equal((await send(ada, 'PUT', url, { assignee_id: stranger.id })).status, 422)
  })

  test('keep whom they were asked in a redraft, and offer what was answered before', async () => {
    const { ada, ben, create, drafted, send } = site
    const doc = await create({ title: 'Asked again' })
    const { iteration, questions } = await drafted(ada, doc.id)
    const at = `/api/pipeline/docs/iterations/${iteration}`
    await send(ada, 'PUT', `${at}/questions/${questions[0].id}/assignee`, { assignee_id: ben.id })
    const { job_id } = (await send(ada, 'POST', `${at}/redraft`, {})).body
    await work(site)
    const again = (await send(ada, 'GET', `/api/pipeline/docs/job/${job_id}`)).body.iterations.at(-1)
    assert.equal(again.questions[0].assignee.id, ben.id)
    const url = `/api/pipeline/docs/iterations/${again.id}/questions/${again.questions[0].id}/answer`
    await send(ada, 'POST', url, { answer: 'Every Monday.' })
    const other = await drafted(ada, (await create({ title: 'Another' })).id)
    assert.partialDeepStrictEqual(other.questions[0], { answer: null, earlier_answer: 'Every Monday.' })
  })
})
