// Rate limits: who is counted under what, the headers, the sliding minute.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { build, buildDeps } from '../build.ts'
import { smallApp } from './small-app.ts'

const MINUTE = 60_000
const ENV = { GALLEY_RATE_IP: '6', GALLEY_RATE_TOKEN: '20' }

async function limited(t: Parameters<typeof smallApp>[0], env: Record<string, string> = ENV) {
  const { app, clock } = await smallApp(t, { env })
  clock.advance(MINUTE - (clock.now() % MINUTE))
  const ask = (headers: Record<string, string> = {}, url = '/search?q=a', peer = '203.0.113.9') =>
    app.inject({ url, headers: { host: 'localhost', ...headers }, remoteAddress: peer })
  const passed = async (times: number, ...options: Parameters<typeof ask>) => {
    const responses = []
    for (let i = 0; i < times; i++) responses.push((await ask(...options)).statusCode)
    return responses.filter((status) => status !== 429).length
  }
  return { ask, passed, clock }
}

describe('a limit', () => {
  test('stands in every response, and over it is 429 with Retry-After', async (t) => {
    const { ask, clock } = await limited(t)
    clock.advance(20_000)
    for (const remaining of ['5', '4', '3', '2', '1', '0']) {
      const { headers } = await ask()
      assert.equal(headers['x-ratelimit-limit'], '6')
      assert.equal(headers['x-ratelimit-remaining'], remaining)
      assert.equal(headers['x-ratelimit-reset'], '40')
    }
    const over = await ask()
    assert.partialDeepStrictEqual(over, { statusCode: 429, body: '{"detail":"Rate limit exceeded"}' })
    assert.partialDeepStrictEqual(over, { headers: { 'retry-after': '50', 'x-ratelimit-remaining': '0' } })
  })

  test('is one for all tokens of no worth, missing ones and unknown paths of an address', async (t) => {
    const { ask, passed } = await limited(t)
    await ask({ authorization: 'Bearer junk1' })
    await ask({ authorization: 'Bearer junk2' })
    await ask({ cookie: 'auth_token=junk3' })
    await ask({ authorization: 'Bearer old' })
    await ask({}, '/nowhere')
    await ask({}, '/search')
    assert.equal((await ask()).statusCode, 429)
    assert.equal((await ask({ authorization: 'Bearer junk4' }, '/for/admin')).statusCode, 429)
    assert.equal(await passed(6, {}, '/search?q=a', '203.0.113.10'), 6)
  })

  test("of the reader's searches is one for an address, whoever asks, and apart from all else", async (t) => {
    const { app, person } = await build(t, { env: { GALLEY_RATE_SEARCH: '3' } })
    const { headers } = await person('reader')
    const ask = async (url: string, own = {}, remoteAddress = '203.0.113.9') =>
      (await app.inject({ url, headers: { host: 'localhost', ...own }, remoteAddress })).statusCode
    assert.equal(await ask('/read/search?q=a'), 200)
    assert.equal(await ask('/read/search.json?q=a', headers), 200)
    assert.equal(await ask('/read/search.json?q=b'), 200)
    assert.equal(await ask('/read/search.json?q=c', headers), 429)
    assert.equal(await ask('/'), 200)
    assert.equal(await ask('/api/docs/search?q=a', headers), 200)
    assert.equal(await ask('/read/search?q=c', {}, '203.0.113.10'), 200)
  })

  test('of signing in is one of its own for an address without a token, five times as high', async (t) => {
    const { app, person } = await build(t, {
      env: { GALLEY_RATE_IP: '3', GALLEY_SSO_URL: 'https://backend.example/in', GALLEY_SSO_SECRET: 's'.repeat(32) },
    })
    const { headers } = await person('reader')
    const ask = async (url: string, { payload, ...own }: { payload?: object } & Record<string, unknown> = {}) =>
      app.inject({
        url,
        headers: { host: 'localhost', ...own },
        remoteAddress: '203.0.113.9',
        ...(payload && { method: 'POST', payload }),
      })
    const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).statusCode
    for (let times = 0; times < 3; times++) assert.equal(await statusOf('/api/time'), 200)
    assert.equal(await statusOf('/api/time'), 429)
    const login = { payload: { identifier: 'nobody', password: 'wrong' } }
    const first = await ask('/auth/login', login)
    assert.deepEqual([first.statusCode, first.headers['x-ratelimit-limit']], [401, '15'])
    for (const [url, request, status] of [
      ['/api/setup', {}, 200],
      ['/auth/me', {}, 401],
      ['/auth/refresh', { payload: {} }, 401],
      ['/auth/send-code', { payload: { identifier: 'ann@example.com' } }, 200],
      ['/auth/verify-code', { payload: { identifier: 'ann@example.com', code: '123456' } }, 401],
      ['/auth/second-factor', { payload: { ticket: 'x', totp: '123456' } }, 401],
      ['/api/auth/sso-start', {}, 307],
      ['/api/auth/oidc/corp/start', {}, 404],
      ['/api/auth/oidc/corp/callback', {}, 404],
    ] as const)
      assert.equal(await statusOf(url, request), status, url)
    // Whoever is signed in counts for themselves, and takes nothing from those who are not yet.
    for (let times = 0; times < 9; times++) assert.equal(await statusOf('/api/setup', headers), 200)
    for (let times = 10; times < 15; times++) assert.equal(await statusOf('/auth/login', login), 401)
    assert.equal(await statusOf('/auth/login', login), 429)
    assert.equal(await statusOf('/api/setup', headers), 200)
  })

  test('counts nothing that its head alone refuses: a Host that is not ours, a write from another site', async (t) => {
    const { app } = await smallApp(t, { env: ENV })
    const ask = (method: 'GET' | 'POST', headers: Record<string, string>) =>
      app.inject({ method, url: '/for/open', headers: { host: 'localhost', ...headers }, remoteAddress: '203.0.113.9' })
    for (let i = 0; i < 10; i++) {
      const refused = await ask('POST', { 'sec-fetch-site': 'cross-site', cookie: 'auth_token=edits' })
      assert.deepEqual([refused.statusCode, refused.headers['x-ratelimit-remaining']], [403, undefined])
      assert.equal((await ask('GET', { host: 'evil.example.net' })).statusCode, 421)
    }
    assert.equal((await ask('GET', {})).headers['x-ratelimit-remaining'], '5')
    assert.equal((await ask('GET', { cookie: 'auth_token=edits' })).headers['x-ratelimit-remaining'], '19')
  })

  test('is one for a client whose proxy names its ports', async (t) => {
    const { ask } = await limited(t, { ...ENV, GALLEY_TRUST_PROXY: '203.0.113.9' })
    const from = (client: string) => ask({ 'x-forwarded-for': client })
    for (let port = 5001; port <= 5006; port++) await from(`198.51.100.7:${port}`)
    assert.equal((await from('198.51.100.7:5007')).statusCode, 429)
    assert.equal((await from('198.51.100.8:5007')).statusCode, 200)
  })

  test('is one for an IPv6 network of 64 bits: whoever has one address there has them all', async (t) => {
    const { ask, passed } = await limited(t)
    for (let host = 1; host <= 6; host++) await ask({}, '/search?q=a', `2001:db8::${host}`)
    assert.equal((await ask({}, '/search?q=a', '2001:db8:0:0:ffff::9')).statusCode, 429)
    assert.equal(await passed(7, {}, '/search?q=a', '2001:db8:0:1::1'), 6)
  })

  test('counts a good token for itself, wherever it comes from', async (t) => {
    const { ask, passed } = await limited(t)
    assert.equal(await passed(9), 6)
    const token = { authorization: 'Bearer reads' }
    assert.equal((await ask(token)).headers['x-ratelimit-limit'], '20')
    assert.equal(await passed(10, token), 10)
    assert.equal(await passed(20, token, '/search?q=a', '203.0.113.77'), 9)
    assert.equal(await passed(1, { authorization: 'Bearer edits' }), 1)
  })

  test('slides: what was used fades over the next minute', async (t) => {
    const { passed, clock } = await limited(t)
    clock.advance(30_000)
    assert.equal(await passed(10), 6)
    clock.advance(29_999)
    assert.equal(await passed(10), 0)
    clock.advance(30_001)
    assert.equal(await passed(10), 3)
    clock.advance(2 * MINUTE)
    assert.equal(await passed(10), 6)
  })

  test('says when to come again, and keeps its word', async (t) => {
    const { ask, passed, clock } = await limited(t)
    for (const [into, uses] of [
      [57_000, 6],
      [10_000, 2],
      [45_000, 4],
    ] as const) {
      clock.advance(into)
      await passed(uses)
      while ((await ask()).statusCode === 200);
      const wait = Number((await ask()).headers['retry-after'])
      clock.advance((wait - 1) * 1000)
      assert.equal((await ask()).statusCode, 429, `a second before ${wait}`)
      clock.advance(1000)
      assert.equal((await ask()).statusCode, 200, `after ${wait}`)
    }
  })

  test('of 0 stops nobody, and health is never counted', async (t) => {
    const off = await limited(t, { GALLEY_RATE_IP: '0', GALLEY_RATE_TOKEN: '0' })
    assert.equal(await off.passed(50), 50)
    const on = await limited(t)
    assert.equal(await on.passed(50, {}, '/healthz'), 50)
    assert.equal((await on.ask({}, '/healthz')).headers['x-ratelimit-limit'], undefined)
  })

  test('does not count the explorer, the OpenAPI document and health of the real service', async (t) => {
    const { app } = await build(t, { env: { GALLEY_RATE_IP: '1' } })
    for (const url of ['/healthz', '/readyz', '/docs', '/read/assets/explorer.js', '/openapi.json'])
      for (let i = 0; i < 2; i++) assert.equal((await app.inject({ url })).statusCode, 200, url)
    assert.equal((await app.inject({ url: '/api/time' })).statusCode, 200)
    assert.equal((await app.inject({ url: '/api/time' })).statusCode, 429)
  })
})

test('two nodes count each for itself', async (t) => {
  const deps = await buildDeps(t, { env: { GALLEY_RATE_IP: '2' } })
  const nodes = [buildApp(deps), buildApp(deps)]
  for (const app of nodes) t.after(() => app.close())
  for (const app of nodes) {
    const ask = async () => (await app.inject({ url: '/api/time', remoteAddress: '203.0.113.9' })).statusCode
    assert.deepEqual([await ask(), await ask(), await ask()], [200, 200, 429])
  }
})
