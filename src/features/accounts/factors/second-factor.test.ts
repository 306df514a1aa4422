// Second factors: what they take to set up, to use and to lose; and what a password, a mailbox or a session alone no longer gets.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR, MINUTE, SECOND } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered } from '../../../../test/accounts.ts'
import { type Built, build, buildOnce, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { hashOf } from '../sessions/caller.ts'
import { stepAt, totpAt } from './totp.ts'

let serial = 0
const NEW_PASSWORD = 'another horse battery'

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238', () => {
    // The RFC's secret is the text 12345678901234567890; its codes have eight digits, of which apps show the last six.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const)
      assert.equal(totpAt(secret, stepAt(seconds * SECOND)), code)
  })
})

onEngines('second factors', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const codeOf = (secret: string, by = 0) => totpAt(secret, stepAt(clock.now()) + by)
  const nextStep = () => clock.advance(30 * SECOND)
  const signIn = (email: string, password = PASSWORD) =>
    post(shared(), '/auth/login', { identifier: email, password }, OUTSIDE)
  const second = (ticket: string, proof: object) => post(shared(), '/auth/second-factor', { ticket, ...proof }, OUTSIDE)
  const ticketOf = (response: { json: () => { second_factor: { ticket: string } } }) =>
    response.json().second_factor.ticket
  const audited = (action: string, userId: number) =>
    shared()
      .db.read.selectFrom('audit')
      .select('detail')
      .where('action', '=', action)
      .where('target', '=', `user:${userId}`)
      .execute()

  async function enrol(built: Built, token: string) {
    const begun = (await post(built, '/auth/factors/totp', undefined, bearer(token))).json()
    const confirmed = await post(built, '/auth/factors/totp/confirm', { code: codeOf(begun.key) }, bearer(token))
    assert.equal(confirmed.statusCode, 200, confirmed.body)
    nextStep()
    return { secret: begun.key as string, codes: confirmed.json().recovery_codes as string[] }
  }
  /** protectedPerson has a password and an authenticator app. */
  async function protectedPerson() {
    const email = newEmail()
    const { access_token: token, user } = await registered(shared(), { email })
    return { email, token: token as string, id: user.id as number, ...(await enrol(shared(), token)) }
  }
  /** tickets are as many sign-ins that wait for the same account: hashing a password for each takes long. */
  async function tickets(userId: number, count: number): Promise<string[]> {
    const waiting = Array.from({ length: count }, () => `ticket-${++serial}`)
    const row = { user_id: userId, purpose: 'sign-in', method: 'password', expires_at: clock.now() + MINUTE } as const
    const rows = waiting.map((ticket) => ({ ...row, hash: hashOf(ticket) }))
    await shared().db.inTransaction((tx) => tx.insertInto('tickets').values(rows).execute())
    return waiting
  }
  const statuses = (responses: { statusCode: number }[]) =>
    Object.fromEntries(
      Map.groupBy(responses, ({ statusCode }) => statusCode)
        .entries()
        .map(([k, v]) => [k, v.length]),
    )

  describe('setting up an authenticator app', () => {
    it('ends what other sessions have proven without it', async () => {
      const email = newEmail()
      const { access_token: token } = await registered(shared(), { email })
      const { access_token: other } = (await signIn(email)).json()
      await enrol(shared(), token)
      const url = '/auth/factors/totp'
      const removed = await shared().app.inject({ method: 'DELETE', url, headers: bearer(other) })
      assert.equal(removed.json().step_up, true)
    })

    it('takes a code of it, gives ten recovery codes once, and shows in the account', async () => {
      const { access_token: token } = await registered(shared())
      const { key: secret, uri } = (await post(shared(), '/auth/factors/totp', undefined, bearer(token))).json()
      assert.match(uri, /^otpauth:\/\/totp\/Galley%3A/)
      const confirm = (code: string) => post(shared(), '/auth/factors/totp/confirm', { code }, bearer(token))
      assert.equal((await confirm(codeOf(secret, 9))).statusCode, 422)
      assert.equal((await me(shared(), token)).json().second_factor, false)
      const confirmed = await confirm(codeOf(secret))
      assert.equal(new Set(confirmed.json().recovery_codes).size, 10)
      assert.equal((await confirm(codeOf(secret, 1))).statusCode, 409)
      assert.equal((await post(shared(), '/auth/factors/totp', undefined, bearer(token))).statusCode, 409)
      const factors = await shared().app.inject({ url: '/auth/factors', headers: bearer(token) })
      assert.deepEqual(factors.json(), { totp: true, passkeys: [], recovery_codes_left: 10, required: false })
      assert.equal((await me(shared(), token)).json().second_factor, true)
      const stored = await shared().db.read.selectFrom('recovery_codes').selectAll().execute()
      for (const code of confirmed.json().recovery_codes) assert.ok(!JSON.stringify(stored).includes(code))
    })

    it('needs a proven address', async () => {
      const unproven = await shared().person('reader', undefined, null)
      assert.equal((await post(shared(), '/auth/factors/totp', undefined, unproven.headers)).statusCode, 403)
    })
  })

  describe('POST /auth/login of an account with a second factor', () => {
    it('opens no session by itself: a ticket and a code do', async () => {
      const { email, secret } = await protectedPerson()
      const first = await signIn(email)
      assert.deepEqual([first.statusCode, first.headers['set-cookie']], [403, undefined])
      assert.deepEqual(first.json().second_factor.methods, ['totp', 'recovery'])
      assert.equal((await signIn(email, 'wrong')).statusCode, 401)
      const ticket = ticketOf(first)
      assert.equal((await second(ticket, {})).statusCode, 422)
      assert.equal((await second(ticket, { totp: codeOf(secret, 5) })).statusCode, 401)
      assert.equal((await second('guessed', { totp: codeOf(secret) })).statusCode, 401)
      assert.equal((await me(shared(), ticket)).statusCode, 401)
      const entered = await second(ticket, { totp: codeOf(secret) })
      assert.equal(entered.statusCode, 200, entered.body)
      assert.equal((await me(shared(), entered.json().access_token)).statusCode, 200)
      nextStep()
      assert.equal((await second(ticket, { totp: codeOf(secret) })).statusCode, 401, 'a ticket works once')
    })

    it('takes a code once, also from fifty at once, and never an older one', async () => {
      const { id, secret } = await protectedPerson()
      const waiting = await tickets(id, 50)
      // Ten guesses an hour are what one account has; a winner forgets them.
      await shared().db.inTransaction((tx) => tx.deleteFrom('throttles').execute())
      const responses = await Promise.all(waiting.map((ticket) => second(ticket, { totp: codeOf(secret) })))
      assert.equal(statuses(responses)[200], 1)
      const [again] = await tickets(id, 1)
      await shared().db.inTransaction((tx) => tx.deleteFrom('throttles').execute())
      assert.equal((await second(again!, { totp: codeOf(secret) })).statusCode, 401)
      assert.equal((await second(again!, { totp: codeOf(secret, -1) })).statusCode, 401)
    })

    it('takes each recovery code once, however it is typed', async () => {
      const { id, codes } = await protectedPerson()
      const waiting = await tickets(id, 9)
      const responses = await Promise.all(waiting.map((ticket) => second(ticket, { recovery_code: codes[0] })))
      assert.equal(statuses(responses)[200], 1)
      const [other] = await tickets(id, 1)
      const typed = ` ${codes[1]!.toUpperCase().replaceAll('-', ' ')} `
      assert.equal((await second(other!, { recovery_code: typed })).statusCode, 200)
    })

    it('limits guesses for the account, whatever else succeeds meanwhile', async () => {
      const { id, email, secret } = await protectedPerson()
      const wrong = codeOf(secret, 100)
      for (const ticket of await tickets(id, 2))
        for (let guess = 0; guess < 5; guess++) assert.equal((await second(ticket, { totp: wrong })).statusCode, 401)
      const ticket = ticketOf(await signIn(email))
      assert.equal((await second(ticket, { totp: codeOf(secret) })).statusCode, 429)
      assert.equal((await audited('session.refused', id)).length, 10)
      clock.advance(60 * MINUTE)
      const later = ticketOf(await signIn(email))
      assert.equal((await second(later, { totp: codeOf(secret) })).statusCode, 200)
    })

    it('gives a ticket five attempts', async () => {
      const { id, secret } = await protectedPerson()
      const [ticket] = await tickets(id, 1)
      for (let guess = 0; guess < 5; guess++) await second(ticket!, { totp: codeOf(secret, 100) })
      assert.equal((await second(ticket!, { totp: codeOf(secret) })).statusCode, 401)
    })
  })

  describe('a reset by code', () => {
    it('changes nothing until the second factor is shown', async () => {
      const { email, token, secret } = await protectedPerson()
      await post(shared(), '/auth/send-code', { identifier: email }, OUTSIDE)
      const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
      const given = { identifier: email, code, password: NEW_PASSWORD }
      const first = await post(shared(), '/auth/verify-code', given, { ...bearer(token) })
      assert.equal(first.statusCode, 403, first.body)
      assert.equal((await me(shared(), token)).statusCode, 200)
      assert.equal((await signIn(email, NEW_PASSWORD)).statusCode, 401)
      assert.equal((await second(ticketOf(first), { totp: codeOf(secret) })).statusCode, 200)
      assert.equal((await me(shared(), token)).statusCode, 401)
      assert.equal((await signIn(email, NEW_PASSWORD)).statusCode, 403)
    })

    it('leaves factors and password as they are, whatever proved the address and wherever the code comes from', async () => {
      const { email, id, secret, codes } = await protectedPerson()
      for (const proven_by of ['command', 'network', 'invitation', 'provider'] as const) {
        clock.advance(HOUR)
        await shared().db.inTransaction((tx) =>
          tx.updateTable('users').set({ proven_by, email_verified: 0 }).where('id', '=', id).execute(),
        )
        await post(shared(), '/auth/send-code', { identifier: email }, OUTSIDE)
        const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
        const given = { identifier: email, code, password: NEW_PASSWORD }
        assert.equal((await post(shared(), '/auth/verify-code', given, OUTSIDE)).statusCode, 403, proven_by)
      }
      const left = await shared().db.read.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()
      assert.equal(left.length, codes.length)
      const entered = await second(ticketOf(await signIn(email)), { totp: codeOf(secret) })
      assert.equal(entered.statusCode, 200, entered.body)
    })
  })

  describe('POST /auth/step-up of an account with a second factor', () => {
    it('takes the factor and neither password nor mailed code', async () => {
      const { token, secret, email } = await protectedPerson()
      clock.advance(10 * MINUTE)
      const stepUp = (payload: object) => post(shared(), '/auth/step-up', payload, bearer(token))
      assert.equal((await stepUp({ password: PASSWORD })).statusCode, 403)
      await post(shared(), '/auth/send-code', { identifier: email })
      const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
      assert.equal((await stepUp({ code })).statusCode, 403)
      assert.equal((await post(shared(), '/api/tokens', { name: 'x' }, bearer(token))).json().step_up, true)
      assert.equal((await stepUp({ totp: codeOf(secret) })).statusCode, 200)
      assert.equal((await stepUp({ totp: codeOf(secret) })).statusCode, 403, 'a code works once')
      assert.equal((await post(shared(), '/api/tokens', { name: 'x' }, bearer(token))).statusCode, 201)
    })
  })

  describe('DELETE /api/admin/users/:user_id/factors', () => {
    it('takes a fresh proof, and stands in the audit trail', async () => {
      const { id, email } = await protectedPerson()
      const reset = (headers: Record<string, string>) =>
        shared().app.inject({ method: 'DELETE', url: `/api/admin/users/${id}/factors`, headers })
      const admin = await shared().person('admin')
      assert.equal((await reset(admin.headers)).statusCode, 204)
      assert.equal((await signIn(email)).statusCode, 200)
      assert.equal((await audited('factor.reset', id)).length, 1)
      clock.advance(10 * MINUTE)
      assert.equal((await reset(admin.headers)).json().step_up, true)
    })
  })

  describe('removing an authenticator app', () => {
    it('ends the second step; a renewal makes earlier recovery codes worthless', async () => {
      const { id, token, email, codes } = await protectedPerson()
      const renewed = await post(shared(), '/auth/factors/recovery-codes', undefined, bearer(token))
      assert.equal(renewed.json().recovery_codes.length, 10)
      const [ticket] = await tickets(id, 1)
      assert.equal((await second(ticket!, { recovery_code: codes[0] })).statusCode, 401)
      const remove = () => shared().app.inject({ method: 'DELETE', url: '/auth/factors/totp', headers: bearer(token) })
      assert.deepEqual([(await remove()).statusCode, (await remove()).statusCode], [204, 409])
      assert.equal((await signIn(email)).statusCode, 200)
    })
  })

  describe('GALLEY_SECOND_FACTOR', () => {
    it('lets a role do nothing but set up a factor', async (t) => {
      const strict = await build(t, { engine, clock, env: { GALLEY_SECOND_FACTOR: 'admin, editor' } })
      const [editor, reader] = [await strict.person('editor'), await strict.person('reader')]
      const ask = (url: string, headers: Record<string, string>) =>
        strict.app.inject({ url, headers: { ...OUTSIDE, ...headers } })
      const refused = await ask('/api/admin/docs/', editor.headers)
      assert.deepEqual(
        { statusCode: refused.statusCode, refused: refused.json() },
        { statusCode: 403, refused: { detail: 'Set up a second factor first', second_factor_setup: true } },
      )
      assert.equal((await ask('/auth/me', editor.headers)).statusCode, 200)
      assert.equal((await ask('/api/docs/private', reader.headers)).statusCode, 200)
      await enrol(strict, editor.token)
      assert.equal((await ask('/api/admin/docs/', editor.headers)).statusCode, 200)
      await assert.rejects(build(t, { engine, env: { GALLEY_SECOND_FACTOR: 'boss' } }), /GALLEY_SECOND_FACTOR/)
    })

    it('lets people prove their own address without losing their password', async (t) => {
      const strict = await build(t, { engine, clock, env: { GALLEY_SECOND_FACTOR: 'reader' } })
      const identifier = newEmail()
      const made = await post(strict, '/auth/register', { email: identifier, password: PASSWORD }, OUTSIDE)
      const own = { ...OUTSIDE, ...bearer(made.json().access_token) }
      await post(strict, '/auth/send-code', { identifier }, own)
      const code = /\b\d{6}\b/.exec(strict.mails.at(-1)!.text)![0]
      const proven = await post(strict, '/auth/verify-code', { identifier, code }, own)
      assert.equal(proven.json().user.has_password, true)
    })
  })
})
