// What evidence leaves in channels that are not its own, on both engines: streams, the audit trail, the feed, and tokens that are
// bound to categories. None of them says what was quoted to someone who may not read it.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { bearer } from '../../../test/accounts.ts'
import { build, OUTSIDE, onEngines } from '../../../test/build.ts'
import { approveWith, evidenceOn } from '../../../test/evidence.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'

onEngines('evidence in other channels', (engine) => {
  /** guide is a public page that quotes notes and a restricted document. */
  async function guide(t: Parameters<typeof build>[0]) {
    const on = await evidenceOn(await build(t, { engine }))
    const closed = await on.make({ title: 'Plans', markdown: 'Keep 30 days.', visibility: 'restricted' })
    const id = await on.make({ title: 'Guide' })
    const notes = { kind: 'notes' as const, id: null, title: 'Mail', quote: 'secret words' }
    await approveWith(on, id, [{ text: 'We keep it.', origin: 'notes', sources: [notes] }])
    await on.quote(id, closed, 'Keep 30 days.')
    return { ...on, id, closed }
  }
  const SECRET = /secret words|Mail|Plans|Keep \d\d days/

  test('the live stream names kinds alone', async (t) => {
    const { app, call, closed, editor } = await guide(t)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const live = await listen(`http://127.0.0.1:${port}/api/admin/live`, editor.headers)
    t.after(() => live.stop())
    await until('the stream begins', () => live.messages.length === 1)
    await call('PUT', `/api/docs/${closed}`, { markdown: 'Keep 45 days.' })
    await until('the change is told', () => live.messages.length > 1)
    assert.doesNotMatch(JSON.stringify(live.messages), SECRET)
  })

  test('the audit trail names blocks, never words', async (t) => {
    const { app, call, evidence, id, person } = await guide(t)
    const { key } = (await evidence(id))[0].sources[0]
    await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: true })
    await call('POST', `/api/docs/${id}/evidence/check`, {})
    await call('DELETE', `/api/docs/${id}/evidence/${key}`)
    const { headers } = await person('admin')
    const trail = await app.inject({ url: '/api/admin/audit?limit=50', headers })
    for (const action of ['shown', 'checked', 'removed']) assert.match(trail.body, new RegExp(`evidence\\.${action}`))
    const found = (trail.json().items as { action: string }[]).filter(({ action }) => action.startsWith('evidence.'))
    assert.doesNotMatch(JSON.stringify(found), SECRET)
  })

  test('the feed, the document itself and its Markdown carry none of it, whoever reads them', async (t) => {
    const { app, id, person, editor } = await guide(t)
    const readers = [OUTSIDE, { ...OUTSIDE, ...(await person('reader')).headers }, editor.headers]
    for (const url of ['/feed.xml', '/api/docs/guide', `/api/docs/${id}/blocks`, `/api/docs/${id}/markdown`])
      for (const headers of readers)
        assert.doesNotMatch((await app.inject({ url, headers })).body, /secret words|Keep 30 days/, url)
  })

  test('for a token that is bound to a category, what is quoted from outside is hidden and not listed', async (t) => {
    const { call, id, closed, editor } = await guide(t)
    const category_id = (await call('POST', '/api/admin/categories/', { name: 'Here' })).body.id
    await call('PUT', `/api/docs/${id}`, { category_id })
    await call('PUT', `/api/docs/${closed}`, { markdown: 'Keep 45 days.' })
    const token = await call('POST', '/api/tokens', { name: 'bot', category_ids: [category_id] })
    const bound = { ...OUTSIDE, ...bearer(token.body.token) }
    const { blocks } = (await call('GET', `/api/docs/${id}/evidence`, undefined, bound)).body
    assert.doesNotMatch(JSON.stringify(blocks), /Plans|Keep \d\d days/)
    const stale = async (headers: { authorization: string }) =>
      (await call('GET', '/api/admin/docs/stale', undefined, headers)).body
    const [item] = (await stale(editor.headers)).items
    assert.equal((await stale(bound)).total, 0)
    const taken = await call('POST', '/api/admin/docs/stale/resolve', { way: 'take', keys: [item.key] }, bound)
    assert.deepEqual(taken.body.skipped, [{ key: item.key, reason: 'not_stale' }])
  })

  test('for such a token nothing is known of a source that was deleted outside', async (t) => {
    const { call, id, closed, editor } = await guide(t)
    const category_id = (await call('POST', '/api/admin/categories/', { name: 'Here' })).body.id
    await call('PUT', `/api/docs/${id}`, { category_id })
    await call('DELETE', `/api/docs/${closed}`)
    const token = await call('POST', '/api/tokens', { name: 'bot', category_ids: [category_id] })
    const bound = { ...OUTSIDE, ...bearer(token.body.token) }
    const paths = [`/api/docs/${id}/evidence`, '/api/admin/docs/stale']
    const seen = async (headers: { authorization: string }) =>
      JSON.stringify(await Promise.all(paths.map(async (path) => (await call('GET', path, undefined, headers)).body)))
    assert.match(await seen(editor.headers), /Plans.*Keep 30 days.*Keep 30 days.*Plans/s)
    assert.doesNotMatch(await seen(bound), /Plans|Keep \d\d days/)
  })
})
