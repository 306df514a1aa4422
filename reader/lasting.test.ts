// A page whose sidebar changed takes the rest from what was made before, as long as it would look the same: for another
// person, under another address and with another brand it does not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../test/build.ts'

onEngines('a page made again', (engine) => {
  test('shows who reads, where they read and the brand of now', async (t) => {
    const { app, person } = await build(t, { engine })
    const [ada, ben] = [await person('admin', 'Ada'), await person('editor', 'Ben')]
    const create = (title: string) =>
      app.inject({
        method: 'POST',
        url: '/api/docs/',
        headers: ada.headers,
        payload: { title, markdown: '# One\n\n# Two', visibility: 'public' },
      })
    const page = async (headers = {}) => (await app.inject({ url: '/read/first', headers })).body
    await create('First')
    assert.match(await page(ada.headers), /account-name">Ada</)
    await create('Second')
    assert.match(await page(ben.headers), /account-name">Ben<[\s\S]*rel="next" href="\/read\/second"/)
    await app.inject({ method: 'PATCH', url: '/api/admin/brand', headers: ada.headers, payload: { name: 'Renamed' } })
    assert.match(await page(ben.headers), /<title>First · Renamed<\/title>[\s\S]*<p>Renamed<\/p>/)
  })

  test('has the ETag that it had, once its sidebar is what it was', async (t) => {
    const { app, person } = await build(t, { engine })
    const { headers } = await person('admin')
    const payload = { title: 'First', markdown: 'Text.', visibility: 'public' }
    await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    const etag = async () => (await app.inject({ url: '/read/first' })).headers.etag
    const before = await etag()
    const other = await app.inject({
      method: 'POST',
      url: '/api/docs/',
      headers,
      payload: { ...payload, title: 'Second' },
    })
    assert.notEqual(await etag(), before)
    await app.inject({ method: 'DELETE', url: `/api/docs/${other.json().id}`, headers })
    assert.equal(await etag(), before)
  })
})
