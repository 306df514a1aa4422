// The single-sign-on bridge: which tokens it takes, what they open, and where it sends the browser afterwards.

import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { type JWTPayload, SignJWT } from 'jose'
import { SECOND } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered } from '../../../../test/accounts.ts'
import { build, buildOnce, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { safeNext } from '../sign-in/next-path.ts'

const SECRET = 'a secret that both sides know, 32+ bytes'
const key = new TextEncoder().encode(SECRET)

onEngines('single sign-on', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock, env: { GALLEY_SSO_SECRET: SECRET } })
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    sub: 'person-7',
    email: newEmail(),
    aud: 'galley',
    jti: randomUUID(),
    exp: Math.floor(clock.now() / SECOND) + 60,
    ...more,
  })
  const sign = (payload: JWTPayload, secret: Uint8Array = key, alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg }).sign(secret)
  const callback = (token: string, next?: string) =>
    shared().app.inject({
      url: `/api/auth/sso-callback?${new URLSearchParams({ token, ...(next !== undefined && { next }) })}`,
    })
  const cookieOf = (response: { headers: Record<string, unknown> }) =>
    /^auth_token=([^;]+)/.exec(String(response.headers['set-cookie']))?.[1] ?? ''

  describe('GET /api/auth/sso-callback', () => {
    it('needs a token, and does not echo it', async () => {
      const response = await shared().app.inject({ url: '/api/auth/sso-callback' })
      assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', 'token']])
    })

    it('leaves an entry in the audit trail for every refusal, and none for who gets in', async () => {
      const refusals = () =>
        shared().db.read.selectFrom('audit').selectAll().where('action', '=', 'session.refused').execute()
      const token = await sign(claims())
      assert.equal((await callback(token)).statusCode, 307)
      assert.equal((await refusals()).length, 0)
      const forged = await sign(claims(), new TextEncoder().encode('another secret that nobody knows of'))
      const browser = { accept: 'text/html' }
      assert.equal((await callback(token)).statusCode, 401)
      assert.equal((await callback(forged)).statusCode, 401)
      const url = `/api/auth/sso-callback?token=${forged}`
      assert.equal((await shared().app.inject({ url, headers: browser })).statusCode, 401)
      const entries = await refusals()
      assert.deepEqual(
        entries.map(({ target, detail }) => [target, JSON.parse(detail as string).method]),
        Array(3).fill(['user:unknown', 'sso']),
      )
      assert.ok(entries.every(({ address }) => address !== null))
    })

    it('is not used up by who asks for the head alone', async () => {
      const token = await sign(claims())
      const head = await shared().app.inject({ method: 'HEAD', url: `/api/auth/sso-callback?token=${token}` })
      assert.equal(head.statusCode, 405)
      assert.equal((await callback(token)).statusCode, 307)
    })

    it('asks in a browser that does not know the account, and is not used up by asking', async () => {
      const email = 'a&b@example.com'
      const browse = (url: string, cookie = '') =>
        shared().app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...(cookie && { cookie }) } })
      const token = await sign(claims({ email }))
      const url = `/api/auth/sso-callback?${new URLSearchParams({ token, next: '/panel/' })}`
      const page = await browse(url)
      assert.deepEqual([page.statusCode, page.headers['set-cookie']], [200, undefined])
      assert.match(page.body, /a&amp;b@example\.com/)
      assert.match(String(page.headers['content-security-policy']), /form-action 'self'.*frame-ancestors 'none'/)

      const confirm = (headers: Record<string, string>, given = token) =>
        shared().app.inject({
          method: 'POST',
          url: '/api/auth/sso-confirm',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          payload: new URLSearchParams({ token: given, next: '/panel/' }).toString(),
        })
      assert.equal((await confirm({ 'sec-fetch-site': 'cross-site' })).statusCode, 403)
      assert.equal((await confirm({ origin: 'https://evil.example' })).statusCode, 403)
      const entered = await confirm({ 'sec-fetch-site': 'same-origin' })
      assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/panel/'])
      assert.equal((await confirm({})).statusCode, 401)

      // From now on this browser knows the account, and no other.
      const cookie = /galley_browser=[^;]+/.exec(String(entered.headers['set-cookie']))![0]
      const again = async (who: string) =>
        (await browse(`/api/auth/sso-callback?token=${await sign(claims({ email: who }))}`, cookie)).statusCode
      assert.deepEqual({ known: await again(email), new: await again(newEmail()) }, { known: 307, new: 200 })
    })

    it('asks nothing about a token that says nothing', async () => {
      const headers = { accept: 'text/html,*/*;q=0.8' }
      const response = await shared().app.inject({ url: '/api/auth/sso-callback?token=nonsense', headers })
      assert.equal(response.statusCode, 401)
    })

    it('refuses every token that is not exactly as agreed', async () => {
      const now = Math.floor(clock.now() / SECOND)
      const good = await sign(claims())
      const [header, payload, signature] = good.split('.') as [string, string, string]
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const forged = `${header}.${encoded(claims({ role: 'admin' }))}`
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const byWrongSecret = createHmac('sha256', 'guess').update(forged).digest('base64url')
      const bad: Record<string, string> = {
        'no token at all': 'nonsense',
        'alg none': `${encoded({ alg: 'none' })}.${payload}.`,
        'alg none with a signature': `${encoded({ alg: 'none' })}.${payload}.${signature}`,
        HS512: await sign(claims(), new Uint8Array(64).fill(7), 'HS512'),
        'HS384 with the true secret': await sign(claims(), new Uint8Array([...key, ...key]), 'HS384'),
        RS256: await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
        'changed claims': `${forged}.${signature}`,
        'another secret': `${forged}.${byWrongSecret}`,
        'a changed signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        'no signature': `${header}.${payload}.`,
        'an expiry beyond 5 minutes': await sign(claims({ exp: now + 301 })),
        'no expiry': await sign({ ...claims(), exp: undefined }),
        'not valid yet': await sign(claims({ nbf: now + 60 })),
        'another audience': await sign(claims({ aud: 'other' })),
        'no audience': await sign({ ...claims(), aud: undefined }),
        'no jti': await sign({ ...claims(), jti: undefined }),
        'a blank jti': await sign(claims({ jti: ' ' })),
        'no subject': await sign({ ...claims(), sub: undefined }),
        'no email': await sign({ ...claims(), email: undefined }),
        'a broken email': await sign(claims({ email: 'nobody' })),
        'an unknown role': await sign(claims({ role: 'owner' })),
        'a name that is no text': await sign(claims({ name: 7 })),
      }
      for (const [what, token] of Object.entries(bad)) {
        const response = await callback(token)
        assert.equal(response.statusCode, 401, what)
        assert.equal(response.json().detail, 'Invalid token', what)
        assert.equal(response.headers['set-cookie'], undefined, what)
      }
      const expired = await callback(await sign(claims({ exp: now - 1 })))
      assert.equal(expired.json().detail, 'Token expired')
    })

    it('opens an account once: cookie, relative redirect, not stored', async () => {
      const email = newEmail()
      const token = await sign(claims({ email: email.toUpperCase(), name: 'Grace', role: 'editor' }))
      const response = await callback(token, '/panel/docs?tab=1#top')
      assert.deepEqual(
        {
          statusCode: response.statusCode,
          location: response.headers.location,
          cacheControl: response.headers['cache-control'],
          body: response.body,
        },
        { statusCode: 307, location: '/panel/docs?tab=1#top', cacheControl: 'no-store', body: '' },
      )
      const user = (await me(shared(), cookieOf(response))).json()
      assert.partialDeepStrictEqual(user, { email, display_name: 'Grace', role: 'editor', email_verified: true })
      assert.equal((await callback(token)).statusCode, 401)
    })

    it('applies the role at each sign-in, at once also to open sessions, but leaves the last administrator one', async () => {
      const email = newEmail()
      const first = cookieOf(await callback(await sign(claims({ email, role: 'reader' }))))
      const admin = cookieOf(await callback(await sign(claims({ email, role: 'admin' }))))
      assert.equal((await me(shared(), first)).json().role, 'admin')
      await shared().db.inTransaction((tx) =>
        tx
          .updateTable('users')
          .set({ role: 'reader' })
          .where('role', '=', 'admin')
          .where('email', '<>', email)
          .execute(),
      )
      await callback(await sign(claims({ email, role: 'reader' })))
      assert.equal((await me(shared(), admin)).json().role, 'admin')
      await shared().person('admin')
      await callback(await sign(claims({ email, role: 'reader' })))
      assert.equal((await me(shared(), admin)).json().role, 'reader')
    })

    it('hands an account that someone registered without owning the address to its true owner', async () => {
      const registration = { email: newEmail(), password: PASSWORD }
      const { user, access_token: squatter } = (await post(shared(), '/auth/register', registration, OUTSIDE)).json()
      const owner = cookieOf(await callback(await sign(claims({ email: user.email }))))
      assert.equal((await me(shared(), owner)).json().id, user.id)
      assert.equal((await me(shared(), squatter)).statusCode, 401)
      const login = { identifier: user.email, password: PASSWORD }
      assert.equal((await post(shared(), '/auth/login', login)).statusCode, 401)
    })

    it('leaves password and sessions of a proven account, before any code was mailed to it', async () => {
      const { user, access_token: before } = await registered(shared())
      await callback(await sign(claims({ email: user.email })))
      assert.equal((await me(shared(), before)).json().email_verified, true)
      const login = { identifier: user.email, password: PASSWORD }
      assert.equal((await post(shared(), '/auth/login', login)).statusCode, 200)
    })

    it('does not sign in a disabled account', async () => {
      const { user } = await registered(shared())
      await shared().db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', user.id).execute(),
      )
      assert.equal((await callback(await sign(claims({ email: user.email })))).statusCode, 401)
    })

    it('is bound to the browser that set out for it, where the backend has an address', async (t) => {
      const env = { GALLEY_SSO_SECRET: SECRET, GALLEY_SSO_URL: 'https://main.example.com/sign-in?app=docs' }
      const { app } = await build(t, { engine, env, clock })
      const start = await app.inject('/api/auth/sso-start?next=/panel/')
      const address = new URL(String(start.headers.location))
      const state = address.searchParams.get('state')!
      assert.deepEqual(
        {
          statusCode: start.statusCode,
          origin: address.origin,
          app: address.searchParams.get('app'),
          next: address.searchParams.get('next'),
        },
        { statusCode: 307, origin: 'https://main.example.com', app: 'docs', next: '/panel/' },
      )
      const cookie = String(start.headers['set-cookie']).split(';')[0]!
      const back = async (more: JWTPayload, headers: Record<string, string>) =>
        (await app.inject({ url: `/api/auth/sso-callback?token=${await sign(claims(more))}`, headers })).statusCode
      assert.equal(await back({ state }, {}), 401, 'another browser')
      assert.equal(await back({}, { cookie }), 401, 'a token for anyone')
      assert.equal(await back({ state: 'other' }, { cookie }), 401)
      assert.equal(await back({ state }, { cookie }), 307)
    })

    it('is 503 where it is not configured', async (t) => {
      const built = await build(t, { engine: 'sqlite' })
      const response = await built.app.inject({ url: '/api/auth/sso-callback?token=x' })
      assert.equal(response.statusCode, 503)
      const health = await built.app.inject({ url: '/api/auth/sso-health' })
      assert.deepEqual(health.json(), { configured: false, algorithm: 'HS256' })
    })
  })

  it('tells whether it is configured, and nothing of the secret', async () => {
    const response = await shared().app.inject({ url: '/api/auth/sso-health', headers: bearer('nonsense') })
    assert.deepEqual(response.json(), { configured: true, algorithm: 'HS256' })
  })
})

describe('where single sign-on leads', () => {
  it('is the path that was asked for', () => {
    for (const next of ['/', '/panel/', '/read/a-b?q=1&x=%20y#part', '/read/%C3%BC', '/a/b.c~d'])
      assert.equal(safeNext(next), next)
    assert.equal(safeNext('/read/grün'), '/read/gr%C3%BCn')
  })

  it('is the front page for every spelling of another site', () => {
    const spellings = [
      undefined,
      ...['', 'evil.example', 'https://evil.example', 'javascript:alert(1)', '//evil.example', '///evil.example'],
      ...['/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example'],
      ...[' //evil.example', '/.//evil.example', '/a/..//evil.example', '/%2f%2fevil.example', '/%2Fevil.example'],
      ...['/%5cevil.example', '/%252f%252fevil.example', '/%09/evil.example', '/%00', '/user@evil.example'],
      ...['/%40evil.example', '/\u0000', '/\u2028x', '/／evil.example', '／／evil.example', '/＼evil.example'],
      ...['/﹨evil.example', '/%E3%80%82%EF%BC%8F/evil.example', '/\u202eevil', '/%zz'],
      `/${'a'.repeat(3000)}`,
    ]
    for (const next of spellings) assert.equal(safeNext(next), '/', JSON.stringify(next))
  })
})
