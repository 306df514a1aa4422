// Signing in with a password, registering, sessions and their tokens: what each answers, and what bad input gets.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import { build, onEngines, TestClock } from '../../../test/build.ts'

export const PASSWORD = 'correct horse battery'
const OUTSIDE = { 'x-forwarded-for': '203.0.113.9' }

type Built = Awaited<ReturnType<typeof build>>
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const post = (app: Built['app'], url: string, payload?: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const registered = async ({ app }: Built, email: string, more: object = {}) => {
  const answer = await post(app, '/auth/register', { email, password: PASSWORD, ...more })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
const me = ({ app }: Built, token: string) => app.inject({ url: '/auth/me', headers: bearer(token) })

onEngines('accounts', (engine) => {
  describe('POST /auth/register', () => {
    it('refuses bad fields with every fault in one answer, and echoes no password', async (t) => {
      const { app } = await build(t, { engine })
      const answer = await post(app, '/auth/register', { email: 'nobody', password: 'short!!', username: 'A B' })
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().detail.map((issue: { loc: string[]; type: string }) => [issue.loc.at(-1), issue.type]),
        [
          ['email', 'value_error'],
          ['password', 'string_too_short'],
          ['username', 'string_pattern_mismatch'],
        ],
      )
      assert.ok(!answer.body.includes('short!!'))
    })

    it('refuses the commonest passwords and those that are a name of the account', async (t) => {
      const { app } = await build(t, { engine })
      for (const password of ['Password123', 'ｐａｓｓｗｏｒｄ１２３', 'ann@example.com'])
        assert.equal(
          (await post(app, '/auth/register', { email: 'ann@example.com', password })).statusCode,
          422,
          password,
        )
    })

    it('makes the first trusted account admin and later ones readers, and answers a Token with its cookie', async (t) => {
      const built = await build(t, { engine })
      const outsider = await post(
        built.app,
        '/auth/register',
        { email: 'out@example.com', password: PASSWORD },
        OUTSIDE,
      )
      assert.equal(outsider.json().user.role, 'reader')
      const answer = await post(built.app, '/auth/register', {
        email: ' Ann@Example.com ',
        password: PASSWORD,
        username: 'ann',
        display_name: 'Ann',
      })
      const token = answer.json()
      assert.equal(token.user.role, 'admin')
      assert.equal(token.user.email, 'ann@example.com')
      assert.equal(token.token_type, 'bearer')
      assert.equal(token.expires_in, 3600)
      assert.match(token.access_token, /^gly_s_[\w-]{43}$/)
      const [cookie] = answer.cookies as {
        name: string
        value: string
        httpOnly: boolean
        sameSite: string
        path: string
        secure?: boolean
      }[]
      assert.deepEqual(
        [cookie?.name, cookie?.value, cookie?.httpOnly, cookie?.sameSite, cookie?.path, cookie?.secure],
        ['auth_token', token.access_token, true, 'Lax', '/', undefined],
      )
      assert.equal((await registered(built, 'bob@example.com')).user.role, 'reader')
      const row = await built.db.read
        .selectFrom('users')
        .select('password_hash')
        .where('email', '=', 'ann@example.com')
        .executeTakeFirst()
      assert.match(row!.password_hash!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })

    it('is 403 while registration is closed', async (t) => {
      const { app } = await build(t, { engine, env: { GALLEY_REGISTRATION: 'closed' } })
      assert.equal((await post(app, '/auth/register', { email: 'a@example.com', password: PASSWORD })).statusCode, 403)
    })

    it('is 409 for a taken email or username, in any spelling', async (t) => {
      const built = await build(t, { engine })
      await registered(built, 'ann@example.com', { username: 'ann' })
      const again = { email: 'ANN@example.com', password: PASSWORD }
      assert.equal((await post(built.app, '/auth/register', again)).statusCode, 409)
      const named = { email: 'other@example.com', password: PASSWORD, username: 'ann' }
      const answer = await post(built.app, '/auth/register', named)
      assert.equal(answer.statusCode, 409)
      assert.equal(answer.json().detail, 'An account with this username exists already')
    })

    it('lets an address outside make 20 accounts an hour', async (t) => {
      const clock = new TestClock()
      const { app, db } = await build(t, { engine, clock })
      await db.inTransaction(async (tx) => {
        const { hash } = await import('node:crypto')
        const key = hash('sha256', '127.0.0.1', 'hex').slice(0, 32)
        for (let i = 0; i < 20; i++)
          await tx.insertInto('throttles').values({ scope: 'registration-address', key, at: clock.now() }).execute()
      })
      const answer = await post(app, '/auth/register', { email: 'a@example.com', password: PASSWORD }, OUTSIDE)
      assert.equal(answer.statusCode, 429)
      assert.equal(answer.headers['retry-after'], '3600')
    })
  })

  describe('POST /auth/login', () => {
    it('takes an email or a username in any case, and the form of the explorer', async (t) => {
      const built = await build(t, { engine })
      await registered(built, 'ann@example.com', { username: 'ann' })
      for (const identifier of ['ann@example.com', ' ANN@Example.com', 'Ann']) {
        const answer = await post(built.app, '/auth/login', { identifier, password: PASSWORD })
        assert.equal(answer.statusCode, 200, identifier)
        assert.notEqual(answer.json().user.last_login_at, null)
      }
      const form = await built.app.inject({
        method: 'POST',
        url: '/auth/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username: 'ann', password: PASSWORD }).toString(),
      })
      assert.equal(form.statusCode, 200)
      assert.equal((await me(built, form.json().access_token)).json().email, 'ann@example.com')
    })

    it('names missing fields as they are called in JSON and in the form', async (t) => {
      const { app } = await build(t, { engine })
      const places = (body: string) => JSON.parse(body).detail.map((issue: { loc: string[] }) => issue.loc.join('.'))
      assert.deepEqual(places((await post(app, '/auth/login', {})).body), ['body.identifier', 'body.password'])
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const form = await app.inject({ method: 'POST', url: '/auth/login', headers, payload: 'grant_type=password' })
      assert.deepEqual(places(form.body), ['body.username', 'body.password'])
    })

    it('gives one answer for an unknown name, a wrong password, a disabled account and one without a password', async (t) => {
      const built = await build(t, { engine })
      await registered(built, 'ann@example.com')
      const gone = await registered(built, 'gone@example.com')
      await built.db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', gone.user.id).execute(),
      )
      const bare = await built.person('reader')
      const answers = []
      for (const identifier of ['nobody', 'ann@example.com', 'gone@example.com', bare.email]) {
        const password = identifier.startsWith('gone') ? PASSWORD : 'wrong password'
        const { statusCode, body, headers } = await post(built.app, '/auth/login', { identifier, password })
        answers.push([statusCode, body, headers['www-authenticate']])
      }
      assert.deepEqual(new Set(answers.map(String)).size, 1)
      assert.deepEqual(answers[0], [401, '{"detail":"Invalid credentials"}', 'Bearer'])
    })

    it('is 429 after 10 failures for one name, until they age out; a success before forgets them', async (t) => {
      const clock = new TestClock()
      const built = await build(t, { engine, clock })
      await registered(built, 'ann@example.com')
      const attempt = (password: string) => post(built.app, '/auth/login', { identifier: 'ann@example.com', password })
      for (let i = 0; i < 9; i++) assert.equal((await attempt('wrong')).statusCode, 401)
      assert.equal((await attempt(PASSWORD)).statusCode, 200)
      for (let i = 0; i < 10; i++) assert.equal((await attempt('wrong')).statusCode, 401)
      clock.advance(5 * MINUTE)
      const locked = await attempt(PASSWORD)
      assert.equal(locked.statusCode, 429)
      assert.equal(locked.headers['retry-after'], '600')
      clock.advance(10 * MINUTE)
      assert.equal((await attempt(PASSWORD)).statusCode, 200)
    })

    it('counts failures sent at one moment before any of them is answered', async (t) => {
      const { app } = await build(t, { engine })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post(app, '/auth/login', { identifier: 'nobody', password: 'wrong' })),
      )
      assert.equal(answers.filter(({ statusCode }) => statusCode === 401).length, 10)
      assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 10)
    })

    it('is 403 when a browser says that another site sends it', async (t) => {
      const { app } = await build(t, { engine })
      const headers = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await post(app, '/auth/login', { identifier: 'a', password: 'b' }, headers)).statusCode, 403)
    })
  })

  describe('sessions', () => {
    it('are found in the Authorization header, three cookies and X-API-Key, in this order', async (t) => {
      const built = await build(t, { engine })
      const { access_token: token } = await registered(built, 'ann@example.com')
      const status = async (headers: Record<string, string>) =>
        (await built.app.inject({ url: '/auth/me', headers })).statusCode
      assert.equal(await status(bearer(token)), 200)
      for (const name of ['auth_token', 'access_token', 'token'])
        assert.equal(await status({ cookie: `${name}=${token}` }), 200)
      assert.equal(await status({ 'x-api-key': token }), 200)
      assert.equal(await status({ authorization: 'Bearer gly_s_wrong', cookie: `auth_token=${token}` }), 401)
      assert.equal(await status({}), 401)
    })

    it('expire after an hour and are refreshed for 14 days more, at most 30 days from the sign-in', async (t) => {
      const clock = new TestClock()
      const built = await build(t, { engine, clock })
      let { access_token: token } = await registered(built, 'ann@example.com')
      clock.advance(HOUR)
      const expired = await me(built, token)
      assert.deepEqual([expired.statusCode, expired.json().detail], [401, 'Token expired'])
      clock.advance(14 * DAY - SECOND)
      token = (await post(built.app, '/auth/refresh', undefined, bearer(token))).json().access_token
      assert.equal((await me(built, token)).statusCode, 200)
      clock.advance(14 * DAY)
      token = (await post(built.app, '/auth/refresh', undefined, bearer(token))).json().access_token
      clock.advance(2 * DAY)
      const late = await post(built.app, '/auth/refresh', undefined, bearer(token))
      assert.deepEqual([late.statusCode, late.json().detail], [401, 'Token expired'])
    })

    it('let a refreshed token live 30 s more, and end altogether when it is used later', async (t) => {
      const clock = new TestClock()
      const built = await build(t, { engine, clock })
      const { access_token: old } = await registered(built, 'ann@example.com')
      const { access_token: token } = (await post(built.app, '/auth/refresh', undefined, bearer(old))).json()
      clock.advance(29 * SECOND)
      assert.equal((await me(built, old)).statusCode, 200)
      assert.equal((await me(built, token)).statusCode, 200)
      clock.advance(SECOND)
      assert.equal((await me(built, old)).statusCode, 401)
      const after = await me(built, token)
      assert.deepEqual([after.statusCode, after.json().detail], [401, 'Invalid token'])
    })

    it('are not refreshed by a retired token: 409 in the grace, the end of the session after it', async (t) => {
      const clock = new TestClock()
      const built = await build(t, { engine, clock })
      const { access_token: old } = await registered(built, 'ann@example.com')
      const { access_token: token } = (await post(built.app, '/auth/refresh', undefined, bearer(old))).json()
      assert.equal((await post(built.app, '/auth/refresh', undefined, bearer(old))).statusCode, 409)
      assert.equal((await me(built, token)).statusCode, 200)
      clock.advance(31 * SECOND)
      assert.equal((await post(built.app, '/auth/refresh', undefined, bearer(old))).statusCode, 401)
      assert.equal((await me(built, token)).statusCode, 401)
    })

    it('need a token to be refreshed', async (t) => {
      const { app } = await build(t, { engine })
      const answer = await post(app, '/auth/refresh')
      assert.deepEqual([answer.statusCode, answer.json().detail], [401, 'Not authenticated'])
      assert.equal((await post(app, '/auth/refresh', undefined, bearer('gly_s_x'))).statusCode, 401)
    })

    it('end with a sign-out, which clears the cookie and may be repeated', async (t) => {
      const built = await build(t, { engine })
      const { access_token: token } = await registered(built, 'ann@example.com')
      assert.equal((await me(built, token)).statusCode, 200)
      for (let i = 0; i < 2; i++) {
        const answer = await post(built.app, '/auth/logout', undefined, bearer(token))
        assert.equal(answer.statusCode, 204)
        assert.match(String(answer.headers['set-cookie']), /^auth_token=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
      }
      assert.equal((await me(built, token)).statusCode, 401)
    })
  })

  describe('PATCH /auth/me', () => {
    const patch = (app: Built['app'], token: string, payload: object) =>
      app.inject({ method: 'PATCH', url: '/auth/me', headers: bearer(token), payload })

    it('changes names, and clears them with null', async (t) => {
      const built = await build(t, { engine })
      const { access_token: token } = await registered(built, 'ann@example.com')
      const named = await patch(built.app, token, { display_name: ' Ann ', username: 'ann' })
      assert.deepEqual([named.json().display_name, named.json().username], ['Ann', 'ann'])
      const cleared = await patch(built.app, token, { display_name: null })
      assert.deepEqual([cleared.json().display_name, cleared.json().username], [null, 'ann'])
      await registered(built, 'bob@example.com', { username: 'bob' })
      assert.equal((await patch(built.app, token, { username: 'bob' })).statusCode, 409)
    })

    it('sets a new password for who knows the current one, and ends every other session', async (t) => {
      const built = await build(t, { engine })
      const { access_token: token } = await registered(built, 'ann@example.com')
      const other = (await post(built.app, '/auth/login', { identifier: 'ann@example.com', password: PASSWORD })).json()
      const password = 'a new long password'
      assert.equal((await patch(built.app, token, { password })).statusCode, 422)
      assert.equal((await patch(built.app, token, { password, current_password: 'wrong' })).statusCode, 403)
      assert.equal((await me(built, other.access_token)).statusCode, 200)
      assert.equal((await patch(built.app, token, { password, current_password: PASSWORD })).statusCode, 200)
      assert.equal((await me(built, other.access_token)).statusCode, 401)
      assert.equal((await me(built, token)).statusCode, 200)
      assert.equal((await post(built.app, '/auth/login', { identifier: 'ann@example.com', password })).statusCode, 200)
    })
  })
})
