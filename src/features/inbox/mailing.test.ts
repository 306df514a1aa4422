// Mails about what waits: at once or in a digest, nothing that their reader may not read by then, and the way out of them.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { DAY, HOUR, MINUTE } from '#time.ts'
import { build, onEngines, TestClock } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { inboxSite, sendDueMails } from '../../../test/inbox.ts'
import { planDigests } from './mails.ts'

onEngines('mails of the inbox', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let site: Awaited<ReturnType<typeof inboxSite>>
  before(async () => {
    site = await inboxSite(await build(t, { engine, clock, env: { GALLEY_PUBLIC_URL: 'https://docs.example.com' } }))
  })
  beforeEach(() => void site.mails.splice(0))
  /** sendAll sends what is due a minute later. */
  const sendAll = async () => {
    clock.advance(MINUTE)
    await sendDueMails(site)
    return site.mails
  }

  test('tell at once of mentions, several in one, and never twice', async () => {
    const { ada, ben, create, comment, send } = site
    const doc = await create()
    const { id } = await comment(ben, doc, 'Really <so>?', [ada])
    await send(ben, 'POST', `/api/threads/${id}/comments`, { body: 'I ask again.', mentions: [ada.id, ben.id] })
    const [mail, ...others] = await sendAll()
    assert.deepEqual({ to: mail!.to, othersLength: others.length }, { to: ada.email, othersLength: 0 })
    assert.equal(mail!.subject, '2 things for you: Galley')
    assert.ok(mail!.text.includes('Really <so>?') && mail!.text.includes('I ask again.'))
    assert.ok(mail!.html.includes('Really &lt;so&gt;?'))
    assert.ok(mail!.text.includes(`https://docs.example.com/panel/documents/${doc.id}?thread=${id}`))
    assert.match(mail!.messageId!, /^<galley\.\d+\.\d+@docs\.example\.com>$/)
    assert.equal((await sendAll()).length, 1)
  })

  test('say nothing of what was answered, or closed to them, before they are sent', async () => {
    const { ada, ben, create, comment, send, drafted, person } = site
    const asked = await person('reader')
    const secret = await create({ title: 'Zanzibar' })
    const { iteration, questions } = await drafted(ada, secret.id)
    const url = `/api/pipeline/docs/iterations/${iteration}/questions/${questions[0].id}/assignee`
    await send(ada, 'PUT', url, { assignee_id: asked.id })
    await send(ada, 'PUT', `/api/docs/${secret.id}`, { title: 'Zanzibar', visibility: 'restricted' })
    const { id } = await comment(ben, await create(), 'Settled soon.', [ada])
    await send(ben, 'PUT', `/api/threads/${id}`, { state: 'resolved' })
    const mails = await sendAll()
    assert.deepEqual(
      mails.filter(({ to, text }) => to === asked.email || text.includes('Settled')),
      [],
    )
    const rows = await site.db.read.selectFrom('mails').select('status').where('user_id', '=', asked.id).execute()
    assert.deepEqual(rows, [{ status: 'dropped' }])
  })

  test('are not sent to an account that is disabled', async () => {
    const { ada, create, comment, person, db } = site
    const disabled = await person('editor')
    await comment(ada, await create(), 'Too late.', [disabled])
    await db.inTransaction((tx) => tx.updateTable('users').set({ disabled: 1 }).where('id', '=', disabled.id).execute())
    assert.deepEqual(await sendAll(), [])
  })

  test('end with one click, and not because a program opened the link', async () => {
    const { ada, ben, create, comment, app, send } = site
    await comment(ben, await create(), 'Before.', [ada])
    const headers = (await sendAll())[0]!.headers!
    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    const url = /^<https:\/\/docs\.example\.com(.*)>$/.exec(headers['List-Unsubscribe']!)![1]!
    assert.equal((await app.inject({ url })).statusCode, 200)
    assert.equal((await send(ada, 'GET', '/api/admin/mail-settings')).body.at_once, true)
    assert.equal((await app.inject({ method: 'POST', url: `${url.slice(0, -1)}x` })).statusCode, 404)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
    assert.equal(posted.statusCode, 200)
    assert.deepEqual((await send(ada, 'GET', '/api/admin/mail-settings')).body, { at_once: false, digest: 'off' })
    await comment(ben, await create(), 'After.', [ada])
    assert.equal((await sendAll()).length, 1)
  })
  test('of the rest come once a day, where there is anything new', async () => {
    const { ada, ben, create, comment, send, person } = site
    const carl = await person('editor')
    const doc = await create({ title: 'Digested' })
    await send(ada, 'PUT', `/api/docs/${doc.id}/owner`, { owner_id: carl.id })
    await comment(ben, doc, 'For the owner.', [])
    assert.deepEqual(await sendAll(), [])
    const toCarl = async () => (await sendAll()).filter(({ to }) => to === carl.email)
    const toMidnight = DAY - (clock.now() % DAY)
    clock.advance(toMidnight)
    assert.equal(await planDigests(site), 0, 'not at night')
    clock.advance(8 * HOUR)
    await planDigests(site)
    await planDigests(site)
    const [digest, ...others] = await toCarl()
    assert.ok(digest!.text.includes('For the owner.') && others.length === 0)
    clock.advance(DAY)
    await planDigests(site)
    assert.equal((await toCarl()).length, 1, 'nothing is new')
    const proposal = { document_id: doc.id, title: 'Hotter', change: { markdown: 'Hot.' }, reviewers: [carl.id] }
    const dora = await person('editor')
    assert.equal((await send(dora, 'POST', '/api/admin/proposals', proposal)).status, 201)
    assert.match((await toCarl()).at(-1)!.text, /Hotter/, 'who is asked by name hears at once')
    clock.advance(DAY)
    await planDigests(site)
    assert.equal((await toCarl()).length, 2, 'and is not told again by the digest')
  })
})
