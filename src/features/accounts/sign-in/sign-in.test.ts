// Registering, signing in with a password, and one's own profile: what each returns, and what bad input gets.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR, MINUTE } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered, throttled } from '../../../../test/accounts.ts'
import { build, buildOnce, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { getUser } from '../accounts.ts'
import { DUMMY_HASH, hashPassword } from '../guard/passwords.ts'
import { changeProfile } from '../users/users.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const places = (body: string) => JSON.parse(body).detail.map((issue: { loc: string[] }) => issue.loc.join('.'))

it('an unknown account costs the same to refuse: nobody has a hash with the parameters of everybody', async () => {
  const parameters = (stored: string) => stored.split('$').slice(0, 4).join('$')
  assert.equal(parameters(DUMMY_HASH), parameters(await hashPassword(PASSWORD)))
  assert.equal(parameters(DUMMY_HASH), '$argon2id$v=19$m=19456,t=2,p=1')
})

onEngines('accounts', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })

  describe('POST /auth/register', () => {
    it('refuses bad fields with every fault in one response, and echoes no password', async () => {
      const response = await post(shared(), '/auth/register', { email: 'nobody', password: 'short!!', username: 'A B' })
      assert.equal(response.statusCode, 422)
      assert.deepEqual(
        response.json().detail.map((issue: { loc: string[]; type: string }) => [issue.loc.at(-1), issue.type]),
        [
          ['email', 'value_error'],
          ['password', 'string_too_short'],
          ['username', 'string_pattern_mismatch'],
        ],
      )
      assert.ok(!response.body.includes('short!!'))
    })

    it('refuses the commonest passwords and those that are a name of the account', async () => {
      for (const password of ['Password123', 'ｐａｓｓｗｏｒｄ１２３', 'annabella@example.com', 'annabella']) {
        const response = await post(shared(), '/auth/register', { email: 'annabella@example.com', password })
        assert.deepEqual(places(response.body), ['body.password'])
        assert.equal(response.json().detail[0].input, '**********')
      }
    })

    it('makes the first trusted account admin and later ones readers, and returns a Token with its cookie', async (t) => {
      const built = await build(t, { engine })
      const outsider = await post(built, '/auth/register', { email: newEmail(), password: PASSWORD }, OUTSIDE)
      assert.equal(outsider.json().user.role, 'reader')
      const given = { email: ' Ann@Example.com ', password: PASSWORD, username: 'ann', display_name: 'Ann' }
      const response = await post(built, '/auth/register', given)
      const token = response.json()
      assert.deepEqual([token.user.role, token.user.email, token.user.roles], ['admin', 'ann@example.com', ['admin']])
      assert.partialDeepStrictEqual(token, { token_type: 'bearer', expires_in: 3600 })
      assert.match(token.access_token, /^gly_s_[\w-]{43}$/)
      assert.equal(
        [response.headers['set-cookie']].flat()[0],
        `auth_token=${token.access_token}; Max-Age=1213200; Path=/; HttpOnly; SameSite=Lax`,
      )
      assert.equal((await registered(built)).user.role, 'reader')
    })

    it('marks the cookie Secure where the site is on https', async (t) => {
      const env = { GALLEY_PUBLIC_URL: 'https://docs.example.com', GALLEY_REGISTRATION: 'open' }
      const built = await build(t, { engine: 'sqlite', env })
      const response = await post(built, '/auth/register', { email: newEmail(), password: PASSWORD })
      assert.match(String(response.headers['set-cookie']), /; HttpOnly; Secure; SameSite=Lax$/)
    })

    it('is 403 while registration is closed', async (t) => {
      const built = await build(t, { engine: 'sqlite', env: { GALLEY_REGISTRATION: 'closed' } })
      assert.equal((await post(built, '/auth/register', { email: newEmail(), password: PASSWORD })).statusCode, 403)
    })

    it('is 409 for a taken email or username, in any spelling', async () => {
      const { user } = await registered(shared(), { username: 'taken' })
      const again = await post(shared(), '/auth/register', { email: user.email.toUpperCase(), password: PASSWORD })
      assert.equal(again.statusCode, 409)
      const named = { email: newEmail(), password: PASSWORD, username: 'taken' }
      const response = await post(shared(), '/auth/register', named)
      assert.deepEqual(
        { statusCode: response.statusCode, detail: response.json().detail },
        { statusCode: 409, detail: 'An account with this username already exists' },
      )
    })

    it('lets an address outside make 20 accounts an hour', async (t) => {
      const built = await build(t, { engine, clock })
      await throttled(built, 'registration-address', ['127.0.0.1'], 20)
      const response = await post(built, '/auth/register', { email: newEmail(), password: PASSWORD }, OUTSIDE)
      assert.deepEqual([response.statusCode, response.headers['retry-after']], [429, '3600'])
    })
  })

  describe('POST /auth/login', () => {
    const login = (identifier: string, password: string) => post(shared(), '/auth/login', { identifier, password })

    it('takes an email or a username in any case, and the form of the explorer', async () => {
      const { user } = await registered(shared(), { username: 'carol' })
      for (const identifier of [user.email, ` ${user.email.toUpperCase()}`, 'Carol'])
        assert.equal((await login(identifier, PASSWORD)).statusCode, 200, identifier)
      const form = await shared().app.inject({
        method: 'POST',
        url: '/auth/login',
        headers: FORM,
        payload: new URLSearchParams({ grant_type: 'password', username: 'carol', password: PASSWORD }).toString(),
      })
      assert.equal((await me(shared(), form.json().access_token)).json().email, user.email)
    })

    it('takes a password however its letters are composed', async () => {
      const { user } = await registered(shared(), { password: 'sch\u00f6nes wetter' })
      assert.equal((await login(user.email, 'scho\u0308nes wetter')).statusCode, 200)
    })

    it('names missing fields as they are called in JSON and in the form', async () => {
      assert.deepEqual(places((await post(shared(), '/auth/login', {})).body), ['body.identifier', 'body.password'])
      const options = { method: 'POST', url: '/auth/login', headers: FORM, payload: 'grant_type=password' } as const
      assert.deepEqual(places((await shared().app.inject(options)).body), ['body.username', 'body.password'])
    })

    it('gives one response for an unknown name, a wrong password, a disabled account and one without a password', async () => {
      const { user: ann } = await registered(shared())
      const { user: gone } = await registered(shared())
      const bare = await shared().person('reader')
      await shared().db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', gone.id).execute(),
      )
      const responses = await Promise.all([
        login('nobody', PASSWORD),
        login(ann.email, 'wrong password'),
        login(gone.email, PASSWORD),
        login(bare.email, PASSWORD),
      ])
      for (const { statusCode, body, headers } of responses)
        assert.deepEqual(
          { statusCode, body, wwwAuthenticate: headers['www-authenticate'] },
          { statusCode: 401, body: '{"detail":"Invalid credentials"}', wwwAuthenticate: 'Bearer' },
        )
    })

    it('is 429 after 10 failures for one account from one network, until they age out; a success before forgets them', async () => {
      clock.advance(HOUR)
      const { user } = await registered(shared())
      await throttled(shared(), 'sign-in-network', [`user:${user.id}`, '127.0.0'], 8)
      assert.equal((await login(user.email, 'wrong')).statusCode, 401)
      assert.equal((await login(user.email, PASSWORD)).statusCode, 200)
      await throttled(shared(), 'sign-in-network', [`user:${user.id}`, '127.0.0'], 9)
      assert.equal((await login(user.email, 'wrong')).statusCode, 401)
      clock.advance(5 * MINUTE)
      const locked = await login(user.email, PASSWORD)
      assert.deepEqual([locked.statusCode, locked.headers['retry-after']], [429, '600'])
      clock.advance(10 * MINUTE)
      assert.equal((await login(user.email, PASSWORD)).statusCode, 200)
    })

    it('is 429 after 50 failures from one address, whatever the name', async () => {
      clock.advance(HOUR)
      await throttled(shared(), 'sign-in-address', ['127.0.0.1'], 49)
      const { user } = await registered(shared())
      assert.equal((await login(user.email, PASSWORD)).statusCode, 200)
      assert.equal((await login('nobody', PASSWORD)).statusCode, 401)
      assert.equal((await login(user.email, PASSWORD)).statusCode, 429)
      clock.advance(HOUR)
    })

    it('counts failures sent at one moment before any of them is answered', async () => {
      clock.advance(HOUR)
      await throttled(shared(), 'sign-in-network', ['name:racer', '127.0.0'], 6)
      const responses = await Promise.all(Array.from({ length: 12 }, () => login('racer', 'wrong')))
      assert.equal(responses.filter(({ statusCode }) => statusCode === 401).length, 4)
      assert.equal(responses.filter(({ statusCode }) => statusCode === 429).length, 8)
    })

    it('lets everyone in who knows the password, however many at one moment; beyond the queue it is 503', async () => {
      const { user } = await registered(shared())
      const responses = await Promise.all(Array.from({ length: 12 }, () => login(user.email, PASSWORD)))
      assert.deepEqual(new Set(responses.map((response) => response.statusCode)), new Set([200]))
      const crowd = await Promise.all(Array.from({ length: 60 }, () => login('nobody-at-all', PASSWORD)))
      const refused = crowd.filter(({ statusCode }) => statusCode === 503)
      assert.deepEqual([refused.length, refused[0]?.headers['retry-after']], [10, '2'])
    })
  })

  describe('GET /auth/me', () => {
    it('says who and what one may', async () => {
      const editor = await shared().person('editor')
      const response = (await me(shared(), editor.token)).json()
      assert.partialDeepStrictEqual(response, { id: editor.id, role: 'editor', email_verified: false })
      assert.ok(response.permissions.includes('documents:write') && !response.permissions.includes('users:manage'))
    })
  })

  describe('PATCH /auth/me', () => {
    const patch = (token: string, payload: object) =>
      shared().app.inject({ method: 'PATCH', url: '/auth/me', headers: bearer(token), payload })

    it('changes names, and clears them with null', async () => {
      const { access_token: token } = await registered(shared())
      const named = await patch(token, { display_name: ' Dora ', username: 'dora' })
      assert.partialDeepStrictEqual(named.json(), { display_name: 'Dora', username: 'dora' })
      const cleared = await patch(token, { display_name: null })
      assert.partialDeepStrictEqual(cleared.json(), { display_name: null, username: 'dora' })
      const other = await registered(shared())
      assert.equal((await patch(other.access_token, { username: 'dora' })).statusCode, 409)
    })

    it('sets a new password for who knows the current one, and ends every other session', async () => {
      const { access_token: token, user } = await registered(shared())
      const signIn = (secret: string) => post(shared(), '/auth/login', { identifier: user.email, password: secret })
      const other = (await signIn(PASSWORD)).json().access_token
      const password = 'a new long password'
      assert.deepEqual(places((await patch(token, { password })).body), ['body.current_password'])
      assert.equal((await patch(token, { password, current_password: 'wrong' })).statusCode, 403)
      assert.equal((await me(shared(), other)).statusCode, 200)
      assert.equal((await patch(token, { password, current_password: PASSWORD })).statusCode, 200)
      assert.equal((await me(shared(), other)).statusCode, 401)
      assert.equal((await me(shared(), token)).statusCode, 200)
      assert.equal((await signIn(password)).statusCode, 200)
      assert.equal((await signIn(PASSWORD)).statusCode, 401)
    })

    it('sets no password when another was set since the current one was proven', async () => {
      const site = shared()
      const { user } = await registered(site)
      const { user: invited } = await registered(site)
      const put = (id: number, password_hash: string | null) =>
        site.db.inTransaction((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute())
      await put(invited.id, null)
      /** changed is a change of profile; just before its last transaction someone else sets the password. */
      const changed = (id: number, transactions: number, change: Parameters<typeof changeProfile>[2]) => {
        let left = transactions
        const inTransaction: typeof site.db.inTransaction = async (work) => {
          if (--left === 0) await put(id, DUMMY_HASH)
          return site.db.inTransaction(work)
        }
        const self = { actor: { userId: id, role: 'reader', label: '', member: true }, sessionId: 0 } as const
        const deps = { ...site, db: { ...site.db, inTransaction } }
        return changeProfile(deps, self, change, { address: '127.0.0.1', browser: '', device: '' }, () => {})
      }
      const password = 'a new long password'
      const refused = { status: 409, message: 'The password was changed in the meantime' }
      await assert.rejects(changed(user.id, 3, { password, current_password: PASSWORD, display_name: 'New' }), refused)
      await assert.rejects(changed(invited.id, 1, { password }), refused)
      for (const { id } of [user, invited]) {
        const stored = await getUser(site, id)
        assert.deepEqual([stored.password_hash, stored.display_name], [DUMMY_HASH, null])
      }
    })

    it('counts a wrong current password for name and address, and takes a right one back', async (t) => {
      const built = await build(t, { engine })
      const { access_token: token } = await registered(built)
      const counted = async () => {
        const rows = await built.db.read.selectFrom('throttles').select('scope').orderBy('scope').execute()
        return rows.map(({ scope }) => scope)
      }
      const change = async (current_password: string) => {
        const payload = { password: 'a new long password', current_password }
        return (await built.app.inject({ method: 'PATCH', url: '/auth/me', headers: bearer(token), payload }))
          .statusCode
      }
      assert.equal(await change('wrong'), 403)
      assert.deepEqual(await counted(), ['sign-in-account', 'sign-in-address', 'sign-in-network'])
      assert.equal(await change(PASSWORD), 200)
      assert.deepEqual(await counted(), ['sign-in-account', 'sign-in-address'])
    })
  })
})
