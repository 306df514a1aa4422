// Codes by mail: what send-code gives away (nothing), how long and how often a code works, and what a good one opens.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR, MINUTE, SECOND } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered, throttled } from '../../../../test/accounts.ts'
import { type Built, build, buildOnce, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'

const SENT = { sent: true, expires_in: 600, resend_after: 60 }
const newestCode = ({ mails }: Built) => /\b\d{6}\b/.exec(mails.at(-1)!.text)![0]
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

onEngines('codes', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const send = (identifier: string) => post(shared(), '/auth/send-code', { identifier })
  const verify = (identifier: string, code: string, more: object = {}) =>
    post(shared(), '/auth/verify-code', { identifier, code, ...more })
  /** received asks for a code an hour after everything else, so that no throttle of another test is in the way. */
  const received = async (identifier: string) => {
    clock.advance(HOUR)
    assert.deepEqual((await send(identifier)).json(), SENT)
    return newestCode(shared())
  }

  describe('POST /auth/send-code', () => {
    it('refuses what is no address, and responds the same for known, unknown and nameless', async () => {
      assert.equal((await send('broken@')).statusCode, 422)
      assert.equal((await send(' ')).statusCode, 422)
      const { user } = await registered(shared(), { username: 'erin' })
      const before = shared().mails.length
      for (const identifier of [user.email, 'no-such-name', newEmail()])
        assert.deepEqual([(await send(identifier)).json()], [SENT], identifier)
      assert.equal(shared().mails.length, before + 2)
      assert.deepEqual((await send('erin')).json(), SENT)
      assert.equal(shared().mails.length, before + 2)
    })

    it('sends nothing again within 60 s, and makes the newest code the only valid one', async () => {
      const email = newEmail()
      const first = await received(email)
      const sent = shared().mails.length
      clock.advance(59 * SECOND)
      assert.deepEqual((await send(email)).json(), SENT)
      assert.equal(shared().mails.length, sent)
      clock.advance(SECOND)
      await send(email)
      const second = newestCode(shared())
      if (first !== second) assert.equal((await verify(email, first)).statusCode, 401)
      assert.equal((await verify(email, second)).statusCode, 200)
      const after = shared().mails.length
      assert.deepEqual((await send(email)).json(), SENT)
      assert.equal(shared().mails.length, after, 'a used code was sent all the same')
      assert.equal((await verify(email, second)).statusCode, 401)
    })

    it('sends 5 an hour to one target, then 429', async () => {
      clock.advance(HOUR)
      const email = newEmail()
      for (let times = 0; times < 5; times++) {
        assert.equal((await send(email)).statusCode, 200)
        clock.advance(MINUTE)
      }
      const refused = await send(email)
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '3300'])
    })
  })

  describe('one office behind one address', () => {
    const count = () => shared().mails.length
    const invited = async () => (await shared().person('reader', undefined, 'invitation')).email
    const isMailed = async (identifier: string, cookie = '', remoteAddress = '127.0.0.1') => {
      const before = count()
      const options = { method: 'POST', url: '/auth/send-code', remoteAddress } as const
      const response = await shared().app.inject({ ...options, headers: { cookie }, payload: { identifier } })
      assert.deepEqual(response.json(), SENT)
      return count() > before
    }

    it('has 20 codes an hour for strangers, who are told no more than members, and any number for those', async () => {
      clock.advance(HOUR)
      for (let times = 0; times < 25; times++) assert.ok(await isMailed(await invited()), 'none of them counts')
      for (let times = 0; times < 20; times++) assert.ok(await isMailed(newEmail()))
      assert.equal(await isMailed(newEmail()), false)
      assert.ok(await isMailed(await invited()))
      assert.ok(await isMailed(newEmail(), '', '198.51.100.7'), 'another address')
      clock.advance(HOUR)
      assert.ok(await isMailed(newEmail()))
    })

    it('is told the same of a code that was held back, however soon it is asked for again', async () => {
      clock.advance(HOUR)
      await throttled(shared(), 'code-address', ['127.0.0.1'], 20)
      const statuses: number[][] = []
      for (const email of [newEmail(), await invited()]) {
        const asked = [0, 0, 0, 0, 0, 0, 0].map(async () => (await send(email)).statusCode)
        statuses.push(await Promise.all(asked))
      }
      assert.deepEqual(statuses[0], [200, 200, 200, 200, 200, 200, 200])
      assert.deepEqual(statuses[1], statuses[0])
    })

    it('keeps a code valid that was mailed before one was held back', async () => {
      const email = newEmail()
      const code = await received(email)
      await throttled(shared(), 'code-address', ['127.0.0.1'], 20)
      clock.advance(MINUTE)
      assert.equal(await isMailed(email), false)
      assert.equal((await verify(email, code)).statusCode, 200)
    })

    it('does not keep out a browser that signed in before, which has 5 codes an hour of its own', async () => {
      clock.advance(HOUR)
      const email = await invited()
      assert.ok(await isMailed(email))
      const signedIn = await verify(email, newestCode(shared()))
      const cookie = /galley_browser=[^;]+/.exec(String(signedIn.headers['set-cookie']))![0]
      await throttled(shared(), 'code-mailbox-all', [email], 20)
      await throttled(shared(), 'code-target', [email, '127.0.0'], 5)
      clock.advance(MINUTE)
      assert.equal(await isMailed(email, '', '198.51.100.7'), false, 'another browser')
      for (let times = 0; times < 5; times++) {
        clock.advance(MINUTE)
        assert.ok(await isMailed(email, cookie))
      }
      clock.advance(MINUTE)
      const payload = { identifier: email }
      const over = await shared().app.inject({ method: 'POST', url: '/auth/send-code', headers: { cookie }, payload })
      assert.equal(over.statusCode, 429)
      assert.equal(await isMailed(newEmail(), cookie, '198.51.100.8'), true, 'counts for the address like any other')
    })

    it('sets the number itself, and 0 is no limit', async (t) => {
      for (const [most, mailed] of [
        ['2', 2],
        ['0', 25],
      ] as const) {
        const built = await build(t, { engine, env: { GALLEY_CODES_PER_ADDRESS: most } })
        for (let times = 0; times < 25; times++)
          assert.equal((await post(built, '/auth/send-code', { identifier: newEmail() })).statusCode, 200)
        assert.equal(built.mails.length, mailed)
      }
    })
  })

  it('does not tell whose mailbox it is by how many codes went there', async () => {
    const { user } = await registered(shared(), { username: 'grace' })
    clock.advance(HOUR)
    for (let times = 0; times < 5; times++) {
      assert.equal((await send('grace')).statusCode, 200)
      clock.advance(MINUTE)
    }
    assert.equal((await send('grace')).statusCode, 429)
    const sent = shared().mails.length
    assert.deepEqual((await send(user.email)).json(), SENT)
    assert.equal(shared().mails.length, sent, 'the mailbox has had enough')
  })

  describe('POST /auth/verify-code', () => {
    it('refuses what is not six digits, and echoes neither code nor password', async () => {
      const response = await verify(newEmail(), '12345x', { password: 'short' })
      assert.equal(response.statusCode, 422)
      assert.ok(!response.body.includes('12345x') && !response.body.includes('"short"'))
    })

    it('gives one response for a wrong, an expired, a used and a never sent code', async () => {
      const email = newEmail()
      const code = await received(email)
      const responses = [await verify(email, wrong(code)), await verify(newEmail(), code)]
      assert.equal((await verify(email, code)).statusCode, 200)
      responses.push(await verify(email, code))
      const late = newEmail()
      const expired = await received(late)
      clock.advance(10 * MINUTE)
      responses.push(await verify(late, expired))
      for (const { statusCode, body } of responses)
        assert.deepEqual({ statusCode, body }, { statusCode: 401, body: '{"detail":"Invalid or expired code"}' })
    })

    it('says of a password that it is a name of the account only to who has the code', async () => {
      const { user } = await registered(shared(), { username: 'heidi-the-second' })
      const code = await received(user.email)
      const attempt = (given: string) => verify(user.email, given, { password: 'heidi-the-second' })
      assert.deepEqual([(await attempt(wrong(code))).statusCode, (await attempt(code)).statusCode], [401, 422])
      assert.equal((await verify(user.email, code, { password: 'another long password' })).statusCode, 200)
    })

    it('opens an account for a new address, verified and without a password', async () => {
      const email = newEmail()
      const response = await verify(email.toUpperCase(), await received(email))
      assert.deepEqual(
        {
          statusCode: response.statusCode,
          email: response.json().user.email,
          email_verified: response.json().user.email_verified,
        },
        { statusCode: 200, email, email_verified: true },
      )
      assert.equal((await me(shared(), response.json().access_token)).statusCode, 200)
    })

    it('signs in the owner by email or username, and marks the address verified', async () => {
      const { user } = await registered(shared(), { username: 'frank' })
      assert.equal(user.email_verified, false)
      const response = await verify(user.email, await received('frank'))
      assert.partialDeepStrictEqual(response.json().user, { id: user.id, email_verified: true })
      assert.equal((await post(shared(), '/auth/login', { identifier: 'frank', password: PASSWORD })).statusCode, 200)
    })

    it('sets a new password, ends the sessions before, and shuts out who registered the address unverified', async () => {
      const { user, access_token: old } = await registered(shared())
      const payload = { name: 'squatter' }
      const issued = await post(shared(), '/api/tokens', payload, bearer(old))
      const code = await received(user.email)
      assert.equal((await verify(user.email, code, { password: 'password123' })).statusCode, 422)
      const response = await verify(user.email, code, { password: 'owner of the mailbox' })
      assert.equal(response.statusCode, 200)
      const login = (password: string) => post(shared(), '/auth/login', { identifier: user.email, password })
      assert.deepEqual(
        {
          loginStatusCode: (await login(PASSWORD)).statusCode,
          loginOwnerOfTheStatusCode: (await login('owner of the mailbox')).statusCode,
        },
        { loginStatusCode: 401, loginOwnerOfTheStatusCode: 200 },
      )
      for (const token of [old, issued.json().token]) assert.equal((await me(shared(), token)).statusCode, 401)
      assert.equal((await me(shared(), response.json().access_token)).statusCode, 200)
    })

    it('shuts out who registered the address, unless it was proven before or they prove it themselves', async () => {
      const prove = async (registeredFrom: Record<string, string>, signedIn = false) => {
        const account = { email: newEmail(), password: PASSWORD }
        const { user } = (await post(shared(), '/auth/register', account, registeredFrom)).json()
        const code = await received(user.email)
        const login = () => post(shared(), '/auth/login', { identifier: user.email, password: PASSWORD })
        const { access_token: before } = (await login()).json()
        const headers = signedIn ? bearer(before) : {}
        const response = await post(shared(), '/auth/verify-code', { identifier: user.email, code }, headers)
        return [response.json().user.has_password, (await login()).statusCode, (await me(shared(), before)).statusCode]
      }
      assert.deepEqual(await prove(OUTSIDE), [false, 401, 401])
      assert.deepEqual(await prove(OUTSIDE, true), [true, 200, 200])
      assert.deepEqual(await prove({}), [true, 200, 200])
    })

    it('opens a way in for who is locked out by failures', async () => {
      clock.advance(HOUR)
      const { user } = await registered(shared())
      const login = (password: string) => post(shared(), '/auth/login', { identifier: user.email, password })
      await throttled(shared(), 'sign-in-network', [`user:${user.id}`, '127.0.0'], 10)
      assert.equal((await login(PASSWORD)).statusCode, 429)
      await send(user.email)
      assert.equal((await verify(user.email, newestCode(shared()))).statusCode, 200)
      assert.equal((await login(PASSWORD)).statusCode, 200)
    })

    it('does not sign in a disabled account', async () => {
      const { user } = await registered(shared())
      const code = await received(user.email)
      await shared().db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', user.id).execute(),
      )
      assert.equal((await verify(user.email, code)).statusCode, 401)
    })
  })

  it('open no account while registration is closed, and tell so only to the owner of the mailbox', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_REGISTRATION: 'closed' } })
    const identifier = newEmail()
    await post(built, '/auth/send-code', { identifier })
    const code = newestCode(built)
    assert.equal((await post(built, '/auth/verify-code', { identifier, code: wrong(code) })).statusCode, 401)
    assert.equal((await post(built, '/auth/verify-code', { identifier, code })).statusCode, 403)
    assert.equal((await built.db.read.selectFrom('users').select('id').execute()).length, 0)
  })
})
