// The public pages over HTTP, on both engines: who sees what, how long a page may be kept, and what is not found.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Built, build, onEngines, type TestPerson } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { seedDemoSite } from '../test/demo-site.ts'
import { insertTexts } from '../test/texts.ts'
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

  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
  const cookieOf = async (name: string) => ({ cookie: `auth_token=${(await site.person('reader', name)).token}` })

  test('the home page shows visitors what is public', async () => {
    const home = await get('/')
    assert.equal(home.statusCode, 200)
    assert.equal(home.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(home.body, /<h1>Harbour &lt;docs&gt;<\/h1>/)
    for (const part of ['Start here', 'Recently updated', 'Categories', 'Quick start'])
      assert.ok(home.body.includes(part), part)
    assert.ok(!home.body.includes('Platform team') && !home.body.includes('machine-room'))
  })

  test('the page of a document has its path, its neighbours, its place in the sidebar and coloured code', async () => {
    const page = await get('/read/quick-start')
    assert.equal(page.statusCode, 200)
    assert.match(
      page.body,
      /<nav class="crumbs"[^>]*><ol>\s*<li><a href="\/">Home<\/a><\/li>\s*<li><a href="\/read\/category\/getting-started"/,
    )
    assert.match(page.body, /<a class="next" rel="next" href="\/read\/concepts">/)
    assert.match(page.body, /aria-current="page"[^>]*><bdi>Quick start<\/bdi><\/a>/)
    assert.match(page.body, /<span class="tk-/)
    assert.match(page.body, /<link rel="canonical" href="http:\/\/localhost:80\/read\/quick-start">/)
    assert.ok(!page.body.includes('machine-room'))
  })

  test('each page of a category marks itself in the sidebar, and nothing else', async () => {
    const marked = async (path: string) =>
      [...(await get(path)).body.matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(([, href]) => href)
    for (const path of ['/read/quick-start', '/read/concepts', '/read/category/getting-started'])
      assert.deepEqual(await marked(path), [path])
  })

  test('a page that is shared has a picture and says how it begins', async () => {
    const editor = await site.person('editor')
    const levels = [2, 3, 4, 5].map((level) => `${'#'.repeat(level)} Level ${level}`).join('\n\n')
    const markdown = `${'Word '.repeat(60)}\n\n![Map](/pictures/map.png)\n\n${levels}`
    const payload = { title: `Shared ${engine}`, markdown }
    const { slug } = (
      await site.app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
    ).json()
    const { body } = await get(`/read/${slug}`)
    assert.match(body, /<meta property="og:image" content="http:\/\/localhost(?::80)?\/pictures\/map.png">/)
    assert.match(body, /<meta name="description" content="(?:Word ){31}Word…">/)
    assert.match(body, /<li class="depth-3"><a href="#level-5"/)
    assert.match(body, /<a class="search-open"[^>]* aria-label="Search"/)
    const icon = await get('/favicon.ico')
    assert.equal((await get(String(icon.headers.location))).headers['content-type'], 'image/svg+xml')
  })

  test('an address with a slash behind it leads to the page, with its query', async () => {
    const where = async (path: string) => (await get(path)).headers.location
    assert.equal(await where('/read/quick-start/?a=1'), '/read/quick-start?a=1')
    assert.equal(await where('/read/search/?q=x'), '/read/search?q=x')
    assert.equal(await where('/read/?a=1'), '/?a=1')
  })

  test('a drafted document names who approved it, and when', async () => {
    assert.match((await get('/read/rollbacks')).body, /Based on team notes, approved by Ada Berg on <time/)
  })

  test('what a visitor may not read looks as if it were not there', async () => {
    const [hidden, missing] = [await get('/read/machine-room'), await get('/read/machine-rooms')]
    assert.equal(hidden.statusCode, 404)
    assert.equal(hidden.body, missing.body.replaceAll(/machine( |-)rooms/g, 'machine$1room'))
    assert.equal((await get('/read/category/platform-team')).statusCode, 404)
    assert.equal((await get('/read/machine-room.md')).statusCode, 404)
  })

  test('a reader who is signed in reads what members may', async () => {
    const cookie = await cookieOf('Rita')
    const opened = await get('/read/machine-room', cookie)
    assert.equal(opened.statusCode, 200)
    assert.match(opened.body, /<span class="account-name">Rita<\/span>/)
    assert.match(opened.body, /Not public/)
    assert.equal((await get('/read/category/platform-team', cookie)).statusCode, 200)
    assert.match((await get('/', cookie)).body, /Platform team/)
  })

  test('only editors are offered to edit a page', async () => {
    const edit = /<a href="\/panel\/documents\/\d+">Edit this page<\/a>/
    assert.match((await get('/read/machine-room', writer.headers)).body, edit)
    const cookie = await cookieOf('Ruth')
    for (const { body } of [await get('/read/quick-start'), await get('/read/machine-room', cookie)])
      assert.doesNotMatch(body, edit)
  })

  test('the files for machines hold what is public, whoever asks', async () => {
    const cookie = await cookieOf('Robin')
    for (const path of ['/sitemap.xml', '/feed.xml', '/llms.txt']) {
      const file = await get(path, cookie)
      assert.equal(file.statusCode, 200, path)
      assert.ok(!file.body.includes('machine'), path)
    }
  })

  test('public pages may be kept by everyone, personal ones by nobody else, and a known page is a 304', async () => {
    const { app } = site
    const first = await app.inject({ url: '/read/quick-start' })
    assert.match(String(first.headers['cache-control']), /^public, max-age=0, s-maxage=0$/)
    assert.match(String(first.headers.vary), /cookie/)
    const headers = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await app.inject({ url: '/read/quick-start', headers })).statusCode, 304)
    const personal = await app.inject({ url: '/read/quick-start', headers: { ...writer.headers, ...headers } })
    assert.equal(personal.statusCode, 200)
    assert.equal(personal.headers['cache-control'], 'private, no-cache')

    const changed = { title: 'Quicker start' }
    const { id } = (await app.inject({ url: '/api/docs/quick-start', headers: writer.headers })).json()
    await app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: writer.headers, payload: changed })
    const after = await app.inject({ url: '/read/quick-start', headers })
    assert.equal(after.statusCode, 200)
    assert.match(after.body, /<h1 dir="auto">Quicker start<\/h1>/)
  })

  const change = async (slug: string, payload: object) => {
    const { id } = (await get(`/api/docs/${slug}`, writer.headers)).json()
    await site.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: writer.headers, payload })
  }

  test('a document that is closed is gone from every page at once', async () => {
    const places = ['/', '/read/category/running-services', '/sitemap.xml', '/feed.xml', '/llms.txt']
    for (const path of places) assert.ok((await get(path)).body.includes('/read/scaling'), path)
    assert.equal((await get('/read/scaling')).statusCode, 200)
    await change('scaling', { visibility: 'restricted' })
    for (const path of places) assert.ok(!(await get(path)).body.includes('/read/scaling'), path)
    assert.equal((await get('/read/scaling')).statusCode, 404)
    assert.deepEqual((await get('/read/search.json?q=scaling')).json(), [])
    await change('scaling', { visibility: 'public' })
  })

  test('a draft that was edited after its approval says so', async () => {
    await change('rollbacks', { markdown: 'Changed by hand.' })
    assert.match((await get('/read/rollbacks')).body, /approved by Ada Berg on <time.*, edited since/)
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

  describe('a document without content', () => {
    const PAGES = ['/', '/read/category/plans', '/read/moonshot-three', '/read/search?q=moonshot']
    let reader: TestPerson
    let planned: { id: number; category_id: number }
    const write = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await site.app.inject({ method, url, headers: writer.headers, payload })).json()
    const seen = async (path: string, headers = {}) => (await get(path, headers)).body

    before(async () => {
      reader = await site.person('reader', 'Rosa')
      const { id: category_id } = await write('POST', '/api/admin/categories/', { name: 'Plans' })
      planned = await write('POST', '/api/admin/docs/', {
        title: 'Moonshot one',
        summary: 'Secretly planned',
        tags: ['planned'],
        category_id,
      })
    })

    test('is not there for any but editors, whatever of it is asked for', async () => {
      const own = ['', '.md', '/print', '/suggest', '/sharing.png'].map((part) => `/read/moonshot-one${part}`)
      for (const path of [...own, '/read/tag/planned', '/read/tag/planned/feed.xml'])
        for (const headers of [{}, reader.headers]) assert.equal((await get(path, headers)).statusCode, 404, path)
      for (const path of own.slice(0, 3)) assert.equal((await get(path, writer.headers)).statusCode, 200, path)
      const lists = ['/llms.txt', '/llms-full.txt', '/feed.xml', '/sitemap.xml', '/read/search.json?q=moonshot']
      for (const path of lists) assert.doesNotMatch(await seen(path), /moonshot-one|Secretly planned/, path)
      assert.equal((await get('/api/docs/moonshot-one', reader.headers)).statusCode, 200)
    })

    test('leaves its category empty for all but editors', async () => {
      for (const headers of [{}, reader.headers])
        assert.ok(!(await seen('/', headers)).includes('/read/category/plans'))
      assert.ok((await seen('/', writer.headers)).includes('/read/category/plans'))
    })

    describe('among others', () => {
      before(async () => {
        const { id, category_id } = planned
        await site.app.inject({ method: 'POST', url: `/api/admin/docs/${id}/pin`, headers: writer.headers })
        const second = { title: 'Moonshot two', summary: 'After the first moonshot' }
        for (const fields of [{ title: 'Moonshot three' }, second])
          await write('POST', '/api/admin/docs/', { ...fields, category_id, markdown: 'Written.' })
      })

      test('is shown to editors alone, marked as such', async () => {
        for (const path of PAGES) {
          for (const headers of [{}, reader.headers])
            assert.doesNotMatch(await seen(path, headers), /moonshot-one|no content yet/, path)
          assert.match(await seen(path, writer.headers), /Moonshot one[\s\S]{0,200}no content yet/, path)
        }
        assert.ok(!(await seen('/read/search.json?q=moonshot')).includes('moonshot-one'))
      })

      test('counts for editors alone', async () => {
        assert.match(await seen('/'), /Plans<\/a> <span class="count">2</)
        assert.match(await seen('/', writer.headers), /Plans<\/a> <span class="count">3</)
      })

      test('is listed by the API for everyone who may read it', async () => {
        for (const path of ['/api/docs/', '/api/docs/tree', '/api/docs/search?q=moonshot'])
          assert.ok((await seen(path, reader.headers)).includes('moonshot-one'), path)
      })

      test('is on every page once it is written', async () => {
        await write('PUT', `/api/docs/${planned.id}`, { markdown: 'Now it is.' })
        for (const path of PAGES) assert.ok((await seen(path)).includes('/read/moonshot-one'), path)
        assert.equal((await get('/read/moonshot-one')).statusCode, 200)
      })
    })
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

  describe('a site with many documents', () => {
    const t = suiteCleaner()
    let large: Built
    const body = async (url: string) => (await large.app.inject({ url })).body
    const add = (...rows: { id: number; [column: string]: unknown }[]) =>
      large.db.inTransaction(async (tx) => {
        for (const { id, ...more } of rows) {
          const row = { id, slug: `d-${id}`, title: `D ${id}`, has_content: 1, bucket: 'approved', ...more } as const
          await tx
            .insertInto('document_rows')
            .values({ created_at: id, updated_at: id, ...row })
            .execute()
        }
      })
    const paths = (xml: string) =>
      [...xml.matchAll(/<loc>http:\/\/localhost:80([^<]*)<\/loc>/g)].map((match) => match[1])

    before(async () => {
      large = await build(t, { engine })
      await add({ id: 2, audience: 'members' }, { id: 3, has_content: 0, bucket: 'empty' })
      await add(...[1, 999, 1000, 1001, 5000].map((id) => ({ id })))
    })

    test('has one site map while that holds every public document', async () => {
      const documents = [1, 999, 1000, 1001, 5000].map((id) => `/read/d-${id}`)
      assert.deepEqual(paths(await body('/sitemap.xml')), ['/', ...documents])
    })

    describe('beyond that', () => {
      before(() => add({ id: 5001, audience: 'members' }, { id: 10_001, pinned_at: 7 }, { id: 15_000 }))

      test('has a list of site maps that are not empty', async () => {
        const index = await body('/sitemap.xml')
        assert.match(
          index,
          /^<\?xml [^>]*>\n<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
        )
        assert.deepEqual(paths(index), ['/sitemap-1.xml', '/sitemap-3.xml'])
        assert.match(await body('/robots.txt'), /Sitemap: http:\/\/localhost:80\/sitemap\.xml/)
      })

      test('has every public document in one of them', async () => {
        assert.equal(paths(await body('/sitemap-1.xml')).length, 6)
        const third = await large.app.inject({ url: '/sitemap-3.xml' })
        assert.equal(third.headers['content-type'], 'application/xml; charset=utf-8')
        assert.deepEqual(paths(third.body), ['/read/d-10001', '/read/d-15000'])
      })

      test('has no other site map', async () => {
        for (const none of ['0', '2', '4', '01', 'x', '1e3', '99999999'])
          assert.equal((await large.app.inject({ url: `/sitemap-${none}.xml` })).statusCode, 404, none)
      })

      test('has its feed and its list for models by the last change, pinned or not', async () => {
        await add({ id: 20_001 })
        const newest = ['d-20001', 'd-15000', 'd-10001', 'd-5000']
        const named = (text: string) => [...new Set(text.match(/d-\d+/g))].slice(0, 4)
        assert.deepEqual(
          { feed: named(await body('/feed.xml')), llms: named(await body('/llms.txt')) },
          { feed: newest, llms: newest },
        )
      })
    })
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
        const document = await tx
          .insertInto('document_rows')
          .values({ ...row, has_content: 1, bucket: 'approved', created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await insertTexts(tx, [{ document_id: document.id }])
      }
    })
    const second = await app.inject({ url: '/read/category/reference?page=2' })
    assert.match(second.body, /Page 2 of 4/)
    assert.match(second.body, /\/read\/entry-160/)
    assert.equal((await app.inject({ url: '/read/category/reference?page=5' })).statusCode, 404)
    const page = await app.inject({ url: '/read/entry-200' })
    assert.match(page.body, /rel="prev" href="\/read\/entry-199"/)
    assert.match(page.body, /rel="next" href="\/read\/entry-201"/)
    assert.match(page.body, /101 more/)
    assert.match(page.body, /aria-current="page"[^>]*><bdi>Entry 200</)
    // A category that is not on the way lists nothing of what is in it.
    assert.ok(!page.body.includes('/read/quick-start'))
  })
})
