// Who else has a document open: by name, for its editors alone, on every node, until they leave or stop saying so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'

onEngines('presence', (engine) => {
  let now = Date.now()
  const { people, send } = siteOf({ engine, clock: { now: () => now } }, { ada: 'editor', ben: 'editor' })
  const { ada, ben } = people
  const create = async (title: string) => (await send('POST', '/api/docs/', { title, markdown: 'One.' })).body.id
  const beat = (id: number, by: TestPerson) => send('POST', `/api/docs/${id}/presence`, undefined, by)
  const idsOf = ({ body }: { body: { people: { id: number }[] } }) => body.people.map(({ id }) => id)

  test('two people see each other, and nobody sees themselves', async () => {
    const id = await create('Open')
    assert.deepEqual(idsOf(await beat(id, ada)), [])
    assert.deepEqual(idsOf(await beat(id, ben)), [ada.id])
    assert.deepEqual(idsOf(await beat(id, ada)), [ben.id])
    const other = await create('Another')
    assert.deepEqual(idsOf(await beat(other, ada)), [])
  })

  test('who leaves is gone at once, who stops saying so after a while', async () => {
    const id = await create('Left')
    await beat(id, ada)
    await beat(id, ben)
    assert.equal((await send('DELETE', `/api/docs/${id}/presence`)).status, 204)
    assert.deepEqual(idsOf(await beat(id, ben)), [])
    await beat(id, ada)
    now += 26_000
    assert.deepEqual(idsOf(await beat(id, ben)), [])
  })

  test('tells of a newer text by its revision', async () => {
    const id = await create('Newer')
    const first = (await beat(id, ben)).body
    const text = (await send('GET', `/api/docs/${id}/autosave`)).body
    assert.equal(first.revision, text.revision)
    const typed = { parent: text.revision, title: 'Newer, typed', summary: null, tags: [], blocks: text.blocks }
    const saved = (await send('POST', `/api/docs/${id}/autosave`, typed)).body
    assert.equal((await beat(id, ben)).body.revision, saved.revision)
  })

  test('is of documents that are there and in reach', async () => {
    const id = await create('Reach')
    await beat(id, ben)
    assert.equal((await beat(99_999, ada)).status, 404)
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: 'Elsewhere' })).body
    const token = { name: 'bound', scopes: ['read', 'write'], category_ids: [elsewhere.id] }
    const issued = (await send('POST', '/api/tokens', token)).body
    const bound = { ...ada, headers: { ...OUTSIDE, authorization: `Bearer ${issued.token}` } } as TestPerson
    assert.equal((await beat(id, bound)).status, 404)
    assert.deepEqual(idsOf(await beat(id, ada)), [ben.id])
  })
})
