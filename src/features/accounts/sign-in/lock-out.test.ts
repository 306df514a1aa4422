// Strangers lock nobody out: neither by wrong passwords nor by wrong or newer codes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR, MINUTE } from '#time.ts'
import { newEmail, PASSWORD, registered, throttled } from '../../../../test/accounts.ts'
import { buildOnce, onEngines, TestClock } from '../../../../test/build.ts'

const [OWNER, STRANGER, NEIGHBOUR] = ['198.51.100.7', '203.0.113.9', '203.0.113.200']

onEngines('lock-out', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const ask = (url: string, payload: object, remoteAddress: string, cookie = '') =>
    shared().app.inject({ method: 'POST', url, payload, remoteAddress, headers: cookie ? { cookie } : {} })
  const login = (identifier: string, password: string, from: string, cookie?: string) =>
    ask('/auth/login', { identifier, password }, from, cookie)
  const browserIn = (response: { headers: Record<string, unknown> }) =>
    /galley_browser=[\w-]{43}/.exec(String(response.headers['set-cookie']))?.[0] ?? ''
  const newestCode = () => /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  describe('wrong passwords', () => {
    it('of a stranger lock the stranger’s network, not the owner', async () => {
      const { user } = await registered(shared())
      for (let times = 0; times < 10; times++)
        assert.equal((await login(user.email, 'wrong', STRANGER)).statusCode, 401)
      assert.equal((await login(user.email, PASSWORD, STRANGER)).statusCode, 429)
      assert.equal((await login(user.email, PASSWORD, NEIGHBOUR)).statusCode, 429, 'the same /24')
      assert.equal((await login(user.email, PASSWORD, OWNER)).statusCode, 200)
    })

    it('count together for the email and the username', async () => {
      clock.advance(HOUR)
      const { user } = await registered(shared(), { username: `both.${engine}` })
      for (let times = 0; times < 5; times++)
        for (const name of [user.email, user.username]) await login(name, 'wrong', STRANGER)
      assert.equal((await login(user.email, PASSWORD, STRANGER)).statusCode, 429)
      assert.equal((await login(user.username, PASSWORD, STRANGER)).statusCode, 429)
    })

    it('from many networks lock an account for all but the browsers in which it was used before', async () => {
      clock.advance(HOUR)
      const { user } = await registered(shared())
      const browser = browserIn(await login(user.email, PASSWORD, OWNER))
      await throttled(shared(), 'sign-in-account', [`user:${user.id}`], 100)
      assert.equal((await login(user.email, PASSWORD, STRANGER)).statusCode, 429)
      assert.equal((await login(user.email, PASSWORD, OWNER)).statusCode, 429)
      assert.equal((await login(user.email, PASSWORD, STRANGER, browser)).statusCode, 200)
      const { user: other } = await registered(shared())
      await throttled(shared(), 'sign-in-account', [`user:${other.id}`], 100)
      assert.equal((await login(other.email, PASSWORD, OWNER, browser)).statusCode, 429, 'known to another account')
    })

    it('are limited in a known browser too', async () => {
      clock.advance(HOUR)
      const { user } = await registered(shared())
      const browser = browserIn(await login(user.email, PASSWORD, OWNER))
      for (let times = 0; times < 10; times++) await login(user.email, 'wrong', OWNER, browser)
      assert.equal((await login(user.email, PASSWORD, OWNER, browser)).statusCode, 429)
    })
  })

  describe('codes', () => {
    const send = (identifier: string, from: string, cookie?: string) =>
      ask('/auth/send-code', { identifier }, from, cookie)
    const verify = (identifier: string, code: string, from: string, cookie?: string) =>
      ask('/auth/verify-code', { identifier, code }, from, cookie)

    it('are used up and replaced by nobody but the browser that asked', async () => {
      clock.advance(HOUR)
      const email = newEmail()
      const browser = browserIn(await send(email, OWNER))
      const code = newestCode()
      const other = browserIn(await send(email, STRANGER))
      assert.notEqual(browser, other)
      const theirs = newestCode()
      for (let times = 0; times < 6; times++) {
        assert.equal((await verify(email, wrong(theirs), STRANGER, other)).statusCode, 401)
        assert.equal((await verify(email, wrong(theirs), STRANGER)).statusCode, 401)
      }
      if (code !== theirs) assert.equal((await verify(email, code, STRANGER, other)).statusCode, 401, 'not theirs')
      assert.equal((await verify(email, code, OWNER, browser)).statusCode, 200)
      assert.equal((await verify(email, code, OWNER, browser)).statusCode, 401, 'once')
    })

    it('work without the cookie too, by the network that asked', async () => {
      clock.advance(HOUR)
      const email = newEmail()
      await send(email, STRANGER)
      const code = newestCode()
      assert.equal((await verify(email, code, OWNER)).statusCode, 401)
      assert.equal((await verify(email, code, NEIGHBOUR)).statusCode, 200)
    })

    it('have five attempts in all, by the browser and by its network', async () => {
      clock.advance(HOUR)
      const email = newEmail()
      const browser = browserIn(await send(email, STRANGER))
      const code = newestCode()
      for (let times = 0; times < 5; times++)
        await verify(email, wrong(code), STRANGER, times % 2 === 0 ? browser : undefined)
      assert.equal((await verify(email, code, STRANGER)).statusCode, 401)
      assert.equal((await verify(email, code, STRANGER, browser)).statusCode, 401)
      clock.advance(MINUTE)
      await send(email, STRANGER, browser)
      assert.equal((await verify(email, newestCode(), STRANGER, browser)).statusCode, 200)
    })

    it('are sent 5 an hour for one network, and 20 in all', async () => {
      clock.advance(HOUR)
      const email = newEmail()
      const sent = shared().mails.length
      for (let network = 0; network < 5; network++)
        for (let times = 0; times < 5; times++) {
          const from = `192.0.${network}.1`
          assert.equal((await send(email, from)).statusCode, 200)
          clock.advance(MINUTE)
        }
      assert.equal(shared().mails.length, sent + 20)
      assert.equal((await send(email, '192.0.2.1')).statusCode, 429)
    })
  })
})
