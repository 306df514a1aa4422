// A document's former addresses on the public site, on both engines: they lead to the current one, for those who may read it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Built, build, onEngines } from '../test/build.ts'
import { withoutOwn } from '../test/own-headers.ts'

async function siteOf(built: Built) {
  const { app, person } = built
  const { headers } = await person('editor')
  const make = async (payload: object): Promise<number> =>
    (
      await app.inject({ method: 'POST', url: '/api/docs/', headers, payload: { markdown: 'Text.', ...payload } })
    ).json().id
  const change = async (id: number, payload: object) =>
    assert.equal((await app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload })).statusCode, 200)
  const get = (url: string, who: Record<string, string> = {}) => app.inject({ url, headers: who })
  /** leadsTo is the status, with the address where there is another one. */
  const leadsTo = async (url: string, who: Record<string, string> = {}) => {
    const { statusCode, headers } = await get(url, who)
    return headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`
  }
  return { ...built, headers, make, change, get, leadsTo }
}

onEngines('a document that has moved', (engine) => {
  test('is found by each of its former addresses, straight and with what was asked', async (t) => {
    const { app, headers, make, change, get, leadsTo } = await siteOf(await build(t, { engine }))
    const id = await make({ title: 'First' })
    for (const slug of ['second', 'third', 'четвёртый']) await change(id, { slug })
    const present = `/read/${encodeURIComponent('четвёртый')}`
    for (const former of ['first', 'second', 'third']) {
      assert.equal(await leadsTo(`/read/${former}`), `308 ${present}`)
      assert.equal(await leadsTo(`/read/${former}.md?a=1&b=/x?y`), `308 ${present}.md?a=1&b=/x?y`)
    }
    const moved = await app.inject({ method: 'HEAD', url: '/read/first?page=2' })
    assert.deepEqual(
      { statusCode: moved.statusCode, location: moved.headers.location },
      { statusCode: 308, location: `${present}?page=2` },
    )
    assert.equal(moved.headers['cache-control'], 'no-store')
    assert.equal((await get(present)).statusCode, 200)
    // The API knows present slugs only.
    assert.equal((await get('/api/docs/first', headers)).statusCode, 404)
  })

  test('is found by a former address only by those who may read it', async (t) => {
    const { headers, person, make, change, get, leadsTo } = await siteOf(await build(t, { engine }))
    const friend = await person('reader')
    const stranger = await person('reader')
    const id = await make({ title: 'Merger', visibility: 'restricted', access: { roles: [], users: [friend.id] } })
    await change(id, { slug: 'plan' })
    for (const who of [friend.headers, headers]) {
      assert.equal(await leadsTo('/read/merger', who), '308 /read/plan')
      assert.equal(await leadsTo('/read/merger.md', who), '308 /read/plan.md')
    }
    const shown = ({ statusCode, headers, body }: Awaited<ReturnType<typeof get>>) => {
      return [statusCode, { ...withoutOwn(headers), 'content-length': 0 }, body.replaceAll('mergers', 'merger')]
    }
    for (const who of [{}, stranger.headers]) {
      for (const ending of ['', '.md'])
        assert.deepEqual(
          shown(await get(`/read/merger${ending}`, who)),
          shown(await get(`/read/mergers${ending}`, who)),
        )
      assert.equal(await leadsTo('/read/merger', who), 404)
    }
    await change(id, { visibility: 'public' })
    assert.equal(await leadsTo('/read/merger'), '308 /read/plan')
  })

  test('loses a former address at once to a document that takes it', async (t) => {
    const { make, change, get, leadsTo } = await siteOf(await build(t, { engine }))
    const id = await make({ title: 'Agent' })
    await change(id, { slug: 'agent-setup' })
    assert.equal(await leadsTo('/read/agent'), '308 /read/agent-setup')
    await make({ title: 'Another agent', slug: 'agent' })
    assert.match((await get('/read/agent')).body, /Another agent/)
    assert.equal(await leadsTo('/read/agent-setup'), 200)
  })
})
