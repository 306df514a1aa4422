// The inbox through the API, on both engines: what waits for whom, what they do about it, and that nothing in it tells of what
// its reader may not read.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { DrafterFailure } from '#drafting/contract.ts'
import { MINUTE, stamp } from '#time.ts'
import { build, onEngines, TestClock } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { stepsOf } from '../../../test/count-work.ts'
import { approveWith } from '../../../test/evidence.ts'
import { inboxSite } from '../../../test/inbox.ts'

onEngines('the inbox', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let site: Awaited<ReturnType<typeof inboxSite>>
  before(async () => {
    site = await inboxSite(await build(t, { engine, clock }))
  })

  test('has mentions until the thread is resolved or answered', async () => {
    const { ada, ben, create, comment, inbox, send } = site
    const doc = await create()
    const { id, comments } = await comment(ben, doc, 'Really?', [ada])
    const [entry] = await inbox(ada)
    assert.deepEqual(
      { ...entry, since: undefined },
      {
        key: `mention:${comments[0]!.id}`,
        kind: 'mention',
        document: { id: doc.id, title: 'Kiln' },
        text: 'Really?',
        who: (await send(ben, 'GET', '/auth/me')).body.display_name,
        since: undefined,
        iteration_id: null,
        link: `/panel/documents/${doc.id}?thread=${id}`,
      },
    )
    assert.deepEqual(await inbox(ben), [])
    await send(ada, 'POST', `/api/threads/${id}/comments`, { body: 'Yes.' })
    assert.deepEqual(await inbox(ada), [])
  })

  test('has what is said about pages of which someone is the owner, by a category too', async () => {
    const { ada, ben, create, comment, inbox, send } = site
    const category = (await send(ada, 'POST', '/api/admin/categories/', { name: 'Owned' })).body.id
    await send(ada, 'PUT', `/api/admin/categories/${category}/owner`, { owner_id: ben.id })
    const doc = await create({ category_id: category })
    const { id } = await comment(ada, doc, 'Is this so?', [])
    assert.deepEqual(
      (await inbox(ben)).map(({ key, text }) => [key, text]),
      [[`comment:${id}`, 'Is this so?']],
    )
    await send(ada, 'PUT', `/api/threads/${id}`, { state: 'resolved' })
    assert.deepEqual(await inbox(ben), [])
  })
})

onEngines('entries of the inbox', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let site: Awaited<ReturnType<typeof inboxSite>>
  before(async () => {
    site = await inboxSite(await build(t, { engine, clock }))
  })

  test('have the last word that was not deleted', async () => {
    const { ada, ben, create, comment, inbox, send } = site
    const doc = await create()
    await send(ada, 'PUT', `/api/docs/${doc.id}/owner`, { owner_id: ada.id })
    const { id } = await comment(ben, doc, 'Is it hot?', [])
    const key = `comment:${id}`
    const texts = async () => (await inbox(ada)).filter((entry) => entry.key === key).map(({ text }) => text)
    assert.deepEqual(await texts(), ['Is it hot?'])
    const { comments } = (await send(ada, 'POST', `/api/threads/${id}/comments`, { body: 'Yes.' })).body
    assert.deepEqual(await texts(), [])
    await send(ada, 'DELETE', `/api/comments/${comments[1].id}`)
    assert.deepEqual(await texts(), ['Is it hot?'])
  })

  test('are done, put off and opened again, and come back when there is something new', async () => {
    const { ben, ada, create, comment, inbox, send, person } = site
    const doc = await create()
    const carl = await person('editor')
    await send(ada, 'PUT', `/api/docs/${doc.id}/owner`, { owner_id: carl.id })
    const { id } = await comment(ben, doc, 'First.', [])
    const url = `/api/admin/inbox/comment:${id}`
    clock.advance(1)
    assert.equal((await send(carl, 'PUT', url, { mark: 'done' })).status, 204)
    assert.deepEqual([(await inbox(carl)).length, (await inbox(carl, '?state=done')).length], [0, 1])
    clock.advance(1)
    await send(ben, 'POST', `/api/threads/${id}/comments`, { body: 'Second.' })
    assert.deepEqual((await inbox(carl))[0]!.text, 'Second.')
    clock.advance(1)
    await send(carl, 'PUT', url, { mark: 'snoozed', until: stamp(clock.now() + MINUTE) })
    assert.deepEqual([(await inbox(carl)).length, (await inbox(carl, '?state=snoozed')).length], [0, 1])
    clock.advance(MINUTE)
    assert.deepEqual((await send(carl, 'GET', '/api/admin/inbox/count')).body, { open: 1 })
  })

  test('take no time that is past, and no key that is none', async () => {
    const { ada, send } = site
    const past = { mark: 'snoozed', until: stamp(clock.now() - 1) }
    assert.equal((await send(ada, 'PUT', '/api/admin/inbox/comment:1', past)).status, 422)
    assert.equal((await send(ada, 'PUT', '/api/admin/inbox/comment:1', { mark: 'snoozed' })).status, 422)
    assert.equal((await send(ada, 'PUT', '/api/admin/inbox/nothing:1', { mark: 'done' })).status, 404)
  })

  test('are questions and actions of drafts, drafts to review, and jobs that failed', async () => {
    const { create, drafted, kinds, person, send } = site
    const carl = await person('editor')
    const doc = await create()
    await send(carl, 'PUT', `/api/docs/${doc.id}/owner`, { owner_id: carl.id })
    const { iteration, questions, actions } = await drafted(carl, doc.id)
    assert.deepEqual(await kinds(carl), ['action', 'draft', 'question'])
    const at = `/api/pipeline/docs/iterations/${iteration}`
    await send(carl, 'POST', `${at}/questions/${questions[0].id}/answer`, { answer: 'Weekly.' })
    await send(carl, 'POST', `${at}/actions/${actions[0].id}/resolve`, {})
    assert.deepEqual(await kinds(carl), ['draft'])
    await drafted(carl, (await create()).id, () => {
      throw new DrafterFailure('The key is wrong.', { retryable: false })
    }).catch(() => {})
    assert.deepEqual(await kinds(carl), ['draft', 'failed'])
  })

  test('are passages whose sources have changed, for the owner', async () => {
    const { ada, create, inbox, person, send } = site
    const carl = await person('editor')
    const source = await create({ title: 'Source', markdown: 'The kiln heats for forty minutes at most.' })
    const doc = await create({ title: 'Page' })
    await send(ada, 'PUT', `/api/docs/${doc.id}/owner`, { owner_id: carl.id })
    const quote = 'The kiln heats for forty minutes at most.'
    const rests = { kind: 'document' as const, id: source.id, title: 'Source', quote }
    await approveWith({ ...site, editor: ada }, doc.id, [{ text: quote, origin: 'source', sources: [rests] }])
    assert.deepEqual(await inbox(carl), [])
    await send(ada, 'PUT', `/api/docs/${source.id}`, { title: 'Source', markdown: 'Nothing of the kind any more.' })
    const [entry] = await inbox(carl)
    assert.deepEqual({ key: entry!.key, text: entry!.text }, { key: `stale:${doc.id}`, text: '1' })
    await send(carl, 'POST', `/api/docs/${doc.id}/evidence/check`, {})
    assert.deepEqual(await inbox(carl), [])
  })

  test('are new versions of what someone watches, and none of what they muted', async () => {
    const { ada, create, inbox, person, send, comment } = site
    const carl = await person('reader')
    const category = (await send(ada, 'POST', '/api/admin/categories/', { name: 'Watched' })).body.id
    const doc = await create({ category_id: category })
    assert.equal(
      (await send(carl, 'PUT', `/api/admin/categories/${category}/watch`, { state: 'watching' })).status,
      200,
    )
    assert.deepEqual(await inbox(carl), [])
    clock.advance(1)
    await send(ada, 'PUT', `/api/docs/${doc.id}`, { title: 'Kiln', markdown: 'The kiln is off.' })
    assert.deepEqual(
      (await inbox(carl)).map(({ key }) => key),
      [`watched:${doc.id}`],
    )
    await send(carl, 'PUT', `/api/docs/${doc.id}/watch`, { state: 'muted' })
    assert.deepEqual(await inbox(carl), [])
    await comment(ada, doc, 'Never for readers.', [])
    assert.deepEqual((await send(carl, 'GET', `/api/docs/${doc.id}/watch`)).body, { state: 'muted' })
  })

  test('are of nothing that somebody chose who has only registered an address', async () => {
    const { create, person, send } = site
    const [doc, stranger] = [await create({ visibility: 'public' }), await person('reader', undefined, null)]
    for (const [url, payload] of [
      [`/api/docs/${doc.id}/watch`, { state: 'watching' }],
      ['/api/admin/mail-settings', { at_once: false, digest: 'off' }],
    ] as const) {
      const { status, body } = await send(stranger, 'PUT', url, payload)
      assert.deepEqual([status, body], [403, { detail: 'Verify your email address with a code first' }])
    }
  })

  test('are changes that wait for their review, until they approve one', async () => {
    const { ada, ben, create, inbox, send } = site
    const doc = await create({ title: 'Proposed' })
    const sent = {
      document_id: doc.id,
      title: 'A better kiln',
      change: { markdown: 'The kiln is hot.' },
      reviewers: [ben.id],
    }
    const response = await send(ada, 'POST', '/api/admin/proposals', sent)
    assert.equal(response.status, 201, JSON.stringify(response.body))
    const entry = (await inbox(ben)).find(({ kind }) => kind === 'proposal')
    assert.partialDeepStrictEqual(entry!, { text: 'A better kiln', link: `/panel/proposals/${response.body.id}` })
    assert.deepEqual(
      (await inbox(ada)).filter(({ kind }) => kind === 'proposal'),
      [],
    )
    const url = `/api/admin/proposals/${response.body.id}`
    await send(ben, 'POST', `${url}/comments`, { body: 'How hot?', request_changes: true })
    const told = async () => (await inbox(ada)).filter(({ link }) => link === entry!.link).map(({ text }) => text)
    assert.deepEqual(await told(), ['How hot?'], 'its author hears what is asked of them')
    await send(ada, 'PUT', url, { state: 'open' })
    await send(ben, 'POST', `${url}/approve`, {})
    assert.ok(!(await inbox(ben)).some(({ kind }) => kind === 'proposal'))
    await send(ben, 'POST', `${url}/merge`)
    assert.deepEqual(await told(), [])
  })

  test('cost two statements that walk what is theirs, however much is open', async () => {
    const { ada, ben, create, comment, send, db } = site
    const doc = await create()
    const work = () => stepsOf(db, () => send(ben, 'GET', '/api/admin/inbox'))
    await work()
    const few = await work()
    for (let at = 0; at < 30; at++) await comment(ada, doc, 'More.', [])
    const many = await work()
    assert.equal(many.length, few.length)
    const steps = (some: typeof few) => some.reduce((sum, one) => sum + one.steps, 0)
    // PostgreSQL reads tables as small as these from end to end.
    if (engine === 'sqlite') assert.ok(steps(many) <= steps(few) + 5, `${steps(few)} → ${steps(many)}`)
  })
})
