// Tag pages, feeds of categories and tags: hidden pages stand in none of them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, TestClock } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'

onEngines('lists across the tree', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let headers: Record<string, string>
  let member: Record<string, string>
  const clock = new TestClock()
  const get = (url: string, as: Record<string, string> = {}) => site.app.inject({ url, headers: as })
  const post = async (url: string, payload: object) =>
    (await site.app.inject({ method: 'POST', url, headers, payload })).json() as { id: number; slug: string }
  const titlesIn = (body: string) =>
    [...body.matchAll(/<a href="\/read\/[^"]*" dir="auto">([^<]*)</g)].map(([, title]) => title).sort()
  before(async () => {
    site = await build(t, { engine, clock })
    ;({ headers } = await site.person('editor'))
    member = { cookie: `auth_token=${(await site.person('reader', 'Rita')).token}` }
    const guide = await post('/api/admin/categories/', { name: 'Guide' })
    const below = await post('/api/admin/categories/', { name: 'Below', parent_id: guide.id })
    const closed = await post('/api/admin/categories/', { name: 'Closed', visibility: 'members' })
    const write = (title: string, rest: object) => post('/api/docs/', { title, markdown: 'Text.', ...rest })
    await write('Open page', { tags: ['Big boats', 'harbour'], category_id: below.id })
    await write('Boats, big', { tags: ['other'] })
    await write('Members page', { tags: ['big boats', 'insiders'], category_id: closed.id })
    await write('Secret page', { tags: ['big boats'], visibility: 'restricted' })
  })

  test('a tag leads to its page, which lists those with this very tag that one may read', async () => {
    const { body } = await get('/read/open-page')
    assert.match(body, /<a href="\/read\/tag\/Big%20boats" rel="tag" dir="auto">Big boats<\/a>/)
    assert.deepEqual(titlesIn((await get('/read/tag/Big%20boats')).body), ['Open page'])
    assert.deepEqual(titlesIn((await get('/read/tag/big%20boats', member)).body), ['Members page', 'Open page'])
    assert.deepEqual(titlesIn((await get('/read/tag/big%20boats', headers)).body).length, 3)
  })

  test('a tag that only hidden pages have is as unknown as one that nobody uses', async () => {
    const [hidden, unknown] = [await get('/read/tag/insiders'), await get('/read/tag/outsiders')]
    assert.equal(hidden.statusCode, 404)
    assert.equal(hidden.body, unknown.body.replaceAll('outsiders', 'insiders'))
    assert.equal((await get('/read/tag/insiders/feed.xml', member)).statusCode, 404)
    assert.equal((await get('/read/tag/insiders', member)).statusCode, 200)
    for (const odd of ['%00', '%F0%9F%9A%80', '%22%3E%3Cb%3E'])
      assert.equal((await get(`/read/tag/${odd}`)).statusCode, 404, odd)
  })

  test('feeds of a category and a tag hold what is public, whoever asks', async () => {
    const category = await get('/read/category/guide/feed.xml', member)
    assert.equal(category.headers['content-type'], 'application/atom+xml; charset=utf-8')
    assert.match(category.body, /<title>Guide · Galley<\/title>[\s\S]*<title>Open page<\/title>/)
    assert.doesNotMatch(category.body, /Boats, big|Members page/)
    const tag = await get('/read/tag/big%20boats/feed.xml', headers)
    assert.match(tag.body, /<link rel="self" href="[^"]*\/read\/tag\/big%20boats\/feed\.xml"\/>/)
    assert.doesNotMatch(tag.body, /Members page|Secret page/)
    assert.equal((await get('/read/category/closed/feed.xml', member)).statusCode, 404)
    assert.match((await get('/read/category/guide')).body, /<a href="\/read\/category\/guide\/feed\.xml">Feed<\/a>/)
    assert.doesNotMatch((await get('/read/category/closed', member)).body, /closed\/feed\.xml/)
  })
})
