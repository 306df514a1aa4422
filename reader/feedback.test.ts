// What readers send from a page: whether it helped, and how it should read; on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetSent } from '#features/documents/maintenance.ts'
import { DAY } from '#time.ts'
import { build, OUTSIDE, onEngines } from '../test/build.ts'
import { inboxSite } from '../test/inbox.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...OUTSIDE }

onEngines('feedback of readers', (engine) => {
  const site = async (t: Parameters<typeof build>[0], env: Record<string, string>) => {
    const built = await inboxSite(await build(t, { engine, env }))
    const post = (url: string, fields: Record<string, string>) =>
      built.app.inject({ method: 'POST', url, headers: FORM, payload: new URLSearchParams(fields).toString() })
    return { ...built, post, page: async (url: string) => built.app.inject({ url, headers: OUTSIDE }) }
  }

  test('is counted by page and section, and a complaint reaches the owner, or else the editors', async (t) => {
    const { ada, ben, create, send, inbox, post, page } = await site(t, { GALLEY_SITE_FEEDBACK: 'on' })
    const { id } = await create({ markdown: '## Heat\n\nHot.\n\n## Cold\n\nCool.' })
    assert.match((await page('/read/kiln')).body, /Was this page helpful\?/)
    await post('/read/kiln/feedback', { helped: 'yes' })
    const thanks = await post('/read/kiln/feedback', { helped: 'no', section: 'Heat', text: 'How hot?' })
    assert.equal(thanks.statusCode, 200)
    assert.match(thanks.body, /Thank you\./)
    const { yes, no, sections, said } = (await send(ada, 'GET', `/api/docs/${id}/feedback`)).body
    assert.deepEqual(
      { yes, no, sections, text: said[0].text },
      { yes: 1, no: 1, sections: [{ section: 'Heat', yes: 0, no: 1 }], text: 'How hot?' },
    )
    await post('/read/kiln/feedback', { helped: 'no', section: 'No heading of this page' })
    const after = (await send(ada, 'GET', `/api/docs/${id}/feedback`)).body
    assert.deepEqual({ no: after.no, sections: after.sections.length }, { no: 2, sections: 1 })
    for (const editor of [ada, ben])
      assert.deepEqual(
        (await inbox(editor)).map(({ text }) => text),
        ['How hot?'],
      )
    await send(ada, 'PUT', `/api/docs/${id}/owner`, { owner_id: ben.id })
    assert.deepEqual({ ada: (await inbox(ada)).length, ben: (await inbox(ben)).length }, { ada: 0, ben: 1 })
  })

  test('is neither asked for nor taken by default, and never about a page that its sender may not read', async (t) => {
    const closed = await site(t, {})
    await closed.create()
    assert.doesNotMatch((await closed.page('/read/kiln')).body, /helpful|Suggest an edit/)
    for (const path of ['feedback', 'suggest'])
      assert.equal((await closed.post(`/read/kiln/${path}`, { helped: 'yes', markdown: 'x' })).statusCode, 404)
    const open = await site(t, { GALLEY_SITE_FEEDBACK: 'on', GALLEY_SITE_SUGGESTIONS: 'everyone' })
    await open.create({ visibility: 'members' })
    for (const path of ['feedback', 'suggest'])
      assert.equal((await open.post(`/read/kiln/${path}`, { helped: 'yes', markdown: 'x' })).statusCode, 404)
    assert.deepEqual(await open.db.read.selectFrom('feedback').selectAll().execute(), [])
  })

  test('may be a suggestion, which changes nothing before an editor merges it', async (t) => {
    const { ada, send, create, post, page } = await site(t, { GALLEY_SITE_SUGGESTIONS: 'everyone' })
    const { id } = await create()
    assert.match((await page('/read/kiln/suggest')).body, /<textarea[^>]*>\nThe kiln is on\./)
    const same = await post('/read/kiln/suggest', { markdown: 'The kiln is on.' })
    assert.match(same.body, /Nothing was changed/)
    const sent = await post('/read/kiln/suggest', { markdown: 'The kiln is off.', reason: 'It broke.' })
    assert.match(sent.body, /An editor will look/)
    assert.match((await page('/read/kiln')).body, /The kiln is on\./)
    const [proposal] = (await send(ada, 'GET', `/api/admin/proposals?document_id=${id}`)).body
    assert.deepEqual(
      { title: proposal.title, reason: proposal.reason, author: proposal.author },
      { title: 'It broke.', reason: 'It broke.', author: null },
    )
    await send(ada, 'POST', `/api/admin/proposals/${proposal.id}/merge`)
    assert.match((await page('/read/kiln')).body, /The kiln is off\./)
  })

  test('is limited: five suggestions wait from one address about one page, 200 in all, of at most 100 kB', async (t) => {
    const { ada, send, create, post, app, db } = await site(t, { GALLEY_SITE_SUGGESTIONS: 'everyone' })
    const { id } = await create()
    const suggest = (text: string) => post('/read/kiln/suggest', { markdown: text })
    const sent = await Promise.all(Array.from({ length: 8 }, (_, nth) => suggest(`Suggested ${nth}.`)))
    assert.deepEqual(sent.map(({ statusCode }) => statusCode).sort(), [200, 200, 200, 200, 200, 429, 429, 429])
    assert.ok(Number(sent.find(({ statusCode }) => statusCode === 429)!.headers['retry-after']) > 0)
    const other = (payload: string) =>
      app.inject({ method: 'POST', url: '/read/kiln/suggest', headers: FORM, payload, remoteAddress: '198.51.100.7' })
    assert.equal((await other('markdown=Another.')).statusCode, 200)
    const first = (await send(ada, 'GET', `/api/admin/proposals?document_id=${id}`)).body.at(-1)
    await send(ada, 'POST', `/api/admin/proposals/${first.id}/reject`)
    assert.equal((await suggest('Now there is room.')).statusCode, 200)
    const { revision_id, base_id } = first
    const row = {
      document_id: id,
      revision_id,
      base_id,
      title: 'x',
      state: 'open',
      by_save: 0,
      created_at: 1,
      updated_at: 1,
    }
    const rows = Array.from({ length: 194 }, (_, nth) => ({ ...row, sender: `s${nth}` }))
    await db.inTransaction(
      async (tx) =>
        void (await tx
          .insertInto('proposals')
          .values(rows as never)
          .execute()),
    )
    assert.equal((await other('markdown=Once+more.')).statusCode, 429)
    assert.ok([413, 422].includes((await suggest('x'.repeat(100_001))).statusCode))
    assert.equal((await suggest('я'.repeat(100_000))).statusCode, 413)
  })

  test('is taken until 200 remarks wait, five from one address about one page, and is forgotten after 90 days', async (t) => {
    const { ada, ben, send, create, post, page, db, clock } = await site(t, {
      GALLEY_SITE_FEEDBACK: 'on',
      GALLEY_SITE_SUGGESTIONS: 'everyone',
    })
    const { id } = await create()
    const remark = async (text: string) => (await post('/read/kiln/feedback', { helped: 'no', text })).statusCode
    for (let nth = 0; nth < 5; nth++) assert.equal(await remark(`Missing ${nth}`), 200)
    assert.deepEqual([await remark('One more'), await remark('')], [429, 429])
    const look = async () => (await send(ben, 'GET', `/api/docs/${id}/feedback`)).body
    assert.equal((await look()).said.length, 5)
    assert.equal(await remark('After a look'), 200)
    await look()
    for (const text of ['Rejected words.', 'Merged words.']) await post('/read/kiln/suggest', { markdown: text })
    const proposals = (await send(ada, 'GET', `/api/admin/proposals?document_id=${id}`)).body
    await send(ada, 'POST', `/api/admin/proposals/${proposals[0].id}/merge`)
    await send(ada, 'POST', `/api/admin/proposals/${proposals[1].id}/reject`)
    const texts = async () =>
      (await db.read.selectFrom('revisions').select('blocks').execute()).map(({ blocks }) => blocks).join()
    const forget = (days: number) =>
      db.inTransaction((tx) => forgetSent(tx, 100, { clock: { ...clock, now: () => clock.now() + days * DAY } }))
    await forget(89)
    assert.match(await texts(), /Rejected words/)
    assert.equal((await look()).said.length, 6)
    await forget(91)
    assert.doesNotMatch(await texts(), /Rejected words/)
    assert.deepEqual((await send(ada, 'GET', `/api/admin/proposals?document_id=${id}&state=all`)).body, [])
    const { no, said } = await look()
    assert.deepEqual([no, said], [6, []])
    assert.match((await page('/read/kiln')).body, /Merged words/)
  })

  test('may be suggested by readers who are signed in alone, where the setting says so', async (t) => {
    const { create, page, app, person } = await site(t, { GALLEY_SITE_SUGGESTIONS: 'readers' })
    await create()
    assert.equal((await page('/read/kiln/suggest')).statusCode, 404)
    const { headers } = await person('reader')
    assert.equal((await app.inject({ url: '/read/kiln/suggest', headers })).statusCode, 200)
  })
})
