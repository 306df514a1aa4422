// What a stolen session or API token can and cannot do: fresh proofs, scopes, and what a reset or a sign-out everywhere ends.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY, MINUTE } from '#time.ts'
import { bearer, me, PASSWORD, post, registered } from '../../../../test/accounts.ts'
import { buildOnce, type Method, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { pluck } from '../../../../test/pluck.ts'

onEngines('step-up and scopes', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const ask = (method: Method, url: string, token: string, payload?: object) =>
    shared().app.inject({ method, url, headers: { ...OUTSIDE, ...bearer(token) }, ...(payload && { payload }) })
  const makeToken = async (session: string, payload: object = {}) => {
    const response = await ask('POST', '/api/tokens', session, { name: 'x', ...payload })
    assert.equal(response.statusCode, 201, response.body)
    return response.json() as { id: number; token: string; scopes: string[]; expires_at: string }
  }
  const stepUp = (token: string, payload: object) => post(shared(), '/auth/step-up', payload, bearer(token))
  const codeIn = () => /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]

  describe('a session whose last proof is older than ten minutes', () => {
    it('makes no token, invites nobody, changes nobody, and sees no one else’s sessions and tokens', async () => {
      const admin = await shared().person('admin')
      const other = await shared().person('reader')
      const { id } = await makeToken(other.token)
      clock.advance(10 * MINUTE)
      for (const [method, url, payload] of [
        ['POST', '/api/tokens', { name: 'x' }],
        ['POST', '/api/admin/users', { email: 'new@example.com' }],
        ['POST', `/api/admin/users/${other.id}/invite`, undefined],
        ['PATCH', `/api/admin/users/${other.id}`, { role: 'admin' }],
        ['GET', `/api/tokens?user_id=${other.id}`, undefined],
        ['DELETE', `/api/tokens/${id}`, undefined],
        ['GET', `/auth/sessions?user_id=${other.id}`, undefined],
      ] as const) {
        const response = await ask(method, url, admin.token, payload)
        assert.deepEqual(
          { statusCode: response.statusCode, response: response.json() },
          { statusCode: 403, response: { detail: 'Confirm it is you', step_up: true } },
          `${method} ${url}`,
        )
      }
      const sessions = await shared()
        .db.read.selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', other.id)
        .execute()
      assert.equal((await ask('DELETE', `/auth/sessions/${sessions[0]!.id}`, admin.token)).json().step_up, true)
      assert.equal((await me(shared(), other.token)).statusCode, 200)
    })

    it('does everything that the specification names', async () => {
      const admin = await shared().person('admin')
      clock.advance(10 * MINUTE)
      for (const url of ['/api/docs/private', '/api/admin/docs/', '/api/admin/celery/procs', '/admin/roles'])
        assert.equal((await ask('GET', url, admin.token)).statusCode, 200, url)
      assert.equal((await ask('POST', '/api/docs/', admin.token, { title: 'x' })).statusCode, 201)
    })

    it('is proven again by the password, not by a wrong one', async () => {
      const { access_token: token } = await registered(shared())
      clock.advance(10 * MINUTE)
      assert.equal((await stepUp(token, { password: 'wrong' })).statusCode, 403)
      assert.equal((await ask('POST', '/api/tokens', token, { name: 'x' })).statusCode, 403)
      const proven = await stepUp(token, { password: PASSWORD })
      assert.deepEqual([proven.statusCode, Date.parse(proven.json().until)], [200, clock.now() + 10 * MINUTE])
      await makeToken(token)
      clock.advance(10 * MINUTE)
      assert.equal((await ask('POST', '/api/tokens', token, { name: 'x' })).statusCode, 403)
    })

    it('is proven again by a code, once, and by nothing that is none', async () => {
      const person = await shared().person('reader')
      clock.advance(10 * MINUTE)
      for (const payload of [{}, { password: null }, { code: '12' }])
        assert.equal((await stepUp(person.token, payload)).statusCode, 422, JSON.stringify(payload))
      assert.equal((await stepUp(person.token, { password: 'x' })).statusCode, 403)
      await post(shared(), '/auth/send-code', { identifier: person.email })
      const code = codeIn()
      assert.equal((await stepUp(person.token, { code: code === '000000' ? '000001' : '000000' })).statusCode, 401)
      assert.equal((await stepUp(person.token, { code })).statusCode, 200)
      assert.equal((await stepUp(person.token, { code })).statusCode, 401)
      await makeToken(person.token)
    })

    it('sets no first password, which would prove everything after it', async () => {
      const person = await shared().person('admin')
      clock.advance(10 * MINUTE)
      const first = () => ask('PATCH', '/auth/me', person.token, { password: PASSWORD })
      assert.deepEqual((await first()).json(), { detail: 'Confirm it is you', step_up: true })
      assert.equal((await stepUp(person.token, { password: PASSWORD })).statusCode, 403)
      assert.equal((await ask('PATCH', '/auth/me', person.token, { display_name: 'Ann' })).statusCode, 200)
      await post(shared(), '/auth/send-code', { identifier: person.email })
      assert.equal((await stepUp(person.token, { code: codeIn() })).statusCode, 200)
      assert.equal((await first()).json().has_password, true)
    })

    it('has its guesses counted with those at signing in', async () => {
      const { access_token: token } = await registered(shared())
      for (let times = 0; times < 10; times++) await stepUp(token, { password: 'wrong' })
      assert.equal((await stepUp(token, { password: PASSWORD })).statusCode, 429)
    })
  })

  describe('an API token', () => {
    it('cannot step up, and makes no token', async () => {
      const admin = await shared().person('admin')
      const { token } = await makeToken(admin.token)
      assert.equal((await stepUp(token, { password: PASSWORD })).statusCode, 403)
      assert.equal((await ask('POST', '/api/tokens', token, { name: 'y' })).statusCode, 403)
    })

    it('ends after 90 days unless said otherwise, and after a year at most', async () => {
      const { token } = await shared().person('reader')
      const issued = await makeToken(token)
      assert.equal(Date.parse(issued.expires_at), clock.now() + 90 * DAY)
      assert.equal((await ask('POST', '/api/tokens', token, { name: 'x', expires_in_days: 366 })).statusCode, 422)
    })

    it('has by default the scopes that its role allows, and none beyond', async () => {
      for (const [role, scopes] of [
        ['reader', ['read']],
        ['editor', ['read', 'write', 'pipeline']],
        ['admin', ['read', 'write', 'pipeline', 'admin', 'metrics']],
      ] as const) {
        const person = await shared().person(role)
        assert.deepEqual((await makeToken(person.token)).scopes, scopes)
      }
      const editor = await shared().person('editor')
      const beyond = await ask('POST', '/api/tokens', editor.token, { name: 'x', scopes: ['read', 'admin'] })
      assert.deepEqual([beyond.statusCode, beyond.json().detail[0].loc], [422, ['body', 'scopes']])
      const bound = await ask('POST', '/api/tokens', editor.token, { name: 'x', category_ids: [1] })
      assert.deepEqual([bound.statusCode, bound.json().detail[0].loc], [422, ['body', 'category_ids']])
      const below = { name: 'x', role: 'reader', scopes: ['write'] }
      assert.equal((await ask('POST', '/api/tokens', editor.token, below)).statusCode, 422)
    })

    it('without the scope is as good as none where nobody needs one', async () => {
      const admin = await shared().person('admin')
      const doc = { title: 'Scoped', visibility: 'restricted', markdown: 'x' }
      const { id, slug } = (await ask('POST', '/api/docs/', admin.token, doc)).json()
      for (const scope of ['read', 'write', 'pipeline', 'admin']) {
        const { token } = await makeToken(admin.token, { scopes: [scope] })
        for (const url of [`/read/${slug}`, `/api/docs/${id}/blocks`])
          assert.equal((await ask('GET', url, token)).statusCode, scope === 'read' ? 200 : 404, `${scope} ${url}`)
      }
    })

    it('revokes itself and no other, unless it has the scope admin', async () => {
      const reader = await shared().person('reader')
      const [one, two] = [await makeToken(reader.token), await makeToken(reader.token)]
      assert.equal((await ask('DELETE', `/api/tokens/${two.id}`, one.token)).statusCode, 403)
      assert.equal((await ask('DELETE', `/api/tokens/${one.id}`, one.token)).statusCode, 204)
      const admin = await shared().person('admin')
      const small = await makeToken(admin.token, { scopes: ['write'] })
      assert.equal((await ask('DELETE', `/api/tokens/${two.id}`, small.token)).statusCode, 403)
      const large = await makeToken(admin.token, { scopes: ['admin'] })
      assert.equal((await ask('DELETE', `/api/tokens/${two.id}`, large.token)).statusCode, 204)
    })
  })

  describe('what ends with what', () => {
    it('a new password ends the other sessions, and API tokens by choice', async () => {
      const { access_token: token } = await registered(shared())
      const api = await makeToken(token)
      const change = (current_password: string, password: string, more: object = {}) =>
        ask('PATCH', '/auth/me', token, { current_password, password, ...more })
      assert.equal((await change(PASSWORD, 'another long one')).statusCode, 200)
      assert.equal((await me(shared(), api.token)).statusCode, 200)
      assert.equal((await change('another long one', 'and one more', { end_tokens: true })).statusCode, 200)
      assert.deepEqual([(await me(shared(), api.token)).statusCode, (await me(shared(), token)).statusCode], [401, 200])
    })

    it('signing out everywhere ends all sessions, and API tokens by choice', async () => {
      const { access_token: token, user } = await registered(shared())
      const login = { identifier: user.email, password: PASSWORD }
      const again = async () => (await post(shared(), '/auth/login', login)).json().access_token as string
      const other = await again()
      const api = await makeToken(token)
      assert.equal((await ask('POST', '/auth/logout-all', api.token)).statusCode, 403)
      const out = await ask('POST', '/auth/logout-all', other)
      assert.deepEqual(
        { statusCode: out.statusCode, test: /^auth_token=; /.test(String(out.headers['set-cookie'])) },
        { statusCode: 204, test: true },
      )
      for (const gone of [token, other]) assert.equal((await me(shared(), gone)).statusCode, 401)
      assert.equal((await me(shared(), api.token)).statusCode, 200)
      assert.equal((await ask('POST', '/auth/logout-all', await again(), { tokens: true })).statusCode, 204)
      assert.equal((await me(shared(), api.token)).statusCode, 401)
    })
  })

  describe('GET /auth/sessions', () => {
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

    it('tells device, address and last use, and which one this is', async () => {
      const { access_token: token, user } = await registered(shared())
      const login = { identifier: user.email, password: PASSWORD }
      const headers = { ...OUTSIDE, 'user-agent': FIREFOX }
      const { access_token: second } = (await post(shared(), '/auth/login', login, headers)).json()
      const listed = (await ask('GET', '/auth/sessions', second)).json()
      assert.deepEqual(pluck(listed, 'current', 'device'), [
        [true, 'Firefox on Linux'],
        [false, 'lightMyRequest'],
      ])
      assert.deepEqual([listed[0].address, Date.parse(listed[0].last_used_at)], ['127.0.0.1', clock.now()])
      assert.equal((await ask('DELETE', `/auth/sessions/${listed[1].id}`, second)).statusCode, 204)
      assert.equal((await ask('DELETE', `/auth/sessions/${listed[1].id}`, second)).statusCode, 404)
      assert.equal((await me(shared(), token)).statusCode, 401)
      assert.equal((await ask('GET', '/auth/sessions', second)).json().length, 1)
    })

    it("is nobody else's to see or end, but an administrator's", async () => {
      const owner = await shared().person('reader')
      const editor = await shared().person('editor')
      const admin = await shared().person('admin')
      const url = `/auth/sessions?user_id=${owner.id}`
      assert.equal((await ask('GET', url, editor.token)).statusCode, 403)
      const [{ id }] = (await ask('GET', url, admin.token)).json()
      assert.equal((await ask('DELETE', `/auth/sessions/${id}`, editor.token)).statusCode, 404)
      assert.equal((await ask('DELETE', `/auth/sessions/${id}`, admin.token)).statusCode, 204)
      assert.equal((await me(shared(), owner.token)).statusCode, 401)
    })
  })
})
