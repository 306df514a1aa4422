// Pictures for sharing: a page that shows none has one drawn from its title and the brand, for those who may read it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../test/build.ts'
import type { Cleaner } from '../test/cleaner.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c00"/></svg>`

onEngines('pictures for sharing', (engine) => {
  async function site(t: Cleaner) {
    const { app, person } = await build(t, { engine })
    const { headers } = await person('admin')
    const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
      (await app.inject({ method, url, headers, payload })).json()
    const write = (title: string) => send('POST', '/api/docs/', { title, markdown: 'Text.' })
    const sharedAt = async (url: string) =>
      /og:image" content="https?:\/\/[^/]*([^"]*)"/.exec((await app.inject({ url })).body)?.[1]
    const draw = async (url: string) => {
      const { statusCode, headers, rawPayload } = await app.inject({ url })
      assert.deepEqual(
        { statusCode, contentType: headers['content-type'] },
        { statusCode: 200, contentType: 'image/png' },
      )
      assert.deepEqual(
        { width: rawPayload.readUInt32BE(16), height: rawPayload.readUInt32BE(20) },
        { width: 1200, height: 630 },
      )
      return rawPayload.toString('base64')
    }
    return { app, headers, send, write, sharedAt, draw }
  }

  test('show the title, and without one that the font has the name of the site', async (t) => {
    const { send, write, sharedAt, draw } = await site(t)
    const { id } = await write('Quick start')
    const { slug } = await write('はじめに')
    assert.equal(await sharedAt('/read/quick-start'), '/read/quick-start/sharing.png')
    const titled = await draw('/read/quick-start/sharing.png')
    const plain = await draw((await sharedAt('/'))!)
    assert.notEqual(titled, plain)
    assert.equal(await draw(`/read/${slug}/sharing.png`), plain)
    await send('PUT', `/api/docs/${id}`, { title: 'First steps' })
    assert.notEqual(await draw('/read/quick-start/sharing.png'), titled)
  })

  test('change with the colour and the logo of the site', async (t) => {
    const { app, headers, send, draw } = await site(t)
    const plain = await draw('/read/sharing.png')
    await send('PATCH', '/api/admin/brand', { accent: '#a02050' })
    const tinted = await draw('/read/sharing.png')
    assert.notEqual(tinted, plain)
    const sent = { ...headers, 'content-type': 'image/svg+xml' }
    const { url } = (await app.inject({ method: 'POST', url: '/api/pictures', headers: sent, payload: LOGO })).json()
    await send('PATCH', '/api/admin/brand', { logo: url })
    assert.notEqual(await draw('/read/sharing.png'), tinted)
  })

  test('are there for those alone who may read the page', async (t) => {
    const { app, headers, send } = await site(t)
    const { id: category_id } = await send('POST', '/api/admin/categories/', { name: 'Team', visibility: 'members' })
    await send('POST', '/api/docs/', { title: 'Plan', markdown: 'Text.', category_id })
    const ask = async (url: string, as = {}) => {
      const { statusCode, body } = await app.inject({ url, headers: as })
      return [statusCode, statusCode === 404 && body.replace(/absent|plan/g, '')]
    }
    const absent = await ask('/read/absent/sharing.png')
    assert.equal(absent[0], 404)
    assert.deepEqual(await ask('/read/plan/sharing.png'), absent)
    // A category that has nothing for visitors is not there for them either.
    await send('POST', '/api/admin/categories/', { name: 'Soon' })
    for (const slug of ['team', 'soon']) assert.equal((await ask(`/read/category/${slug}/sharing.png`))[0], 404)
    assert.equal((await ask('/read/plan/sharing.png', headers))[0], 200)
  })
})
