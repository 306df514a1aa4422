// Webhooks from outside: what is heard and by whom, the end of what was heard of included, how it is signed, and what
// administrators see of it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { DrafterFailure } from '#drafting/contract.ts'
import { forgetTrash } from '#features/documents/maintenance.ts'
import { DAY, HOUR } from '#time.ts'
import { onEngines } from '../../../test/build.ts'
import type { Cleaner } from '../../../test/cleaner.ts'
import { plainDrafter, work } from '../../../test/pipeline.ts'
import { receive, sendOff, webhookSite } from '../../../test/receiver.ts'
import { WEBHOOK_KINDS } from './kinds.ts'

type HeardEvent = { type: string; data: { document?: object; category?: object; id?: number; from?: unknown } }

onEngines('webhooks', (engine) => {
  const { site, clock, call, listen, heard, hasSent } = webhookSite(engine)
  const make = async (payload: object) => (await call('POST', '/api/docs/', payload)).body
  const makeCategory = async (payload: object) => (await call('POST', '/api/admin/categories/', payload)).body.id

  /** hear is what a webhook with this filter was sent so far, oldest first. */
  const hear = async (t: Cleaner, filter: object) => {
    const { path } = await listen(t, { url: 'https://hooks.example/', ...filter })
    return async (): Promise<HeardEvent[]> => {
      const { items } = (await call('GET', `${path}/deliveries`)).body
      const whole = items.map(({ id }: { id: number }) => call('GET', `${path}/deliveries/${id}`))
      return (await Promise.all(whole)).map(({ body }) => JSON.parse(body.request.body)).reverse()
    }
  }
  test('a deleted person’s address is in no message from then on, sent or not', async (t) => {
    const receiver = await receive(t, (response, { raw }) => response.writeHead(200).end(raw))
    const { path } = await listen(t, { url: receiver.url, events: ['user.created', 'user.deleted'] })
    const invited = await call('POST', '/api/admin/users', { email: 'gone@example.com' })
    await sendOff(site(), hasSent)
    assert.equal(receiver.messages[0]!.body.data.email, 'gone@example.com')
    const [sent] = (await call('GET', `${path}/deliveries`)).body.items
    await call('POST', `${path}/deliveries/${sent.id}/replay`)
    const other = await call('POST', '/api/admin/users', { email: 'stays@example.com' })
    await call('DELETE', `/api/admin/users/${invited.body.id}`)
    const rows = await site().db.read.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
    assert.ok(!JSON.stringify(rows).includes('gone@example.com'))
    assert.ok(JSON.stringify(rows).includes('stays@example.com'), 'those of other people stay')
    const about = rows.filter(({ lane }) => lane === `user:${invited.body.id}`).map(({ body }) => JSON.parse(body))
    assert.deepEqual(about[0].data, { id: invited.body.id, role: 'reader', method: 'invitation' })
    await call('DELETE', `/api/admin/users/${other.body.id}`)
  })

  const events = ['document.withdrawn']
  const withdrawn = ({ id, slug }: { id: number; slug: string }) => ({
    type: 'document.withdrawn',
    data: { document: { id, slug } },
  })
  const eventsOf = (heard: HeardEvent[]) => heard.map(({ type, data }) => ({ type, data }))

  test('the life of a document is heard in order, signed as the standard says', async (t) => {
    const receiver = await receive(t)
    const { secret } = await listen(t, { url: receiver.url })
    const { id } = await make({ title: 'Backups', markdown: 'Daily.' })
    await call('PUT', `/api/docs/${id}`, { slug: 'backup-policy' })
    await call('PUT', `/api/docs/${id}`, { title: 'Backup policy' })
    await call('POST', `/api/docs/${id}/unpublish`)
    await call('DELETE', `/api/docs/${id}`)
    await call('POST', `/api/admin/docs/trash/${id}/restore`)
    await sendOff(site(), hasSent)
    const kinds = 'created published moved updated unpublished deleted restored'.split(' ')
    assert.deepEqual(
      receiver.types(),
      kinds.map((kind) => `document.${kind}`),
    )
    const verifier = new Webhook(secret)
    for (const { raw, headers } of receiver.messages) {
      verifier.verify(raw, headers as Record<string, string>)
      assert.ok(Buffer.byteLength(raw) < 20_000)
      assert.throws(() => verifier.verify(`${raw} `, headers as Record<string, string>))
    }
    assert.deepEqual(receiver.messages[2]!.body.data.from, { slug: 'backups', category_id: null })
  })

  test('what is rolled back was never said', async (t) => {
    const receiver = await receive(t)
    const { path } = await listen(t, { url: receiver.url })
    await make({ title: 'First', slug: 'first' })
    assert.equal((await call('POST', '/api/docs/', { title: 'Second', slug: 'first' })).status, 409)
    const { body } = await call('GET', `${path}/deliveries`)
    assert.equal(body.items.length, 1)
  })

  test('the longest title and text stay below 20 kB', async (t) => {
    const { path } = await listen(t, { url: 'https://hooks.example/' })
    const longest = { title: '🦊'.repeat(300), markdown: 'A sentence. '.repeat(20_000) }
    await make(longest)
    const { items } = (await call('GET', `${path}/deliveries`)).body
    const { request } = (await call('GET', `${path}/deliveries/${items[0].id}`)).body
    assert.ok(Buffer.byteLength(request.body) < 20_000)
    assert.equal(JSON.parse(request.body).data.document.title, longest.title)
  })

  test('filters choose by kind, category and visibility', async (t) => {
    const receiver = await receive(t)
    const above = (await call('POST', '/api/admin/categories/', { name: 'Above' })).body.id
    const below = (await call('POST', '/api/admin/categories/', { name: 'Below', parent_id: above })).body.id
    const only = { events: ['document.created'], category_id: above, visibility: 'public' }
    const { path } = await listen(t, { url: receiver.url, ...only })
    const heard = await make({ title: 'Heard', category_id: below })
    await make({ title: 'Closed', category_id: below, visibility: 'members' })
    await make({ title: 'Unfinished', category_id: below, published: false })
    await make({ title: 'Elsewhere' })
    await call('PUT', `/api/docs/${heard.id}`, { title: 'Another kind' })
    const { items } = (await call('GET', `${path}/deliveries`)).body
    assert.deepEqual(items.length, 1)
    const { request } = (await call('GET', `${path}/deliveries/${items[0].id}`)).body
    assert.equal(JSON.parse(request.body).data.document.id, heard.id)
  })

  test('a draft is heard of from its questions to its approval', async (t) => {
    const events = ['job.review', 'job.failed', 'job.approved', 'question.raised', 'question.answered']
    const { path } = await listen(t, { url: 'https://hooks.example/', events })
    const { id } = await make({ title: 'To draft' })
    const { iteration_id } = (await call('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes: 'One.' })).body
    await work(site(), { drafter: plainDrafter() })
    const [{ id: question }] = (await call('GET', '/api/pipeline/docs/job/1')).body.iterations[0].questions
    const iteration = `/api/pipeline/docs/iterations/${iteration_id}`
    await call('POST', `${iteration}/questions/${question}/answer`, { answer: 'Yes.' })
    assert.equal((await call('POST', `${iteration}/approve`)).status, 200)
    const heard = (await call('GET', `${path}/deliveries`)).body.items.map(({ event }: { event: string }) => event)
    assert.deepEqual(heard.toSorted(), ['job.approved', 'job.review', 'question.answered', 'question.raised'])
    assert.equal(heard[0], 'job.approved')
  })

  test('a draft that nobody can make is heard of, with the reason', async (t) => {
    const { path } = await listen(t, { url: 'https://hooks.example/', events: ['job.failed'] })
    const { id } = await make({ title: 'Beyond drafting' })
    await call('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes: 'One.' })
    const faults = () => {
      throw new DrafterFailure('The key is wrong.', { retryable: false })
    }
    await work(site(), { drafter: plainDrafter({ faults }) })
    const [{ id: delivery, event }] = (await call('GET', `${path}/deliveries`)).body.items
    assert.equal(event, 'job.failed')
    const { request } = (await call('GET', `${path}/deliveries/${delivery}`)).body
    const { data } = JSON.parse(request.body)
    assert.equal(data.document.id, id)
    assert.equal(data.message, 'The key is wrong.')
  })

  test('a document whose source has changed is heard of', async (t) => {
    const { path } = await listen(t, { url: 'https://hooks.example/', events: ['document.stale'] })
    const source = await make({ title: 'Source', markdown: 'Backups are kept for 30 days.' })
    const quoting = await make({ title: 'Quoting', markdown: 'We keep them for 30 days.' })
    const [block] = (await call('GET', `/api/docs/${quoting.id}/blocks`)).body.blocks
    const quote = { block_id: block.id, kind: 'document', id: source.id, quote: 'Backups are kept for 30 days.' }
    assert.equal((await call('POST', `/api/docs/${quoting.id}/evidence`, quote)).status, 201)
    await call('PUT', `/api/docs/${source.id}`, { markdown: 'Backups are kept for 60 days.' })
    const [one, ...others] = (await call('GET', `${path}/deliveries`)).body.items
    assert.deepEqual({ event: one.event, othersLength: others.length }, { event: 'document.stale', othersLength: 0 })
  })

  test('new and disabled users are heard of', async (t) => {
    const receiver = await receive(t)
    await listen(t, { url: receiver.url, events: ['user.created', 'user.disabled'] })
    const email = `someone-${engine}@example.com`
    const { app } = site()
    await app.inject({ method: 'POST', url: '/auth/register', payload: { email, password: 'a long pass phrase' } })
    const [user] = (await call('GET', `/api/admin/users?q=${email}`)).body
    await call('PATCH', `/api/admin/users/${user.id}`, { disabled: true })
    await sendOff(site(), hasSent)
    assert.deepEqual(receiver.types(), ['user.created', 'user.disabled'])
    assert.equal(receiver.messages[0]!.body.data.id, user.id)
  })

  test('a new secret and the former one both sign for a day', async (t) => {
    const receiver = await receive(t)
    const { secret: former, path } = await listen(t, { url: receiver.url })
    const { signing_secret: secret } = (await call('POST', `${path}/rotate`)).body
    assert.notEqual(secret, former)
    await call('POST', `${path}/test`)
    await sendOff(site(), hasSent)
    const [{ raw, headers }] = receiver.messages as [(typeof receiver.messages)[0]]
    for (const one of [former, secret]) new Webhook(one).verify(raw, headers as Record<string, string>)
    clock.advance(25 * HOUR)
    await call('POST', `${path}/test`)
    await sendOff(site(), hasSent)
    assert.equal(receiver.messages[1]!.headers['webhook-signature']!.toString().split(' ').length, 1)
  })

  test('a paused webhook keeps its messages, and a resumed one sends them', async (t) => {
    const receiver = await receive(t)
    const { path } = await listen(t, { url: receiver.url })
    const other = await receive(t)
    await listen(t, { url: other.url })
    await call('PATCH', path, { paused: true })
    await make({ title: 'Meanwhile' })
    await sendOff(site(), () => other.messages.length === 1)
    assert.equal(receiver.messages.length, 0)
    assert.equal(
      (await call('GET', '/api/admin/webhooks')).body.find((one: { pending: number }) => one.pending).state,
      'paused',
    )
    await call('PATCH', path, { paused: false })
    await sendOff(site(), () => receiver.messages.length === 1)
  })

  test('a delivery shows request and response, and is sent again under the same id', async (t) => {
    const receiver = await receive(t, (response) => response.writeHead(201).end('thanks'))
    const { path } = await listen(t, { url: receiver.url })
    const { id } = (await call('POST', `${path}/test`)).body
    await sendOff(site(), hasSent)
    const shown = (await call('GET', `${path}/deliveries/${id}`)).body
    assert.deepEqual(shown.response, { status: 201, body: 'thanks' })
    assert.equal(shown.request.body, receiver.messages[0]!.raw)
    assert.equal((await call('POST', `${path}/deliveries/${id}/replay`)).status, 202)
    await sendOff(site(), hasSent)
    assert.deepEqual(
      new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])),
      new Set([shown.message_id]),
    )
  })

  test('messages go after 30 days', async (t) => {
    const { path } = await listen(t, { url: 'https://hooks.example/' })
    await call('POST', `${path}/test`)
    const { forgetDeliveries } = await import('./webhooks.ts')
    assert.equal(await site().db.inTransaction((tx) => forgetDeliveries(tx, 10, { clock })), 0)
    clock.advance(31 * DAY)
    assert.ok((await site().db.inTransaction((tx) => forgetDeliveries(tx, 1000, { clock }))) >= 1)
  })

  describe('document.withdrawn', () => {
    test('when a document is unpublished or closed, by the slug that was known', async (t) => {
      const everyone = await hear(t, { events, visibility: 'public' })
      const members = await hear(t, { events, visibility: 'members' })
      const all = await hear(t, { events })
      const [one, two] = [await make({ title: 'First page' }), await make({ title: 'Second page' })]
      await call('POST', `/api/docs/${one.id}/unpublish`)
      await call('PUT', `/api/docs/${two.id}`, { visibility: 'members', slug: 'second-secret', title: 'Secret' })
      await call('PUT', `/api/docs/${two.id}`, { title: 'Still secret' })
      assert.deepEqual(eventsOf(await everyone()), [withdrawn(one), withdrawn(two)])
      assert.deepEqual(eventsOf(await members()), [withdrawn(one)])
      assert.deepEqual(await all(), [])
    })

    test('when it leaves a category, or the category leaves another', async (t) => {
      const [top, other] = [await makeCategory({ name: 'Top' }), await makeCategory({ name: 'Other' })]
      const below = await makeCategory({ name: 'Below', parent_id: top })
      const heard = await hear(t, { events, category_id: top })
      const [one, two] = [
        await make({ title: 'Mover', category_id: top }),
        await make({ title: 'Stayer', category_id: below }),
      ]
      const secret = await make({ title: 'Unseen', category_id: below, visibility: 'members' })
      const openly = await hear(t, { events, category_id: top, visibility: 'public' })
      await call('PUT', `/api/docs/${one.id}`, { category_id: below })
      assert.deepEqual(await heard(), [])
      await call('PUT', `/api/docs/${one.id}`, { category_id: other })
      await call('PUT', `/api/admin/categories/${below}`, { parent_id: other })
      assert.deepEqual(eventsOf(await heard()), [withdrawn(one), withdrawn(two), withdrawn(secret)])
      assert.deepEqual(eventsOf(await openly()), [withdrawn(one), withdrawn(two)])
    })

    test('when a category closes over its pages', async (t) => {
      const top = await makeCategory({ name: 'Closing' })
      const below = await makeCategory({ name: 'Inside', parent_id: top })
      const heard = await hear(t, { events, visibility: 'public' })
      const pages = [
        await make({ title: 'Page one', category_id: top }),
        await make({ title: 'Page two', category_id: below }),
      ]
      await make({ title: 'Closed before', category_id: below, visibility: 'members' })
      await call('PUT', `/api/admin/categories/${top}`, { visibility: 'restricted' })
      assert.deepEqual(eventsOf(await heard()), pages.map(withdrawn))
    })
  })

  test('purged documents, by hand or with time', async (t) => {
    const heard = await hear(t, { events: ['document.purged'] })
    const openly = await hear(t, { events: ['document.purged'], visibility: 'public' })
    const home = await makeCategory({ name: 'Inner room', visibility: 'members' })
    const within = await hear(t, { events: ['document.purged'], visibility: 'members', category_id: home })
    const [one, two] = [await make({ title: 'Shredded' }), await make({ title: 'Expired' })]
    const hidden = [
      await make({ title: 'Of members', visibility: 'members' }),
      await make({ title: 'Never published', published: false }),
      await make({ title: 'In a closed category', category_id: home }),
    ]
    const all = [one, two, ...hidden]
    for (const { id } of all) await call('DELETE', `/api/docs/${id}`)
    await call('DELETE', `/api/admin/docs/trash/${one.id}`)
    clock.advance(31 * DAY)
    assert.equal(await site().db.inTransaction((tx) => forgetTrash(tx, 100, site())), 4)
    const namesOf = (documents: typeof all) => documents.map(({ id, slug }) => ({ id, slug }))
    const documentsOf = async (messages: typeof heard) => (await messages()).map(({ data }) => data.document)
    assert.deepEqual(await documentsOf(heard), namesOf(all))
    assert.deepEqual(await documentsOf(openly), namesOf([one, two]))
    assert.deepEqual(await documentsOf(within), namesOf([hidden[2]!]))
  })

  test('categories', async (t) => {
    const kinds = ['created', 'updated', 'moved', 'deleted'].map((what) => `category.${what}`)
    const heard = await hear(t, { events: kinds, visibility: 'public' })
    const home = await makeCategory({ name: 'Home' })
    const id = await makeCategory({ name: 'Guides' })
    await makeCategory({ name: 'Internal', visibility: 'members' })
    await call('PUT', `/api/admin/categories/${id}`, { name: 'Handbooks' })
    await call('PUT', `/api/admin/categories/${id}`, { parent_id: home })
    await call('DELETE', `/api/admin/categories/${id}`)
    const [, created, updated, moved, deleted] = await heard()
    assert.deepEqual([created!.type, updated!.type, moved!.type, deleted!.type], kinds)
    const category = { id, name: 'Guides', slug: 'guides', parent_id: null, visibility: 'public' }
    assert.deepEqual(created!.data, { category })
    assert.deepEqual(moved!.data, { category: { ...category, name: 'Handbooks', parent_id: home }, from: null })
    assert.equal((await heard()).length, 5)
  })

  test('deleted accounts', async (t) => {
    const heard = await hear(t, { events: ['user.deleted'] })
    const { id } = await site().person('reader')
    await call('DELETE', `/api/admin/users/${id}`)
    assert.deepEqual(eventsOf(await heard()), [{ type: 'user.deleted', data: { id } }])
  })

  test('a proposal is heard of to its end', async (t) => {
    const heard = await hear(t, { events: WEBHOOK_KINDS.filter((kind) => kind.startsWith('proposal.')) })
    const { id } = await make({ title: 'Under review', markdown: 'One.' })
    await call('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', approvals: 1, by_others: false })
    const propose = async (markdown: string) =>
      `/api/admin/proposals/${(await call('PUT', `/api/docs/${id}`, { markdown })).body.proposal.id}`
    await propose('Two.')
    const merged = await propose('Three.')
    await call('POST', `${merged}/approve`, {})
    await call('POST', `${merged}/merge`, {})
    await call('POST', `${await propose('Four.')}/reject`, {})
    await call('POST', `${await propose('Five.')}/withdraw`, {})
    const kinds = 'opened updated approved merged opened rejected opened withdrawn'.split(' ')
    assert.deepEqual(
      (await heard()).map(({ type }) => type),
      kinds.map((kind) => `proposal.${kind}`),
    )
  })

  test('an address that is none, a category that is not there and a stranger are refused', async () => {
    for (const url of ['ftp://x.example', 'nonsense', 'javascript:1', 'https://a:b@x.example'])
      assert.equal((await call('POST', '/api/admin/webhooks', { url })).status, 422, url)
    const gone = { url: 'https://x.example', category_id: 999 }
    assert.equal((await call('POST', '/api/admin/webhooks', gone)).status, 422)
    const { headers } = await site().person('editor')
    assert.equal((await site().app.inject({ url: '/api/admin/webhooks', headers })).statusCode, 403)
    assert.equal((await call('GET', '/api/admin/webhooks/999/deliveries')).status, 404)
  })

  test('every event was heard above', () => {
    assert.deepEqual(
      WEBHOOK_KINDS.filter((kind) => !heard.has(kind)),
      [],
    )
  })
})
