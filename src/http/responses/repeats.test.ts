// Repeated responses: the same as the plain way would send, through the same gate, counted by everything that counts.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildApp } from '#app.ts'
import {
  type Built,
  build,
  OUTSIDE,
  onEngines,
  TestClock,
  type TestPerson,
  takeServersWay,
} from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { withoutOwn } from '../../../test/own-headers.ts'
import { until } from '../../../test/until.ts'
import type { App } from '../kernel.ts'

const LIMIT = 40

onEngines('repeats', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let app: App
  let reader: TestPerson
  let one: number
  /** plain is how many requests went the plain way. */
  let plain = 0

  before(async () => {
    site = await build(t, { engine, env: { GALLEY_RATE_TOKEN: String(LIMIT) }, clock: new TestClock() })
    app = takeServersWay(buildApp(site))
    t.after(() => app.close())
    app.addHook('onRequest', async () => void plain++)
    await app.ready()
    reader = await site.person('reader')
    const { headers } = await site.person('editor')
    const create = async (title: string) => {
      const payload = { title, markdown: 'Some text. '.repeat(200) }
      return (await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json().id as number
    }
    one = await create('One')
    for (const title of ['Two', 'Three']) await create(title)
  })

  const ask = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { ...OUTSIDE, ...headers } })
  const shown = (response: Awaited<ReturnType<typeof ask>>) => ({
    status: response.statusCode,
    headers: withoutOwn(response.headers),
    body: response.rawPayload,
  })
  /** askUntilRepeated asks until a response has come without the framework, and returns the first and the last. */
  async function askUntilRepeated(url: string, headers?: Record<string, string>) {
    const first = await ask(url, headers)
    for (let times = 0; times < 4; times++) {
      const before = plain
      const last = await ask(url, headers)
      if (plain === before) return { first, last }
    }
    return assert.fail(`${url} is not repeated`)
  }

  for (const url of ['/', '/read/one', '/read/one.md', '/api/docs/', '/api/docs/tree', '/api/docs/{one}/blocks'])
    test(`${url} is the same again`, async () => {
      const asked = url.replace('{one}', String(one))
      for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
        await ask(asked, headers)
        const { first, last } = await askUntilRepeated(asked, headers)
        assert.deepEqual(shown(last), shown(first))
        assert.notEqual(last.headers['x-request-id'], first.headers['x-request-id'])
      }
    })

  test('who knows the version is told again that it has not changed', async () => {
    const headers = { 'if-none-match': String((await ask('/read/one')).headers.etag) }
    const { first, last } = await askUntilRepeated('/read/one', headers)
    assert.equal(last.statusCode, 304)
    assert.deepEqual(shown(last), shown(first))
  })

  test('each reader gets their own', async () => {
    await askUntilRepeated('/read/two')
    const { last } = await askUntilRepeated('/read/two', reader.headers)
    const [name] = reader.email.split('@') as [string]
    assert.deepEqual(
      [last.body, (await ask('/read/two')).body].map((page) => page.includes(name)),
      [true, false],
    )
  })

  test('a wrong Host is refused, and another site gets the headers for other sites', async () => {
    await askUntilRepeated('/api/docs/')
    assert.equal((await ask('/api/docs/', { host: 'elsewhere.example' })).statusCode, 421)
    const before = plain
    await ask('/api/docs/', { origin: 'https://elsewhere.example' })
    assert.equal(plain, before + 1)
  })

  test('repeats count for the limit, which refuses in the usual words', async () => {
    const { headers } = await site.person('reader')
    const { last } = await askUntilRepeated('/api/docs/one', headers)
    const left = Number(last.headers['x-ratelimit-remaining'])
    assert.equal((await ask('/api/docs/one', headers)).headers['x-ratelimit-remaining'], String(left - 1))
    for (let more = left - 1; more > 0; more--) await ask('/api/docs/one', headers)
    const refused = await ask('/api/docs/one', headers)
    assert.deepEqual(
      { statusCode: refused.statusCode, xRatelimitRemaining: refused.headers['x-ratelimit-remaining'] },
      { statusCode: 429, xRatelimitRemaining: '0' },
    )
    assert.ok(refused.json().detail)
  })

  test('a session that has ended repeats nothing', async () => {
    const { headers } = await site.person('reader')
    await askUntilRepeated('/api/docs/two', headers)
    await app.inject({ method: 'POST', url: '/auth/logout', headers })
    assert.equal((await ask('/api/docs/two', headers)).statusCode, 401)
  })

  test('what was repeated is repeated again right after a change', async () => {
    const { headers } = await site.person('editor')
    const encoded = { 'accept-encoding': 'br' }
    const { last } = await askUntilRepeated('/read/two', encoded)
    const payload = { blocks: [{ type: 'paragraph', content: 'Other text. '.repeat(100) }] }
    const two = (await ask('/api/docs/two', headers)).json().id as number
    await app.inject({ method: 'PUT', url: `/api/docs/${two}/blocks`, headers, payload })
    const changed = await ask('/read/two', encoded)
    assert.notEqual(changed.headers.etag, last.headers.etag)
    const before = plain
    assert.deepEqual(shown(await ask('/read/two', encoded)), shown(changed))
    assert.equal(plain, before)
  })

  test('repeats are measured', async () => {
    const { headers } = await site.person('admin')
    const count = async () => {
      const { body } = await app.inject({ url: '/metrics', headers })
      return Number(
        /galley_http_requests_total\{method="GET",route="\/read\/:slug",status="200"\} (\d+)/.exec(body)?.[1],
      )
    }
    const { last } = await askUntilRepeated('/read/one')
    const before = await count()
    assert.equal((await ask('/read/one')).body, last.body)
    assert.equal(await count(), before + 1)
  })

  test('repeats count as views', async () => {
    const stored = async () => {
      const query = site.db.read.selectFrom('documents').select('view_count').where('slug', '=', 'three')
      return (await query.executeTakeFirst())?.view_count
    }
    const before = plain
    for (let asked = 0; asked < 6; asked++) await ask('/read/three')
    assert.ok(plain - before < 6)
    await until('all views are stored', async () => (await stored()) === 6)
  })
})
