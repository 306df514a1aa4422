// Fifty at the same time: one code, one bridge token, one refresh, one name, one first administrator each have one winner.
// Beside it: an unknown account takes as long as a wrong password.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { HOUR } from '#time.ts'
import { bearer, newEmail, PASSWORD, post, registered } from '../../../test/accounts.ts'
import { build, buildOnce, onEngines, TestClock } from '../../../test/build.ts'
import { patiently } from '../../../test/patiently.ts'
import { signBridgeToken } from './providers/sso.ts'
import { findSetupToken } from './sign-in/setup-token.ts'

const SECRET = 'a secret that both sides know, 32+ bytes'
const RACERS = 50

async function race(
  run: (racer: number) => Promise<{ statusCode: number }>,
  racers = RACERS,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: racers }, (_, racer) => patiently(() => run(racer))))
  const counts: Record<number, number> = {}
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

onEngines('of fifty racers', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock, env: { GALLEY_SSO_SECRET: SECRET } })

  it('one uses a code', async () => {
    const identifier = newEmail()
    await post(shared(), '/auth/send-code', { identifier })
    const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
    const counts = await race(() => post(shared(), '/auth/verify-code', { identifier, code }))
    assert.deepEqual(counts, { 200: 1, 401: RACERS - 1 })
    clock.advance(HOUR)
  })

  it('one uses a bridge token', async () => {
    const token = await signBridgeToken(SECRET, { email: newEmail(), jti: randomUUID() }, clock.now())
    const counts = await race(() => shared().app.inject({ url: `/api/auth/sso-callback?token=${token}` }))
    assert.deepEqual(counts, { 307: 1, 401: RACERS - 1 })
  })

  it('one refreshes a session', async () => {
    const { token } = await shared().person('reader')
    const counts = await race(() => post(shared(), '/auth/refresh', undefined, bearer(token)))
    assert.deepEqual(counts, { 200: 1, 409: RACERS - 1 })
  })

  it('one gets a new name', async () => {
    const people = await Promise.all(Array.from({ length: RACERS }, () => shared().person('reader')))
    const counts = await race((racer) =>
      shared().app.inject({
        method: 'PATCH',
        url: '/auth/me',
        headers: people[racer]!.headers,
        payload: { username: 'the-one' },
      }),
    )
    assert.deepEqual(counts, { 200: 1, 409: RACERS - 1 })
  })

  it('all keep what they changed of one account: a change writes the fields that it was given', async () => {
    for (let round = 0; round < 20; round++) {
      const { headers } = await shared().person('reader')
      const change = (payload: object) =>
        shared()
          .app.inject({ method: 'PATCH', url: '/auth/me', headers, payload })
          .then(({ statusCode }) => statusCode)
      const given = { display_name: `Ada ${round}`, username: `ada-${round}` }
      const statuses = await Promise.all(Object.entries(given).map(([field, value]) => change({ [field]: value })))
      assert.deepEqual(statuses, [200, 200])
      const { display_name, username } = (await shared().app.inject({ url: '/auth/me', headers })).json()
      assert.deepEqual({ display_name, username }, given)
    }
  })

  it('one registers an address, and one becomes the first administrator', async (t) => {
    const built = await build(t, { engine })
    const email = newEmail()
    // Fewer of them: each has a password to hash.
    const counts = await race(
      (racer) => post(built, '/auth/register', { email: racer % 2 === 0 ? email : newEmail(), password: PASSWORD }),
      16,
    )
    assert.deepEqual(counts, { 200: 9, 409: 7 })
    const admins = await built.db.read.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    assert.equal(admins.length, 1)
  })

  it('one uses the set-up link, which is dead afterwards', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_TRUSTED_NETWORKS: 'none', GALLEY_REGISTRATION: 'closed' } })
    const setup_token = await findSetupToken(built)
    assert.equal(await findSetupToken(built), setup_token, 'the same for every start')
    const register = (token: string | undefined, racer = 0) => {
      const payload = { email: newEmail(), password: PASSWORD, setup_token: token }
      return built.app.inject({ method: 'POST', url: '/auth/register', payload, remoteAddress: `198.51.100.${racer}` })
    }
    assert.equal((await register('wrong')).statusCode, 403)
    const all = await Promise.all(
      Array.from({ length: RACERS }, (_, racer) => patiently(() => register(setup_token, racer))),
    )
    const [won, ...others] = all.filter(({ statusCode }) => statusCode === 200)
    assert.deepEqual([won!.json().user.role, won!.json().user.proven_by, others], ['admin', 'command', []])
    assert.equal(all.filter(({ statusCode }) => statusCode === 403).length, RACERS - 1)
    assert.equal((await register(setup_token)).statusCode, 403)
    assert.equal(await findSetupToken(built), undefined)
  })

  it('none learns from the time of a response whether an account exists', async () => {
    // A leak would be a factor of ten and more in every series; a busy machine disturbs one series or another.
    const ratios: number[] = []
    while (ratios.length < 3 && !ratios.some((ratio) => ratio > 0.5 && ratio < 2)) {
      const { user } = await registered(shared())
      const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
      for (let round = 0; round < 7; round++) {
        for (const kind of ['unknown', 'wrong'] as const) {
          const identifier = kind === 'wrong' ? user.email : newEmail()
          const begun = performance.now()
          await post(shared(), '/auth/login', { identifier, password: 'wrong password' })
          times[kind].push(performance.now() - begun)
        }
      }
      ratios.push(median(times.unknown) / median(times.wrong))
    }
    const last = ratios.at(-1)!
    assert.ok(
      last > 0.5 && last < 2,
      `the medians differ by factors of ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    )
  })
})

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
