// What every response has in common, whatever was asked: paths that nobody declared, methods, headers, ids, faults, the log.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { isOpenWrite } from '../../src/http/gate/access.ts'
import { createKernel } from '../../src/http/kernel.ts'
import { createLog } from '../../src/logging.ts'
import { type Built, build, buildDeps, OUTSIDE, onEngines } from '../build.ts'
import { oneSmallApp, smallApp } from './small-app.ts'

describe('paths and methods', () => {
  const app = oneSmallApp()
  const ask = (line: string) => {
    const [method = '', url = ''] = line.split(' ')
    return app().inject({ method: method as 'GET', url })
  }

  test('an unknown path is 404', async () => {
    for (const line of [
      ...['GET /nowhere', 'POST /nowhere/', 'GET //', 'GET /docs/1/2', 'DELETE /', 'GET /docs//', 'GET /docs/'],
      ...['GET /slugs/'],
    ])
      assert.deepEqual(
        { line, statusCode: (await ask(line)).statusCode, body: (await ask(line)).body },
        { line, statusCode: 404, body: '{"detail":"Not Found"}' },
      )
  })

  test('a known path with another method is 405 that allows the right ones', async () => {
    for (const [line, allow] of [
      ['POST /search', 'GET, HEAD'],
      ['DELETE /docs/7', 'GET, HEAD, PUT'],
      ['GET /items/', 'POST'],
      ['HEAD /items/', 'POST'],
      ['OPTIONS /search', 'GET, HEAD'],
      ['PATCH /items/7', 'DELETE'],
      ['QUERY /search', 'GET, HEAD'],
      ['DELETE /items/', 'POST'],
    ] as const) {
      const response = await ask(line)
      assert.deepEqual([line, response.statusCode, response.headers.allow], [line, 405, allow])
      if (!line.startsWith('HEAD')) assert.equal(response.body, '{"detail":"Method Not Allowed"}')
    }
  })

  test('a toggled slash is a 307 to the declared spelling, with the query and for every method', async () => {
    for (const [line, location] of [
      ['GET /search/?q=a&b=%2F?', '/search?q=a&b=%2F?'],
      ['POST /items', '/items/'],
      ['PUT /docs/7/', '/docs/7'],
    ] as const) {
      const response = await ask(line)
      assert.deepEqual([line, response.statusCode, response.headers.location, response.body], [line, 307, location, ''])
    }
  })

  test('no toggled slash leads to another site', async () => {
    for (const url of ['//evil.example.net/', '//evil.example.net', '/\\evil.example.net/', '/%2F/evil.example.net/'])
      assert.equal((await app().inject({ url: `http://localhost${url}` })).headers.location, undefined, url)
  })

  test('HEAD responses as GET does, without the body', async () => {
    const [head, get] = [await ask('HEAD /search?q=a'), await ask('GET /search?q=a')]
    assert.deepEqual({ statusCode: head.statusCode, body: head.body }, { statusCode: 200, body: '' })
    assert.equal(head.headers['content-length'], get.headers['content-length'])
    assert.equal((await ask('HEAD /search')).statusCode, 422)
  })

  test('a path that can not be decoded, or is endless, is 404 like any other', async () => {
    for (const url of ['/slugs/%zz', '/%', '/slugs/%E0%A4%A', `/slugs/${'a'.repeat(2001)}`]) {
      const response = await app().inject({ url })
      assert.deepEqual([url, response.statusCode, response.body], [url, 404, '{"detail":"Not Found"}'])
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
      assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/)
      assert.equal(response.headers['content-type'], 'application/json')
    }
  })

  test('a route that does not say who may call it stops the start', async (t) => {
    const kernel = createKernel(await buildDeps(t), () => 'invalid')
    assert.throws(() => kernel.get('/silent', async () => 1), /GET \/silent does not say who may call it/)
  })

  test('every write that is open to visitors says how much they may send, or stops the start', async (t) => {
    const deps = await buildDeps(t)
    const kernel = createKernel(deps, () => 'invalid')
    assert.throws(
      () => kernel.post('/generous', { config: { access: 'open' } }, async () => 1),
      /POST \/generous is open to visitors and does not say how much they may send/,
    )
    const open: string[] = []
    const app = buildApp(deps)
    t.after(() => app.close())
    app.addHook('onRoute', (route) => {
      if (!isOpenWrite(route)) return
      const { url, config, bodyLimit } = route
      open.push(url)
      assert.equal(bodyLimit, config?.allowance?.bytes, url)
      // What assistants send is counted like every call, and leaves nothing without a token.
      if (url !== '/mcp') assert.ok(bodyLimit! <= 310_000, url)
      if (url.startsWith('/read/:slug/')) assert.deepEqual(config?.allowance?.waiting, { ofSender: 5, inAll: 200 }, url)
    })
    await app.ready()
    assert.ok(open.includes('/auth/login') && open.includes('/read/:slug/suggest'), open.join())
  })
})

describe('headers', () => {
  test('JSON has its type without a charset, is not cached, sniffed, framed or run', async (t) => {
    const { app } = await smallApp(t)
    for (const url of ['/search?q=a', '/search', '/nowhere', '/broken', '/for/admin']) {
      const { headers } = await app.inject({ url })
      assert.partialDeepStrictEqual(headers, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      assert.partialDeepStrictEqual(headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
      assert.equal(headers['strict-transport-security'], undefined)
    }
  })

  test('what a page says of itself stays', async (t) => {
    const { app } = await build(t)
    const framed = {
      url: '/read/assets/embed/index.html?url=https%3A%2F%2Fvimeo.com%2F1',
      headers: { 'sec-fetch-dest': 'iframe' },
    }
    const { headers } = await app.inject(framed)
    assert.deepEqual(
      {
        frames: headers['x-frame-options'],
        referrer: headers['referrer-policy'],
        type: headers['x-content-type-options'],
      },
      { frames: 'SAMEORIGIN', referrer: 'strict-origin', type: 'nosniff' },
    )
  })

  test('every response has an id of its own, whatever the caller sends', async (t) => {
    const { app } = await smallApp(t)
    const ids = new Set<unknown>()
    for (let i = 0; i < 20; i++)
      ids.add((await app.inject({ url: '/healthz', headers: { 'x-request-id': 'mine' } })).headers['x-request-id'])
    assert.equal(ids.size, 20)
    assert.ok(!ids.has('mine'))
  })

  test('https is insisted on where the site or a named proxy has it', async (t) => {
    const hsts = async (env: Record<string, string>, headers = {}) => {
      const { app } = await smallApp(t, { env })
      return (await app.inject({ url: '/healthz', headers })).headers['strict-transport-security']
    }
    const proto = { 'x-forwarded-proto': 'https' }
    assert.equal(await hsts({ GALLEY_PUBLIC_URL: 'https://docs.example.com' }), 'max-age=31536000')
    assert.equal(await hsts({ GALLEY_TRUST_PROXY: 'loopback' }, proto), 'max-age=31536000')
    assert.equal(await hsts({}, proto), undefined)
  })

  test('a Host that is not ours is 421, but for health', async (t) => {
    const { app } = await smallApp(t, { env: { GALLEY_ALLOWED_HOSTS: 'docs.example.com' } })
    const at = (host: string, url = '/search?q=a') => app.inject({ url, headers: { host } })
    assert.equal((await at('evil.example.net')).body, '{"detail":"Host not allowed"}')
    assert.equal((await at('evil.example.net')).statusCode, 421)
    assert.equal((await at('evil.example.net', '/nowhere')).statusCode, 421)
    assert.equal((await at('docs.example.com:8443')).statusCode, 200)
    assert.equal((await at('localhost:1234')).statusCode, 200)
    assert.equal((await at('10.1.2.3', '/healthz')).statusCode, 200)
  })
})

describe('listed origins', () => {
  const origin = 'https://app.example.com'
  const app = oneSmallApp({ env: { GALLEY_CORS_ORIGINS: `${origin}, https://b.example.com` } })
  const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }

  test('a preflight is answered for them alone', async () => {
    const response = await app().inject({ method: 'OPTIONS', url: '/docs/7', headers: { origin, ...preflight } })
    assert.equal(response.statusCode, 204)
    assert.equal(response.headers['access-control-allow-origin'], origin)
    assert.match(String(response.headers['access-control-allow-methods']), /\bPUT\b/)
    assert.match(String(response.headers['access-control-allow-headers']), /\bAuthorization\b/)
    const other = await app().inject({
      method: 'OPTIONS',
      url: '/docs/7',
      headers: { origin: 'https://evil.example.net', ...preflight },
    })
    assert.deepEqual([other.statusCode, other.headers['access-control-allow-origin']], [405, undefined])
  })

  test('they may read responses, refusals too; others may not', async () => {
    for (const url of ['/search?q=a', '/search', '/for/admin', '/nowhere']) {
      const { headers } = await app().inject({ url, headers: { origin } })
      assert.equal(headers['access-control-allow-origin'], origin, url)
      assert.equal(headers['access-control-allow-credentials'], 'true')
      assert.match(String(headers.vary), /\borigin\b/i)
    }
    for (const other of ['https://evil.example.net', 'null', `${origin}.evil.net`, `${origin}:8443`]) {
      const { headers } = await app().inject({ url: '/search?q=a', headers: { origin: other } })
      assert.equal(headers['access-control-allow-origin'], undefined, other)
    }
  })

  test('a cached response varies by origin too, and an unknown path stays one', async (t) => {
    const service = await build(t, { env: { GALLEY_CORS_ORIGINS: origin } })
    const { headers } = await service.app.inject({ url: '/api/docs/tree' })
    assert.match(String(headers.vary), /accept-encoding/)
    assert.match(String(headers.vary), /\borigin\b/i)
    assert.equal((await service.app.inject({ url: '/nowhere', headers: { origin } })).statusCode, 404)
  })

  test('without a list no response speaks of origins', async (t) => {
    const plain = await smallApp(t)
    const { headers, statusCode } = await plain.app.inject({
      method: 'OPTIONS',
      url: '/docs/7',
      headers: { origin, ...preflight },
    })
    assert.equal(statusCode, 405)
    assert.deepEqual([headers['access-control-allow-origin'], headers.vary], [undefined, undefined])
  })
})

describe('faults', () => {
  test('anything unforeseen is a 500 with the id under which the log has the rest', async (t) => {
    const lines: string[] = []
    const { app } = await smallApp(t, { lines })
    const response = await app.inject({ url: '/broken' })
    assert.equal(response.statusCode, 500)
    assert.deepEqual(response.json(), { detail: 'Internal Server Error', request_id: response.headers['x-request-id'] })
    const logged = lines.find((line) => line.includes('/etc/passwd'))
    assert.ok(logged?.includes(String(response.headers['x-request-id'])))
  })
})

describe('the log', () => {
  test('has one line a request: who, what and how long, by the pattern and not by the address', async (t) => {
    const lines: string[] = []
    const { app } = await smallApp(t, { lines })
    await app.inject({ url: '/docs/77?q=private-words', headers: { authorization: 'Bearer edits' } })
    await app.inject({ url: '/nowhere/private-words' })
    await setImmediate()
    const written = lines.join('').trim().split('\n')
    const requests = written.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
    assert.deepEqual(
      requests.map(({ method, route, status, user }) => ({ method, route, status, user })),
      [
        { method: 'GET', route: '/docs/:doc_id', status: 200, user: 2 },
        { method: 'GET', route: '(none)', status: 404, user: undefined },
      ],
    )
    assert.doesNotMatch(lines.join(), /private-words/)
  })

  test('has no token, password or code, also when a request fails', async (t) => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'debug', nodeName: 'n' }, { write: (line: string) => void lines.push(line) })
    const { app } = await build(t, { log })
    await app.inject({
      url: '/auth/me',
      headers: { authorization: 'Bearer gly_s_hidden', cookie: 'auth_token=hidden' },
    })
    for (const payload of ['{"identifier":"a","password":"hidden"}', '{"password":"hidden"', '["hidden"]'])
      await app.inject({ method: 'POST', url: '/auth/login', headers: { 'content-type': 'application/json' }, payload })
    await app.inject({ url: '/api/auth/sso-callback?token=hidden' })
    assert.ok(lines.length >= 5)
    assert.doesNotMatch(lines.join('\n'), /hidden/)
  })
})

onEngines('metrics', (engine) => {
  test('count requests by route, tell of jobs and the pool, and are for admins and trusted networks', async (t) => {
    const { app, person } = await build(t, { engine })
    await app.inject({ url: '/api/time' })
    await app.inject({ url: '/api/time' })
    await app.inject({ url: '/nowhere/at-all' })
    const { body, statusCode, headers } = await app.inject({ url: '/metrics' })
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.match(body, /galley_http_requests_total\{method="GET",route="\/api\/time",status="200"\} 2/)
    assert.match(body, /galley_http_requests_total\{method="GET",route="\(none\)",status="404"\} 1/)
    assert.match(body, /galley_http_request_seconds_count\{[^}]*route="\/api\/time"[^}]*\} 2/)
    assert.match(body, /galley_jobs\{status="queued"\} 0/)
    assert.match(body, /galley_db_connections\{state="idle"\} \d/)
    assert.match(body, /galley_event_loop_lag_seconds\{percentile="99"\}/)
    assert.match(body, /galley_disk_free_bytes \d/)
    assert.match(body, /galley_process_resident_memory_bytes \d/)
    assert.doesNotMatch(body, /at-all/)

    const [editor, admin] = [await person('editor'), await person('admin')]
    const status = async (extra: Record<string, string>) =>
      (await app.inject({ url: '/metrics', headers: { ...OUTSIDE, ...extra } })).statusCode
    assert.deepEqual([await status({}), await status(editor.headers), await status(admin.headers)], [401, 403, 200])
  })

  test('a token with the scope metrics reads them, and does not end itself', async (t) => {
    const { app, person } = await build(t, { engine })
    const [admin, editor] = [await person('admin'), await person('editor')]
    const create = ({ headers }: typeof admin) =>
      app.inject({ method: 'POST', url: '/api/tokens', headers, payload: { name: 'scraper', scopes: ['metrics'] } })
    assert.equal((await create(editor)).statusCode, 422)
    const { id, token } = (await create(admin)).json()
    const headers = { ...OUTSIDE, authorization: `Bearer ${token}` }
    const status = async (method: 'GET' | 'DELETE', url: string) =>
      (await app.inject({ method, url, headers })).statusCode
    assert.equal(await status('GET', '/metrics'), 200)
    assert.equal(await status('DELETE', `/api/tokens/${id}`), 403)
  })

  /** fillBacklog: a mail and two messages wait, others were given up, and some of those long ago. */
  async function fillBacklog({ db, clock }: Built, user_id: number): Promise<void> {
    const [now, hour] = [clock.now(), 3_600_000]
    const since = { created_at: now - 2 * hour, run_at: now, attempts: 1 }
    const webhook = { url: 'http://127.0.0.1:1/', kinds: '[]', visibility: 'public', secret: 'x' } as const
    await db.inTransaction(async (tx) => {
      const add = (row: object) =>
        tx
          .insertInto('mails')
          .values({ ...since, user_id, kind: 'mention', ref_id: 1, ...row })
          .execute()
      await add({})
      await add({ ref_id: 2, status: 'failed', finished_at: now })
      for (const state of ['active', 'paused'] as const) {
        const about = { ...webhook, name: state, state, created_at: now, updated_at: now }
        const { id: webhook_id } = await tx
          .insertInto('webhooks')
          .values(about)
          .returning('id')
          .executeTakeFirstOrThrow()
        const message = { ...since, webhook_id, kind: 'document.published', lane: 'l', body: '{}' }
        const send = (row: object) =>
          tx
            .insertInto('webhook_deliveries')
            .values({ ...message, message: randomUUID(), ...row })
            .execute()
        await send({})
        await send({ status: 'failed', finished_at: now })
        await send({ status: 'failed', created_at: now - 72 * hour, finished_at: now - 48 * hour })
      }
    })
  }

  test('tell of mails and messages that wait or were given up', async (t) => {
    const site = await build(t, { engine })
    const { id } = await site.person('admin')
    await fillBacklog(site, id)
    const { body } = await site.app.inject({ url: '/metrics' })
    const value = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    assert.deepEqual(['galley_mails{status="pending"}', 'galley_mails{status="failed"}'].map(value), [1, 1])
    assert.deepEqual(
      ['galley_webhook_deliveries{status="pending"}', 'galley_webhook_deliveries{status="failed"}'].map(value),
      [1, 2],
    )
    for (const name of ['mails', 'webhook_deliveries'])
      assert.ok(value(`galley_${name}_oldest_pending_seconds`) >= 7200, name)
  })
})
