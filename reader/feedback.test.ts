// What readers send from a page: whether it helped, and how it should read; on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
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

  test('may be suggested by readers who are signed in alone, where the setting says so', async (t) => {
    const { create, page, app, person } = await site(t, { GALLEY_SITE_SUGGESTIONS: 'readers' })
    await create()
    assert.equal((await page('/read/kiln/suggest')).statusCode, 404)
    const { headers } = await person('reader')
    assert.equal((await app.inject({ url: '/read/kiln/suggest', headers })).statusCode, 200)
  })
})
