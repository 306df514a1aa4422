// The front page of the site and of a category: a document where one is chosen and the reader may read it, else the list; and the
// line above every page, until its end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '#time.ts'
import { build, onEngines, TestClock } from '../test/build.ts'
import type { Cleaner } from '../test/cleaner.ts'

const HERO = `:::hero[Harbour]
All you need on board.

- [Start](/read/start)
- [Source](https://example.com/)
:::

:::cards[Why]
- [Charts](/read/start)

  Where to go.
:::
`

onEngines('the front page', (engine) => {
  async function site(t: Cleaner) {
    const { app, person } = await build(t, { engine })
    const { headers } = await person('admin')
    const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
      (await app.inject({ method, url, headers, payload })).json()
    const get = (url: string) => app.inject({ url })
    return { send, get }
  }

  test('is a document with a hero and cards, at / alone', async (t) => {
    const { send, get } = await site(t)
    const { id: home_id } = await send('POST', '/api/docs/', { title: 'Welcome', markdown: HERO })
    await send('PATCH', '/api/admin/brand', { home_id, description: 'Docs of the harbour' })
    const { body } = await get('/')
    assert.match(body, /<h1 class="hero-title" dir="auto">Harbour<\/h1>/)
    assert.match(body, /<div class="cards-block">\n<h2 class="cards-title" dir="auto">Why<\/h2>\n<ul>\n<li[^>]*><a /)
    assert.match(body, /<meta name="description" content="Docs of the harbour">/)
    assert.deepEqual(
      { bodyLength: body.match(/<h1/g)?.length, hasBdiWelcome: body.includes('<bdi>Welcome') },
      { bodyLength: 1, hasBdiWelcome: false },
    )
    const { statusCode, headers } = await get('/read/welcome?a=1')
    assert.deepEqual(
      { statusCode, location: headers.location, cacheControl: headers['cache-control'] },
      { statusCode: 307, location: '/?a=1', cacheControl: 'no-store' },
    )
    await send('PUT', `/api/docs/${home_id}`, { visibility: 'members' })
    assert.doesNotMatch((await get('/')).body, /Harbour|Welcome/)
  })

  test('is the list while the document has no content', async (t) => {
    const { send, get } = await site(t)
    await send('POST', '/api/docs/', { title: 'Start', markdown: 'Text.' })
    const { id: home_id } = await send('POST', '/api/docs/', { title: 'Welcome' })
    await send('PATCH', '/api/admin/brand', { home_id })
    const { body } = await get('/')
    assert.match(body, /href="\/read\/start"/)
    assert.doesNotMatch(body, /Welcome|class="nothing"/)
    await send('PUT', `/api/docs/${home_id}`, { markdown: HERO })
    assert.match((await get('/')).body, /<h1 class="hero-title" dir="auto">Harbour/)
    assert.equal((await get('/index.html')).headers.location, '/')
  })

  test('is a document that exists', async (t) => {
    const { detail } = await (await site(t)).send('PATCH', '/api/admin/brand', { home_id: 999_999 })
    assert.deepEqual(detail[0].loc, ['body', 'home_id'])
  })

  test('of a category is a document that exists, or nothing is saved', async (t) => {
    const { send } = await site(t)
    const { detail: ofNew } = await send('POST', '/api/admin/categories/', { name: 'Guide', index_id: 999_999 })
    assert.deepEqual({ loc: ofNew[0].loc, type: ofNew[0].type }, { loc: ['body', 'index_id'], type: 'value_error' })
    // Nothing was saved: the name and the slug are free.
    const { id, slug } = await send('POST', '/api/admin/categories/', { name: 'Guide' })
    assert.equal(slug, 'guide')
    const { detail } = await send('PUT', `/api/admin/categories/${id}`, { name: 'Other', index_id: 999_999 })
    assert.deepEqual(detail[0].loc, ['body', 'index_id'])
    const { name, index_id } = await send('PUT', `/api/admin/categories/${id}`, { index_id: null })
    assert.deepEqual({ name, index_id }, { name: 'Guide', index_id: null })
  })

  async function guide(t: Cleaner) {
    const { send, get } = await site(t)
    const { id: category_id } = await send('POST', '/api/admin/categories/', { name: 'Guide' })
    const { id } = await send('POST', '/api/docs/', { title: 'Overview', markdown: 'Text.', category_id })
    await send('POST', '/api/docs/', { title: 'Another', markdown: 'Text.', category_id })
    await send('PUT', `/api/admin/categories/${category_id}`, { index_id: id })
    return { get, close: () => send('PUT', `/api/docs/${id}`, { visibility: 'members' }) }
  }

  test('of a category is its own page, first among its pages', async (t) => {
    const { get } = await guide(t)
    assert.equal((await get('/read/category/guide')).headers.location, '/read/overview')
    const { body } = await get('/read/overview')
    assert.match(body, /<a href="\/read\/overview" aria-current="page"><bdi>Guide<\/bdi>/)
    assert.match(body, /rel="next" href="\/read\/another"/)
  })

  test('of a category is its list for those who may not read that page', async (t) => {
    const { get, close } = await guide(t)
    await close()
    const listed = await get('/read/category/guide')
    assert.deepEqual(
      { statusCode: listed.statusCode, test: /Overview|\/read\/overview/.test(listed.body) },
      { statusCode: 200, test: false },
    )
  })
})

onEngines('the announcement', (engine) => {
  test('stands above every page until its end', async (t) => {
    const clock = new TestClock()
    const { app, person } = await build(t, { engine, clock })
    const { headers } = await person('admin')
    const brand = (payload: object) => app.inject({ method: 'PATCH', url: '/api/admin/brand', headers, payload })
    assert.equal((await brand({ announcement: 'x', announcement_url: 'javascript:1' })).statusCode, 422)
    const announcement_until = new Date(clock.now() + DAY).toISOString()
    await brand({ announcement: 'Version <2> is out', announcement_url: '/read/two', announcement_until })
    const page = async () => (await app.inject({ url: '/' })).body
    assert.match(
      await page(),
      /<aside class="announcement"[^>]*><a href="\/read\/two"><span dir="auto">Version &lt;2&gt;/,
    )
    clock.advance(2 * DAY)
    assert.doesNotMatch(await page(), /announcement/)
  })
})
