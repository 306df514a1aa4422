// Old addresses lead to new ones, for those who may read what is there; elsewhere browsers get a page and programs JSON.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { keepPaths, putRedirects } from '#features/documents/redirects/redirects.ts'
import type { RedirectLinksOut, RedirectOut } from '#features/documents/redirects/schemas.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { DAY } from '#time.ts'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { workOf } from '../test/count-work.ts'
import { folderOf } from '../test/folder.ts'
import { withoutOwn } from '../test/own-headers.ts'
import { until } from '../test/until.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml' }

onEngines('redirects and missing pages', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let editor: TestPerson
  let reader: TestPerson
  before(async () => {
    deps = await build(t, { engine })
    editor = await deps.person('editor')
    reader = await deps.person('reader')
    const documents = [
      { title: 'Start', markdown: 'Text.' },
      { title: 'Club', markdown: 'Text.', visibility: 'members' },
      { title: 'Later', markdown: 'Text.', published: false },
    ]
    for (const payload of documents)
      await deps.app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
  })
  const add = (payload: object, headers: object = editor.headers) =>
    deps.app.inject({ method: 'POST', url: '/api/redirects', headers: { ...OUTSIDE, ...headers }, payload })
  const get = (url: string, headers: object = {}) => deps.app.inject({ url, headers: { ...OUTSIDE, ...headers } })
  const leadsTo = async (url: string, headers?: object) => {
    const { statusCode, headers: sent } = await get(url, headers)
    return statusCode === 404 ? 404 : `${statusCode} ${sent.location}`
  }

  describe('POST /api/redirects', () => {
    test('is for editors', async () => {
      const payload = { from: '/x', to: '/read/start' }
      assert.equal((await add(payload, {})).statusCode, 401)
      assert.equal((await add(payload, reader.headers)).statusCode, 403)
    })

    const REFUSED: [object, string][] = [
      [{ to: '/read/start' }, 'from'],
      [{ from: 'docs', to: '/read/start' }, 'from'],
      [{ from: '//evil.example', to: '/read/start' }, 'from'],
      [{ from: '/api/docs', to: '/read/start' }, 'from'],
      [{ from: '/a?b', to: '/read/start' }, 'from'],
      [{ from: '/a/*', to: '/read/start' }, 'from'],
      [{ from: '/a', to: 'https://evil.example/' }, 'to'],
      [{ from: '/a', to: '//evil.example/' }, 'to'],
      [{ from: '/a', to: '/\\\\evil.example/' }, 'to'],
      [{ from: '/a', to: '/.//evil.example' }, 'to'],
      [{ from: '/a', to: '/b/%2e%2E//evil.example' }, 'to'],
      [{ from: '/a', to: '/a/' }, 'to'],
      [{ from: '/a', to: '/a/b', kind: 'prefix' }, 'to'],
      [{ from: '/a', to: '/b', status: 302 }, 'status'],
      [{ from: '/a', to: '/b', kind: 'all' }, 'kind'],
    ]
    test('409 over the address of a page or a category, whether it is published or not', async () => {
      const headers = (await deps.person('admin')).headers
      const category = { method: 'POST', url: '/api/admin/categories/', headers, payload: { name: 'Over' } } as const
      assert.equal((await deps.app.inject(category)).statusCode, 201)
      for (const from of ['/read/start', '/read/start/', '/read/later', '/read/club.html', '/read/category/over'])
        assert.equal((await add({ from, to: '/read/search' })).statusCode, 409, from)
      const { id } = (await add({ from: '/over-there', to: '/read/search' })).json()
      const moved = { method: 'PUT', url: `/api/redirects/${id}`, headers: editor.headers } as const
      const put = (from: string) => deps.app.inject({ ...moved, payload: { from, to: '/read/search' } })
      assert.deepEqual([(await put('/read/later')).statusCode, (await put('/still-there')).statusCode], [409, 200])
    })

    for (const [payload, field] of REFUSED)
      test(`refuses ${JSON.stringify(payload)}`, async () => {
        const response = await add(payload)
        assert.equal(response.statusCode, 422)
        assert.deepEqual(response.json().detail[0].loc, ['body', field])
      })

    test('takes an address once', async () => {
      assert.equal((await add({ from: '/once/', to: '/read/start' })).statusCode, 201)
      assert.equal((await add({ from: '/once.html', to: '/read/club' })).statusCode, 409)
    })
  })

  test('an exact one leads on, however it is spelled, and keeps the query', async () => {
    await add({ from: '/docs/über uns', to: '/read/start#top', status: 308 })
    for (const url of ['/docs/%C3%BCber%20uns', '/docs/%C3%BCber%20uns/', '/docs/%C3%BCber%20uns.html'])
      assert.equal(await leadsTo(url), '308 /read/start#top')
    assert.equal(await leadsTo('/docs/%C3%BCber%20uns?a=1&b'), '308 /read/start?a=1&b#top')
    assert.equal(await leadsTo('/docs/%C3%BCber%20uns/more'), 404)
  })

  test('the longest prefix leads on with what follows it', async () => {
    await add({ from: '/v1', to: '/read', kind: 'prefix' })
    await add({ from: '/v1/deep', to: '/read/category', kind: 'prefix' })
    assert.equal(await leadsTo('/v1/start'), '301 /read/start')
    assert.equal(await leadsTo('/v1/deep/x/y'), '301 /read/category/x/y')
    assert.equal(await leadsTo('/v10/start'), 404)
  })

  test('nobody is led to another site, whatever follows the prefix', async () => {
    await add({ from: '/moved', to: '/', kind: 'prefix' })
    assert.equal(await leadsTo('/moved/a%3Fb/c'), '301 /a%3Fb/c')
    for (const rest of [
      '//evil.example',
      '/%2Fevil.example',
      '///evil.example',
      '/.//evil.example',
      '/%2e%2f/evil.example',
    ])
      assert.equal(await leadsTo(`/moved${rest}`), 404, rest)
    assert.equal(await leadsTo('/moved/%5Cevil.example'), '301 /%5Cevil.example')
    // As an older version may have saved it.
    const row = { from_path: '/older', to_path: '//evil.example', kind: 'exact', status: 301, created_at: 0 } as const
    await deps.db.inTransaction((tx) => tx.insertInto('redirects').values(row).execute())
    assert.equal(await leadsTo('/older'), 404)
  })

  test('nobody is led to what they may not read', async () => {
    await add({ from: '/old-club', to: '/read/club' })
    await add({ from: '/old-later', to: '/read/later' })
    assert.equal(await leadsTo('/old-club'), 404)
    assert.equal(await leadsTo('/old-club', reader.headers), '301 /read/club')
    assert.equal(await leadsTo('/old-later', reader.headers), 404)
    assert.equal(await leadsTo('/old-later', editor.headers), '301 /read/later')
    assert.equal(await leadsTo('/v1/later'), 404)
  })

  test('an old address of what one may not read is like one that nobody has, wherever it leads', async () => {
    const closed = { name: 'Closed shelf', visibility: 'members' }
    const url = '/api/admin/categories/'
    const make = async (url: string, payload: object) =>
      (await deps.app.inject({ method: 'POST', url, headers: editor.headers, payload })).json()
    const { id: category_id } = await make(url, closed)
    await make('/api/docs/', { title: 'On the shelf', markdown: 'Text.', category_id })
    const { id: planned } = await make(url, { name: 'Planned shelf' })
    await make('/api/docs/', { title: 'Not yet', markdown: 'Text.', category_id: planned, visibility: 'members' })
    const targets = ['/read/club/print', '/guide/club', '/read/category/closed-shelf', '/closed-shelf', '/read/club.md']
    targets.push('/read/category/planned-shelf')
    for (const [at, to] of targets.entries()) await add({ from: `/hid/${at}`, to })
    const shown = async (url: string) => {
      const { statusCode, headers: sent, body } = await get(url, BROWSER)
      return [statusCode, withoutOwn(sent), body.replace(/(hid(?:\/|%2F)|value=")\d/g, '$1N')]
    }
    for (const [at, to] of targets.entries()) {
      assert.deepEqual(await shown(`/hid/${at}`), await shown('/hid/9'), to)
      assert.equal(await leadsTo(`/hid/${at}`, reader.headers), `301 ${to}`)
    }
    await add({ from: '/hid/search', to: '/read/search?q=x' })
    assert.equal(await leadsTo('/hid/search'), '301 /read/search?q=x')
  })

  test('hits are counted, and a redirect can be changed and deleted', async () => {
    const { id } = (await add({ from: '/counted', to: '/read/start' })).json()
    const url = `/api/redirects/${id}`
    await Promise.all([leadsTo('/counted'), leadsTo('/counted'), leadsTo('/counted')])
    const counted = async () => (await get('/api/redirects?q=/counted', editor.headers)).json()[0]
    await until('the hits are written', async () => (await counted()).hits === 3)
    const { headers } = editor
    await deps.app.inject({ method: 'PUT', url, headers, payload: { from: '/counted', to: '/read/club' } })
    assert.equal((await counted()).to, '/read/club')
    assert.equal((await deps.app.inject({ method: 'DELETE', url, headers })).statusCode, 204)
    assert.equal((await deps.app.inject({ method: 'DELETE', url, headers })).statusCode, 404)
  })

  describe('the list of redirects', () => {
    const listed = async (query: string, part = ''): Promise<string[]> =>
      (await get(`/api/redirects${part}?q=/listed&${query}`, editor.headers))
        .json()
        .map(({ from }: RedirectOut) => from)
    const write = (payload: object) =>
      deps.app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
    before(async () => {
      for (const [from, kind] of [
        ['/listed/hand', 'exact'],
        ['/listed/below', 'prefix'],
      ])
        await add({ from, kind, to: '/read/start' })
      const moved = new Map([['/listed/imported', '/read/start']])
      const earlier = { ...deps, clock: { now: () => deps.clock.now() - 100 * DAY } }
      await deps.db.inTransaction((tx) => putRedirects(earlier, tx, COMMAND_LINE, moved))
    })

    test('is narrowed by where they come from and by how long nobody followed them', async () => {
      assert.deepEqual(await listed(''), ['/listed/below', '/listed/hand', '/listed/imported'])
      assert.deepEqual(await listed('origin=hand'), ['/listed/below', '/listed/hand'])
      assert.deepEqual(await listed('origin=import'), ['/listed/imported'])
      assert.deepEqual(await listed('unused_days=90'), ['/listed/imported'])
      assert.deepEqual(await listed('unused_days=101'), [])
      await leadsTo('/listed/imported')
      await until('its hit is written', async () => (await listed('unused_days=90')).length === 0)
    })

    test('knows which pages still link to old addresses, of those that one may read', async () => {
      await write({
        title: 'Linking',
        markdown: '[A](/listed/hand.html#x), [again](/listed/hand), [B](/listed/below/it)',
      })
      await write({ title: 'Hidden link', markdown: '[A](/listed/hand)', visibility: 'restricted' })
      await write({ title: 'No link', markdown: 'It was at `/listed/hand` once, and [here](/listed/handy).' })
      const links = async (headers: object): Promise<RedirectLinksOut[]> =>
        (await get('/api/redirects/links?q=/listed', headers)).json()
      const titles = (await links(editor.headers)).map(({ documents }) => documents.map(({ title }) => title).sort())
      assert.deepEqual(titles.sort(), [['Hidden link', 'Linking'], ['Linking']])
      assert.equal((await get('/api/redirects/links', reader.headers)).statusCode, 403)
    })

    test('loses several at once, which the audit trail keeps', async () => {
      const found: RedirectOut[] = (await get('/api/redirects?q=/listed', editor.headers)).json()
      const remove = (ids: number[], headers: object) =>
        deps.app.inject({
          method: 'POST',
          url: '/api/redirects/delete',
          headers: { ...OUTSIDE, ...headers },
          payload: { ids },
        })
      const ids = found.map(({ id }) => id)
      assert.equal((await remove(ids, reader.headers)).statusCode, 403)
      assert.equal((await remove([], editor.headers)).statusCode, 422)
      assert.deepEqual((await remove([...ids, 987_654], editor.headers)).json(), { deleted: 3 })
      assert.deepEqual(await listed(''), [])
      const trail = deps.db.read.selectFrom('audit').select('detail').where('action', '=', 'redirect.deleted')
      const details = await trail.where('target', '=', `redirect:${ids[0]}`).execute()
      assert.match(details[0]!.detail!, /"from":"\/listed\/below","to":"\/read\/start"/)
    })
  })

  test('addresses of an old site are kept in few statements, and pass from page to page', async () => {
    const pathOf = async (slug: string) =>
      (await deps.db.read.selectFrom('documents').select('path').where('slug', '=', slug).executeTakeFirst())?.path
    const keep = (paths: [string, string][]) =>
      workOf(() => deps.db.inTransaction((tx) => keepPaths(deps, tx, COMMAND_LINE, new Map(paths))))
    const first = await keep([
      ['/read/start', '/kept/one'],
      ['/read/club', '/kept/two'],
      ['/read/nothing', '/kept/three'],
      ['/read/category/start', '/kept/four'],
    ])
    assert.equal(first.length, 4, JSON.stringify(first))
    await keep([
      ['/read/start', '/kept/two'],
      ['/read/club', '/kept/one'],
    ])
    assert.deepEqual(
      { pathOfStart: await pathOf('start'), pathOfClub: await pathOf('club') },
      { pathOfStart: '/kept/two', pathOfClub: '/kept/one' },
    )
    await keep([['/read/later', '/kept/two']])
    assert.deepEqual(
      { pathOfStart: await pathOf('start'), pathOfLater: await pathOf('later') },
      { pathOfStart: null, pathOfLater: '/kept/two' },
    )
  })

  test('an import with --redirects leads the addresses of the old site to the documents', async () => {
    const root = folderOf(t, {
      'docusaurus.config.js': '',
      'docs/01-guide/setup.md': '---\nslug: /first-steps\n---\n# Set up\n\nText.\n',
      'docs/other.md': '# Other\n\nText.\n',
    })
    const options = { into: 'Moved', redirects: true }
    const report = await importFolder(deps, COMMAND_LINE, join(root, 'docs'), options)
    assert.equal(report.redirects, 4)
    for (const url of ['/docs/guide/setup', '/docs/guide/setup/', '/docs/first-steps'])
      assert.equal(await leadsTo(url), '301 /read/moved-01-guide-setup')
    assert.equal((await importFolder(deps, COMMAND_LINE, join(root, 'docs'), options)).unchanged, 2)
  })

  describe('an address where nothing is', () => {
    test('is a page with a search for browsers, and JSON for programs', async () => {
      for (const url of ['/nothing-here', '/docs/nothing-here.html', '/read/nothing-here']) {
        const page = await get(url, BROWSER)
        assert.equal(page.statusCode, 404)
        assert.match(page.headers['content-type'] as string, /text\/html/)
        assert.match(page.body, /<form[^>]*action="\/read\/search"[\s\S]*value="nothing here"/)
      }
      assert.deepEqual((await get('/nothing-here')).json(), { detail: 'Not Found' })
    })

    test('proposes what is called alike, of what this reader may read', async () => {
      const proposed = async (url: string, headers: object) =>
        [...(await get(url, { ...BROWSER, ...headers })).body.matchAll(/<li><a href="(\/read\/\w+)" dir/g)].map(
          ([, to]) => to,
        )
      assert.deepEqual(await proposed('/guide/strat.html', {}), ['/read/start'])
      for (const title of ['Installation', 'Installing']) {
        const payload = { title, markdown: 'Installing.', visibility: 'public' }
        await deps.app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
      }
      assert.equal((await proposed('/guide/instalation', {}))[0], '/read/installation')
      assert.deepEqual(await proposed('/read/clubs', {}), [])
      assert.deepEqual(await proposed('/read/clubs', reader.headers), ['/read/club'])
      assert.deepEqual(await deps.db.read.selectFrom('missed_searches').select('words').execute(), [])
    })

    test('is such a page for pictures and files that are gone, too', async () => {
      for (const url of ['/pictures/gone.png', `/files/${'0'.repeat(32)}/gone.pdf`]) {
        assert.match((await get(url, BROWSER)).body, /<form[^>]*action="\/read\/search"/)
        assert.equal((await get(url)).headers['content-type'], 'application/json')
      }
    })

    test('is JSON in the API, except for a browser that opens it', async () => {
      for (const url of ['/api/nothing', '/auth/nothing']) {
        for (const headers of [BROWSER, { ...BROWSER, 'sec-fetch-mode': 'cors' }, { 'sec-fetch-mode': 'navigate' }])
          assert.deepEqual((await get(url, headers)).json(), { detail: 'Not Found' })
        const page = await get(url, { ...BROWSER, 'sec-fetch-mode': 'navigate' })
        assert.equal(page.statusCode, 404)
        assert.match(page.body, /<form[^>]*action="\/read\/search"/)
      }
    })

    test('an old address below the API leads browsers and crawlers on, programs get JSON', async () => {
      const row = { from_path: '/api/old', to_path: '/read/start', kind: 'exact', status: 301, created_at: 0 } as const
      await deps.db.inTransaction((tx) => tx.insertInto('redirects').values(row).execute())
      for (const headers of [BROWSER, { ...BROWSER, 'sec-fetch-mode': 'navigate' }])
        assert.equal((await get('/api/old.html', headers)).headers.location, '/read/start')
      for (const headers of [{}, { ...BROWSER, 'sec-fetch-mode': 'cors' }])
        assert.deepEqual((await get('/api/old.html', headers)).json(), { detail: 'Not Found' })
    })

    test('a document that is not there is JSON of the API, for browsers too', async () => {
      const response = await get('/api/docs/gone', { ...reader.headers, ...BROWSER, 'sec-fetch-mode': 'navigate' })
      assert.deepEqual(response.json(), { detail: 'Document not found' })
    })
  })
})
