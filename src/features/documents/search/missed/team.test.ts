// "Ask the team", and what editors make of questions without an answer, on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Built, build, onEngines } from '../../../../../test/build.ts'
import { addAll } from '../../../../../test/search-site.ts'

const Q = 'how do I brew coffee with milk?'
const hand = ({ app }: Built, headers: Record<string, string>, q = Q) =>
  app.inject({
    method: 'POST',
    url: '/read/ask/team',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ q }).toString(),
  })
const LETTERS = 'aeioubdfgh'
const missedUrl = '/api/admin/missed-searches'

onEngines('asking the team', (engine) => {
  test('a reader who asked hears of the page that answers, and editors see how many wait', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_ASK_TEAM: 'on' } })
    const [editor, reader] = [await built.person('editor'), await built.person('reader')]
    const [coffee] = await addAll(built, [{ title: 'Coffee' }, { title: 'Secret', visibility: 'restricted' }])
    const shown = (await built.app.inject({ url: '/read/search', query: { q: Q }, headers: reader.headers })).body
    assert.match(shown, /action="\/read\/ask\/team"/)
    const asked = await hand(built, reader.headers)
    assert.deepEqual([asked.statusCode, asked.headers.location], [303, `/read/search?q=${encodeURIComponent(Q)}&asked`])
    await hand(built, reader.headers, 'Brewing coffee with milk?')
    const list = async () => (await built.app.inject({ url: missedUrl, headers: editor.headers })).json()
    const [row] = await list()
    assert.equal(row.waiting, 1)
    const url = `${missedUrl}/${encodeURIComponent(row.words)}/answer`
    const payload = { document_id: coffee }
    assert.equal((await built.app.inject({ method: 'POST', url, headers: editor.headers, payload })).statusCode, 204)
    assert.deepEqual(await list(), [])
    const { items } = (await built.app.inject({ url: '/api/admin/inbox', headers: reader.headers })).json()
    assert.deepEqual([items[0].kind, items[0].document.id, items[0].text], ['answered', coffee, Q])
    const mails = await built.db.read.selectFrom('mails').select(['kind', 'user_id']).execute()
    assert.deepEqual(mails, [{ kind: 'answered', user_id: reader.id }])
  })

  test('nobody hears of a page that they may not read', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_ASK_TEAM: 'on' } })
    const [editor, reader] = [await built.person('editor'), await built.person('reader')]
    const [secret] = await addAll(built, [{ title: 'Secret', visibility: 'restricted' }])
    await hand(built, reader.headers)
    const [row] = (await built.app.inject({ url: missedUrl, headers: editor.headers })).json()
    const url = `${missedUrl}/${encodeURIComponent(row.words)}/answer`
    await built.app.inject({ method: 'POST', url, headers: editor.headers, payload: { document_id: secret } })
    const { items } = (await built.app.inject({ url: '/api/admin/inbox', headers: reader.headers })).json()
    assert.deepEqual(items, [])
  })

  test('a reader has 20 open questions at most, however many they ask at once', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_ASK_TEAM: 'on' } })
    const { headers } = await built.person('reader')
    const about = (index: number) => `Where is the k${LETTERS[index % 10]}k${LETTERS[Math.floor(index / 10)]}ko?`
    const asked = await Promise.all(Array.from({ length: 50 }, (_, index) => hand(built, headers, about(index))))
    const count = (status: number) => asked.filter(({ statusCode }) => statusCode === status).length
    const open = await built.db.read.selectFrom('team_questions').select('id').execute()
    assert.deepEqual([count(303), count(429), open.length], [20, 30, 20])
  })

  test('is not offered to visitors, nor where it is off', async (t) => {
    const on = await build(t, { engine, env: { GALLEY_ASK_TEAM: 'on' } })
    const off = await build(t, { engine })
    const { headers } = await off.person('reader')
    assert.equal((await hand(on, {})).statusCode, 404)
    assert.equal((await hand(off, headers)).statusCode, 404)
    for (const [built, as] of [
      [on, {}],
      [off, headers],
    ] as const) {
      const { body } = await built.app.inject({ url: '/read/search', query: { q: Q }, headers: as })
      assert.doesNotMatch(body, /ask\/team/)
    }
  })

  test('a question is put to the owner of the nearest page, in a thread that mentions them', async (t) => {
    const built = await build(t, { engine })
    const [editor, owner] = [await built.person('editor'), await built.person('editor')]
    const call = (method: 'PUT' | 'POST' | 'GET', url: string, headers: Record<string, string>, payload?: object) =>
      built.app.inject({ method, url, headers, ...(payload && { payload }) })
    const [id] = await addAll(built, [
      { title: 'Coffee', markdown: 'Coffee is brewed with water in the kitchen.' },
      { title: 'Tea', markdown: 'Tea is made by the cook.' },
    ])
    await built.db.inTransaction((tx) =>
      tx.insertInto('missed_searches').values({ words: 'x', question: Q, searches: 1, last_at: 1 }).execute(),
    )
    const ask = () => call('POST', `${missedUrl}/x/owner`, editor.headers)
    assert.equal((await ask()).statusCode, 409, 'nobody answers for the page')
    await call('PUT', `/api/docs/${id}/owner`, editor.headers, { owner_id: owner.id })
    const response = await ask()
    assert.deepEqual([response.statusCode, response.json().document_id], [201, id])
    const { items } = (await call('GET', '/api/admin/inbox', owner.headers)).json()
    assert.equal(items[0].kind, 'mention')
    assert.match(items[0].text, /how do I brew coffee with milk\?/)
  })
})
