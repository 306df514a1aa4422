// The public pages over HTTP, on both engines: who sees what, how long a page may be kept, and what is not found.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { build, onEngines } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { seedDemoSite } from '../test/demo-site.ts'
import { until } from '../test/until.ts'

onEngines('the reader', (engine) => {
  let site: Awaited<ReturnType<typeof build>>
  let writer: Awaited<ReturnType<typeof seedDemoSite>>
  const t = suiteCleaner()
  before(async () => {
    const env = { GALLEY_SITE_NAME: 'Harbour <docs>' }
    site = await build(t, { engine, env })
    writer = await seedDemoSite(site)
  })

  test('shows visitors what is public, and those signed in what they may read', async () => {
    const { app, person } = site
    const reader = await person('reader', 'Rita')
    const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
    const cookie = { cookie: `auth_token=${reader.token}` }

    const home = await get('/')
    assert.equal(home.statusCode, 200)
    assert.equal(home.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(home.body, /<h1>Harbour &lt;docs&gt;<\/h1>/)
    for (const part of ['Start here', 'Recently updated', 'Categories', 'Quick start'])
      assert.ok(home.body.includes(part), part)
    assert.ok(!home.body.includes('Platform team') && !home.body.includes('machine-room'))

    const page = await get('/read/quick-start')
    assert.equal(page.statusCode, 200)
    assert.match(
      page.body,
      /<nav class="crumbs"[^>]*><ol>\s*<li><a href="\/">Home<\/a><\/li>\s*<li><a href="\/read\/category\/getting-started"/,
    )
    assert.match(page.body, /<a class="next" rel="next" href="\/read\/concepts">/)
    assert.match(page.body, /aria-current="page"[^>]*>Quick start<\/a>/)
    assert.match(page.body, /<span class="tk-/)
    assert.match(page.body, /<link rel="canonical" href="http:\/\/localhost:80\/read\/quick-start">/)
    assert.ok(!page.body.includes('machine-room'))
    assert.match((await get('/read/rollbacks')).body, /AI-drafted, approved by Ada Berg on <time/)

    const [hidden, missing] = [await get('/read/machine-room'), await get('/read/machine-rooms')]
    assert.equal(hidden.statusCode, 404)
    assert.equal(hidden.body, missing.body.replaceAll(/machine( |-)rooms/g, 'machine$1room'))
    assert.equal((await get('/read/category/platform-team')).statusCode, 404)
    assert.equal((await get('/read/machine-room.md')).statusCode, 404)

    const opened = await get('/read/machine-room', cookie)
    assert.equal(opened.statusCode, 200)
    assert.match(opened.body, /<span class="account-name">Rita<\/span>/)
    assert.match(opened.body, /Not public/)
    const edit = /<a href="\/panel\/documents\/\d+">Edit this page<\/a>/
    assert.match((await get('/read/machine-room', writer.headers)).body, edit)
    for (const { body } of [page, opened]) assert.doesNotMatch(body, edit)
    assert.equal((await get('/read/category/platform-team', cookie)).statusCode, 200)
    assert.match((await get('/', cookie)).body, /Platform team/)
    for (const path of ['/sitemap.xml', '/feed.xml', '/llms.txt']) {
      const file = await get(path, cookie)
      assert.equal(file.statusCode, 200, path)
      assert.ok(!file.body.includes('machine'), path)
    }
  })

  test('public pages may be kept by everyone, personal ones by nobody else, and a known page is a 304', async () => {
    const { app } = site
    const first = await app.inject({ url: '/read/quick-start' })
    assert.match(String(first.headers['cache-control']), /^public, .*s-maxage=/)
    assert.match(String(first.headers.vary), /cookie/)
    const known = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await app.inject({ url: '/read/quick-start', headers: known })).statusCode, 304)
    const personal = await app.inject({ url: '/read/quick-start', headers: { ...writer.headers, ...known } })
    assert.equal(personal.statusCode, 200)
    assert.equal(personal.headers['cache-control'], 'private, no-cache')

    const changed = { title: 'Quicker start' }
    const { id } = (await app.inject({ url: '/api/docs/quick-start', headers: writer.headers })).json()
    await app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: writer.headers, payload: changed })
    const after = await app.inject({ url: '/read/quick-start', headers: known })
    assert.equal(after.statusCode, 200)
    assert.match(after.body, /<h1 dir="auto">Quicker start<\/h1>/)
  })

  test('a document that is closed is gone from every page at once, and an edited draft says so', async () => {
    const { app } = site
    const change = async (slug: string, payload: object) => {
      const { id } = (await app.inject({ url: `/api/docs/${slug}`, headers: writer.headers })).json()
      await app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: writer.headers, payload })
    }
    const places = ['/', '/read/category/running-services', '/sitemap.xml', '/feed.xml', '/llms.txt']
    for (const path of places) assert.ok((await app.inject({ url: path })).body.includes('/read/scaling'), path)
    assert.equal((await app.inject({ url: '/read/scaling' })).statusCode, 200)
    await change('scaling', { visibility: 'restricted' })
    for (const path of places) assert.ok(!(await app.inject({ url: path })).body.includes('/read/scaling'), path)
    assert.equal((await app.inject({ url: '/read/scaling' })).statusCode, 404)
    assert.deepEqual((await app.inject({ url: '/read/search.json?q=scaling' })).json(), [])
    await change('scaling', { visibility: 'public' })
    await change('rollbacks', { markdown: 'Changed by hand.' })
    assert.match((await app.inject({ url: '/read/rollbacks' })).body, /approved by Ada Berg on <time.*, edited since/)
  })

  test('authors are called by the name they gave, and not by a username', async () => {
    const { app, person } = site
    const { headers } = await person('editor', 'marigold')
    const payload = { title: 'Signed', markdown: 'Something.' }
    await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    const author = async () => /"author":[^}]*/.exec((await app.inject({ url: '/read/signed' })).body)?.[0]
    assert.match((await author())!, /"name":"marigold"/)
    await app.inject({ method: 'PATCH', url: '/auth/me', headers, payload: { display_name: null } })
    assert.equal(await author(), undefined)
  })

  test('an address that can be none is not found, and a method is not wrong where there is nothing', async () => {
    const { app } = site
    for (const url of [
      '/read/%00',
      '/read/a%00b',
      '/read/%00.md',
      '/read/category/%00',
      '/read/category/',
      '/read/.md',
    ])
      assert.equal((await app.inject({ url })).statusCode, 404, url)
    assert.equal((await app.inject({ method: 'POST', url: '/sitemap-1.xml' })).statusCode, 405)
  })

  test('a summary with which the text begins is not shown twice', async () => {
    const { app } = site
    const shown = async (title: string, markdown: string) => {
      const payload = { title, summary: 'Keys live for 90 days.', markdown }
      await app.inject({ method: 'POST', url: '/api/docs/', headers: writer.headers, payload })
      return (await app.inject(`/read/${title}`)).body.includes('<p class="lead"')
    }
    assert.equal(await shown('keys-begin', 'Keys *live* for 90 days. Old ones a day longer.'), false)
    assert.equal(await shown('keys-end', 'Old ones a day longer. Keys live for 90 days.'), true)
  })

  test('a document without content is for editors alone, until it is written', async () => {
    const { app, person } = site
    const { headers } = writer
    const reader = await person('reader', 'Rosa')
    const write = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload && { payload }) })
    const category = (await write('POST', '/api/admin/categories/', { name: 'Plans' })).json()
    const make = async (title: string, more: object = {}) =>
      (await write('POST', '/api/admin/docs/', { title, category_id: category.id, ...more })).json()
    const planned = await make('Moonshot one')
    const subject = '/read/category/plans'
    for (const who of [{}, reader.headers])
      assert.ok(!(await app.inject({ url: '/', headers: who })).body.includes(subject), 'nothing to read there yet')
    assert.ok((await app.inject({ url: '/', headers })).body.includes(subject))
    const between = await make('Moonshot three', { markdown: 'Written.' })
    const last = await make('Moonshot two', { markdown: 'Written, too.', summary: 'After the first moonshot' })
    await write('POST', `/api/admin/docs/${planned.id}/pin`)

    const places = ['/', '/read/category/plans', '/read/moonshot-three', '/read/search?q=moonshot']
    const seen = async (path: string, who = {}) => (await app.inject({ url: path, headers: who })).body
    for (const path of places) {
      for (const who of [{}, reader.headers]) {
        const page = await seen(path, who)
        assert.ok(!page.includes('moonshot-one') && !page.includes('no content yet'), path)
      }
      assert.match(await seen(path, headers), /Moonshot one[\s\S]{0,200}no content yet/, path)
    }
    assert.match(await seen('/'), /Plans<\/a> <span class="count">2</)
    assert.match(await seen('/', headers), /Plans<\/a> <span class="count">3</)
    assert.ok(!(await seen('/read/search.json?q=moonshot')).includes('moonshot-one'))
    // The API goes on to list everything.
    for (const path of ['/api/docs/', '/api/docs/tree', '/api/docs/search?q=moonshot'])
      assert.ok((await seen(path, reader.headers)).includes('moonshot-one'), path)

    await write('PUT', `/api/docs/${planned.id}`, { markdown: 'Now it is.' })
    for (const path of places) assert.ok((await seen(path)).includes('/read/moonshot-one'), path)
    for (const { id } of [planned, between, last]) await write('DELETE', `/api/admin/docs/${id}`)
    await write('DELETE', `/api/admin/categories/${category.id}`)
  })

  test('without a database a person gets a page, a program JSON', async (t) => {
    const broken = await build(t, { engine })
    await broken.db.close()
    const page = await broken.app.inject({ url: '/', headers: { accept: 'text/html,*/*' } })
    assert.ok(page.statusCode >= 500)
    assert.match(page.body, /Temporarily unavailable/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.match(String((await broken.app.inject({ url: '/' })).headers['content-type']), /json/)
  })

  test('the site map of a large site is a list of sheets that hold every public document once', async (t) => {
    const { app, db } = await build(t, { engine })
    const get = async (url: string) => (await app.inject({ url })).body
    const add = async (id: number, more: object = {}) => {
      const row = { id, slug: `d-${id}`, title: `D ${id}`, has_content: 1, bucket: 'approved', ...more } as const
      await db.inTransaction(async (tx) => {
        await tx
          .insertInto('documents')
          .values({ created_at: id, updated_at: id, ...row })
          .execute()
        tx.touch('content')
      })
    }
    const paths = (xml: string) =>
      [...xml.matchAll(/<loc>http:\/\/localhost:80([^<]*)<\/loc>/g)].map((match) => match[1])
    for (const id of [1, 999, 1000, 1001, 5000]) await add(id)
    await add(2, { audience: 'members' })
    await add(3, { has_content: 0, bucket: 'empty' })
    assert.deepEqual(paths(await get('/sitemap.xml')), [
      '/',
      '/read/d-1',
      '/read/d-999',
      '/read/d-1000',
      '/read/d-1001',
      '/read/d-5000',
    ])

    await add(5001, { audience: 'members' })
    await add(10_001, { pinned_at: 7 })
    await add(15_000)
    const index = await get('/sitemap.xml')
    assert.match(index, /^<\?xml [^>]*>\n<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/)
    assert.deepEqual(paths(index), ['/sitemap-1.xml', '/sitemap-3.xml'])
    assert.match(await get('/robots.txt'), /Sitemap: http:\/\/localhost:80\/sitemap\.xml/)
    assert.equal(paths(await get('/sitemap-1.xml')).length, 6)
    const third = await app.inject({ url: '/sitemap-3.xml' })
    assert.equal(third.headers['content-type'], 'application/xml; charset=utf-8')
    assert.deepEqual(paths(third.body), ['/read/d-10001', '/read/d-15000'])
    for (const none of ['0', '2', '4', '01', 'x', '1e3', '99999999'])
      assert.equal((await app.inject({ url: `/sitemap-${none}.xml` })).statusCode, 404, none)

    // The feed and the list for models are by the last change, pinned or not.
    await add(20_001)
    const newest = ['d-20001', 'd-15000', 'd-10001', 'd-5000']
    const named = (text: string) => [...new Set(text.match(/d-\d+/g))].slice(0, 4)
    assert.deepEqual([named(await get('/feed.xml')), named(await get('/llms.txt'))], [newest, newest])
  })

  test('a read of a page is a view', async () => {
    const { app, ...deps } = site
    const { id } = (await app.inject({ url: '/api/docs/local-development', headers: writer.headers })).json()
    await app.inject({ method: 'HEAD', url: '/read/local-development' })
    for (let read = 0; read < 3; read++) await app.inject({ url: '/read/local-development' })
    const viewed = async () =>
      (await deps.db.read.selectFrom('views').select('views').where('document_id', '=', id).executeTakeFirst())?.views
    await until('four views are stored', async () => ((await viewed()) ?? 0) >= 4)
    // One by the API, three by pages; HEAD reads nothing.
    assert.equal(await viewed(), 4)
  })

  test('a long category has pages, and its sidebar stays short', async () => {
    const { app, ...deps } = site
    const { id } = (await app.inject({ url: '/api/admin/categories/', headers: writer.headers }))
      .json()
      .find(({ slug }: { slug: string }) => slug === 'reference')
    const now = deps.clock.now()
    await deps.db.inTransaction(async (tx) => {
      for (let number = 100; number < 260; number++) {
        const row = { slug: `entry-${number}`, title: `Entry ${number}`, title_key: `entry ${number}`, category_id: id }
        const made = await tx
          .insertInto('documents')
          .values({ ...row, has_content: 1, bucket: 'approved', created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('blocks').values({ document_id: made.id }).execute()
      }
      tx.touch('content')
      tx.touch('tree')
    })
    const second = await app.inject({ url: '/read/category/reference?page=2' })
    assert.match(second.body, /Page 2 of 4/)
    assert.match(second.body, /\/read\/entry-160/)
    assert.equal((await app.inject({ url: '/read/category/reference?page=5' })).statusCode, 404)
    const page = await app.inject({ url: '/read/entry-200' })
    assert.match(page.body, /rel="prev" href="\/read\/entry-199"/)
    assert.match(page.body, /rel="next" href="\/read\/entry-201"/)
    assert.match(page.body, /101 more/)
    assert.match(page.body, /aria-current="page"[^>]*>Entry 200</)
    // A category that is not on the way lists nothing of what is in it.
    assert.ok(!page.body.includes('/read/quick-start'))
  })
})
