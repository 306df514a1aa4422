// Publishing and taking back: what readers see at once, on this node and in what was kept of earlier responses. The matrix
// over every channel is in access/access.test.ts.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OUTSIDE, onEngines } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'
import { findOpenToReadersOf } from '../search/related.ts'

onEngines('publishing', (engine) => {
  const { deps, people, ask: send } = siteOf({ engine }, { editor: 'editor', reader: 'reader' })
  const { reader } = people
  const create = async (title: string, more = {}) =>
    (await send('POST', '/api/docs/', { title, markdown: `About ${title}.`, ...more })).json()
  const statusFor = async (url: string, headers = {}) =>
    (await deps.app.inject({ url, headers: { ...OUTSIDE, ...headers } })).statusCode

  describe('POST /api/docs/:doc_id/publish and unpublish', () => {
    test('need a document', async () => {
      for (const action of ['publish', 'unpublish'])
        assert.equal((await send('POST', `/api/docs/999999/${action}`)).statusCode, 404)
    })

    test('change the version and published_at, and nothing when it is so already', async () => {
      const document = await create('Weather', { published: false })
      assert.partialDeepStrictEqual(document, { published: false, published_at: null, bucket: 'approved', version: 1 })
      const published = (await send('POST', `/api/docs/${document.id}/publish`)).json()
      assert.deepEqual({ published: published.published, version: published.version }, { published: true, version: 2 })
      assert.notEqual(published.published_at, null)
      const again = (await send('POST', `/api/docs/${document.id}/publish`)).json()
      assert.deepEqual([again.version, again.published_at], [2, published.published_at])
      const back = (await send('POST', `/api/docs/${document.id}/unpublish`)).json()
      assert.partialDeepStrictEqual(back, { published: false, published_at: null, bucket: 'approved' })
    })

    test('refuse someone who has not seen the newest version', async () => {
      const { id } = await create('Stale')
      const { statusCode } = await send('POST', `/api/docs/${id}/unpublish`, undefined, { 'if-match': '"7"' })
      assert.equal(statusCode, 412)
      assert.equal(await statusFor('/read/stale'), 200)
    })
  })

  test('neither a grant nor having written it opens what is not published', async () => {
    const access = { roles: ['reader'], users: [reader.id] }
    const { id } = await create('Granted', { visibility: 'restricted', access })
    assert.equal(await statusFor('/read/granted', reader.headers), 200)
    await send('POST', `/api/docs/${id}/unpublish`)
    await deps.db.inTransaction(async (tx) => {
      await tx.updateTable('document_rows').set({ author_id: reader.id }).where('id', '=', id).execute()
    })
    for (const url of ['/read/granted', '/api/docs/granted', `/api/docs/${id}/blocks`])
      assert.equal(await statusFor(url, reader.headers), 404, url)
    const listed = (await deps.app.inject({ url: '/api/docs/private', headers: reader.headers })).json()
    assert.ok(!listed.some((one: { id: number }) => one.id === id))
  })

  test('a former slug does not lead to what was taken back', async () => {
    const { id } = await create('Old name')
    await send('PUT', `/api/docs/${id}`, { slug: 'new-name' })
    assert.equal(await statusFor('/read/old-name'), 308)
    await send('PUT', `/api/docs/${id}`, { published: false })
    assert.equal(await statusFor('/read/old-name'), 404)
  })

  test('a category that opens does not open what is not published', async () => {
    const category = (await send('POST', '/api/admin/categories/', { name: 'Shed', visibility: 'restricted' })).json()
    await create('Inside', { category_id: category.id, published: false })
    for (const visibility of ['members', 'public'])
      await send('PUT', `/api/admin/categories/${category.id}`, { visibility })
    assert.equal(await statusFor('/read/inside'), 404)
    assert.equal(await statusFor('/read/inside', reader.headers), 404)
  })

  test('the trash gives it back unpublished', async () => {
    const { id } = await create('Thrown away', { published: false })
    await send('DELETE', `/api/docs/${id}`)
    const restored = (await send('POST', `/api/admin/docs/trash/${id}/restore`)).json()
    assert.partialDeepStrictEqual(restored, { published: false, published_at: null })
    assert.equal(await statusFor('/read/thrown-away'), 404)
  })

  test('a draft of it rests only on what its readers will be able to read', async () => {
    const open = await create('Open source')
    const members = await create('Members source', { visibility: 'members' })
    const hidden = await create('Hidden source', { published: false })
    const target = await create('Target', { published: false })
    const closedTarget = await create('Closed target', { published: false, visibility: 'restricted' })
    const ids = [open.id, members.id, hidden.id]
    const found = async (id: number) => (await findOpenToReadersOf(deps, id, ids)).map((one) => one.id).sort()
    assert.deepEqual(await found(target.id), [open.id])
    assert.deepEqual(await found(closedTarget.id), [open.id, members.id].sort())
  })

  test('the database refuses an unpublished document that an audience could read', async () => {
    const { id } = await create('Wrong')
    const wrong = deps.db.inTransaction(async (tx) => {
      await tx.updateTable('document_rows').set({ published: 0 }).where('id', '=', id).execute()
    })
    await assert.rejects(wrong)
  })
})
