// Of which documents lists say more than published or draft.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { work } from '../../../../test/pipeline.ts'

onEngines('GET /api/admin/docs/statuses', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let ada: TestPerson
  before(async () => {
    deps = await build(t, { engine })
    ada = await deps.person('editor')
  })
  const send = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, by = ada) => {
    const response = await deps.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const create = async (title: string, more: object = {}) =>
    (await send('POST', '/api/docs/', { title, markdown: 'One.', ...more })).body.id as number
  const statuses = async () => (await send('GET', '/api/admin/docs/statuses')).body

  describe('who may ask', () => {
    test('editors', async () => {
      assert.equal((await deps.app.inject({ url: '/api/admin/docs/statuses', headers: OUTSIDE })).statusCode, 401)
      assert.equal((await send('GET', '/api/admin/docs/statuses', undefined, await deps.person('reader'))).status, 403)
    })
  })

  test('a published text with another saved is changed, or scheduled; a draft is a draft whatever is saved', async () => {
    const [changed, scheduled, draft] = [await create('A'), await create('B'), await create('C', { published: false })]
    assert.deepEqual(await statuses(), [])
    for (const id of [changed, scheduled, draft])
      await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Two.' })
    const at = new Date(Date.now() + 86_400_000).toISOString()
    await send('POST', `/api/docs/${scheduled}/schedule`, { at })
    assert.deepEqual(await statuses(), [
      { id: changed, status: 'changed' },
      { id: scheduled, status: 'scheduled' },
    ])
    await send('POST', `/api/docs/${changed}/publish`)
    assert.deepEqual(
      (await statuses()).map(({ id }: { id: number }) => id),
      [scheduled],
    )
  })

  test('words that were only typed are a draft, or a change, until they are taken back', async () => {
    const empty = (await send('POST', '/api/docs/', { title: 'Typed', published: false })).body.id as number
    const written = await create('Written')
    await send('PUT', `/api/docs/${written}`, { markdown: 'Same.' })
    const ours = async () => (await statuses()).filter(({ id }: { id: number }) => id === empty || id === written)
    const type = async (id: number, words: string) => {
      const { revision: parent, title, summary, tags } = (await send('GET', `/api/docs/${id}/autosave`)).body
      const blocks = [{ type: 'paragraph', content: words }]
      const { status } = await send('POST', `/api/docs/${id}/autosave`, { parent, title, summary, tags, blocks })
      assert.equal(status, 200)
    }
    // The list is there before, kept by the service: typing has to make it stale.
    const recent = async () =>
      (await send('GET', '/api/admin/docs/?sort=edited&limit=2')).body.map(({ id }: { id: number }) => id)
    assert.deepEqual({ ours: await ours(), recent: await recent() }, { ours: [], recent: [written, empty] })
    await type(empty, 'A hundred words.')
    assert.deepEqual(
      { ours: await ours(), recent: await recent() },
      { ours: [{ id: empty, status: 'draft' }], recent: [empty, written] },
    )
    await type(written, 'Other words.')
    assert.deepEqual(await ours(), [
      { id: empty, status: 'draft' },
      { id: written, status: 'changed' },
    ])
  })

  test('a draft that waits for someone to review it is in review', async () => {
    const id = await create('Drafted')
    await send('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes: 'Three.' })
    await work(deps)
    const status = (await statuses()).find((one: { id: number }) => one.id === id)
    assert.deepEqual(status, { id, status: 'in_review' })
  })
})
