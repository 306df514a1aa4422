// Sessions and API tokens: where they are looked for, how long they live, how they are passed on, and what ends them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import { bearer, me, post, registered } from '../../../../test/accounts.ts'
import { buildOnce, onEngines, TestClock } from '../../../../test/build.ts'
import { until } from '../../../../test/until.ts'

onEngines('sessions and tokens', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const refresh = (token: string) => post(shared(), '/auth/refresh', undefined, bearer(token))
  const refreshed = async (token: string): Promise<string> => (await refresh(token)).json().access_token
  const says = async (token: string) => {
    const response = await me(shared(), token)
    return response.statusCode === 200 ? 200 : response.json().detail
  }

  describe('a session', () => {
    it('is stored as SHA-256 alone', async () => {
      const { access_token: token } = await registered(shared())
      const rows = await shared().db.read.selectFrom('session_tokens').selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(token.slice(6)))
      assert.match(rows[0]!.hash, /^[0-9a-f]{64}$/)
    })

    it('expires after an hour and is refreshed for 14 days more, at most 30 days from the sign-in', async () => {
      let { access_token: token } = await registered(shared())
      clock.advance(HOUR)
      assert.equal(await says(token), 'Token expired')
      clock.advance(14 * DAY - SECOND)
      token = await refreshed(token)
      assert.equal(await says(token), 200)
      clock.advance(14 * DAY)
      token = await refreshed(token)
      clock.advance(2 * DAY)
      const late = await refresh(token)
      assert.deepEqual([late.statusCode, late.json().detail], [401, 'Token expired'])
    })

    it('is not refreshed more than 14 days after it expired', async () => {
      const { access_token: token } = await registered(shared())
      clock.advance(HOUR + 14 * DAY)
      assert.equal((await refresh(token)).statusCode, 401)
    })

    it('lets a refreshed token live 30 s more, and ends altogether when it is used later', async () => {
      const { access_token: old, user } = await registered(shared())
      const token = await refreshed(old)
      clock.advance(29 * SECOND)
      assert.deepEqual({ old: await says(old), current: await says(token) }, { old: 200, current: 200 })
      clock.advance(SECOND)
      assert.deepEqual([await says(old), await says(token)], ['Invalid token', 'Invalid token'])
      const [entry] = await shared()
        .db.read.selectFrom('audit')
        .select('action')
        .where('actor_id', '=', user.id)
        .orderBy('id', 'desc')
        .execute()
      assert.equal(entry?.action, 'session.reused')
    })

    it('is not refreshed by a retired token: 409 in the grace, its own end afterwards', async () => {
      const { access_token: old } = await registered(shared())
      const token = await refreshed(old)
      assert.equal((await refresh(old)).statusCode, 409)
      assert.equal(await says(token), 200)
      clock.advance(31 * SECOND)
      assert.equal((await refresh(old)).statusCode, 401)
      assert.equal(await says(token), 'Invalid token')
    })

    it('needs a token to be refreshed, and a same-origin request when a cookie brings it', async () => {
      const response = await post(shared(), '/auth/refresh')
      assert.deepEqual([response.statusCode, response.json().detail], [401, 'Not authenticated'])
      assert.equal((await refresh('gly_s_unknown')).statusCode, 401)
      const { token } = await shared().person('reader')
      const headers = { cookie: `auth_token=${token}`, 'sec-fetch-site': 'cross-site' }
      assert.equal((await post(shared(), '/auth/refresh', undefined, headers)).statusCode, 403)
    })

    it('ends with a sign-out, which clears the cookie and may be repeated', async () => {
      const { access_token: token } = await registered(shared())
      assert.equal(await says(token), 200)
      for (let times = 0; times < 2; times++) {
        const response = await post(shared(), '/auth/logout', undefined, bearer(token))
        assert.equal(response.statusCode, 204)
        assert.match(String(response.headers['set-cookie']), /^auth_token=; .*Expires=Thu, 01 Jan 1970/)
      }
      assert.equal(await says(token), 'Invalid token')
    })
  })

  describe('an API token', () => {
    const make = (headers: Record<string, string>, payload: object) =>
      shared().app.inject({ method: 'POST', url: '/api/tokens', headers, payload })
    const list = async (headers: Record<string, string>, query = '') =>
      shared().app.inject({ url: `/api/tokens${query}`, headers })
    const revoke = async (headers: Record<string, string>, id: number) =>
      (await shared().app.inject({ method: 'DELETE', url: `/api/tokens/${id}`, headers })).statusCode

    it('changes no password and is not refreshed', async () => {
      const { headers } = await shared().person('reader')
      const { token } = (await make(headers, { name: 'x' })).json()
      const patch = {
        method: 'PATCH',
        url: '/auth/me',
        headers: bearer(token),
        payload: { password: 'a long one' },
      } as const
      assert.equal((await shared().app.inject(patch)).statusCode, 403)
      assert.equal((await refresh(token)).statusCode, 403)
    })

    it('is refused for a blank name, a life out of bounds and a role above the owner', async () => {
      const { headers } = await shared().person('editor')
      for (const payload of [{ name: ' ' }, { name: 'x', expires_in_days: 0 }, { name: 'x', expires_in_days: 366 }])
        assert.equal((await make(headers, payload)).statusCode, 422, JSON.stringify(payload))
      const above = await make(headers, { name: 'x', role: 'admin' })
      assert.deepEqual([above.statusCode, above.json().detail[0].loc], [422, ['body', 'role']])
    })

    it('is shown once, acts in its own role, and never above the role that its owner has now', async () => {
      const admin = await shared().person('admin')
      const editor = await shared().person('editor')
      const token = (await make(editor.headers, { name: ' deploy ', role: 'reader' })).json()
      assert.match(token.token, /^gly_k_[\w-]{43}$/)
      assert.deepEqual([token.name, token.role, token.scopes], ['deploy', 'reader', ['read']])
      assert.ok(token.token.startsWith(token.prefix))
      const [listed] = (await list(editor.headers)).json()
      assert.deepEqual(
        Object.keys(listed).sort(),
        Object.keys(token)
          .filter((key) => key !== 'token')
          .sort(),
      )
      assert.equal((await me(shared(), token.token)).json().role, 'reader')
      const roles = { url: '/admin/roles', headers: bearer(token.token) }
      assert.equal((await shared().app.inject(roles)).statusCode, 403)

      const own = (await make(editor.headers, { name: 'own' })).json()
      assert.equal((await me(shared(), own.token)).json().role, 'editor')
      const demote = { method: 'PATCH', url: `/api/admin/users/${editor.id}`, headers: admin.headers } as const
      assert.equal((await shared().app.inject({ ...demote, payload: { role: 'reader' } })).statusCode, 200)
      assert.equal((await me(shared(), own.token)).json().role, 'reader')
    })

    it('lives until it is revoked or expires', async () => {
      const { headers } = await shared().person('reader')
      const short = (await make(headers, { name: 'short', expires_in_days: 1 })).json()
      const long = (await make(headers, { name: 'long' })).json()
      assert.deepEqual({ short: await says(short.token), long: await says(long.token) }, { short: 200, long: 200 })
      assert.equal(await revoke(headers, long.id), 204)
      assert.equal(await says(long.token), 'Invalid token')
      assert.equal(await revoke(headers, long.id), 404)
      clock.advance(DAY)
      assert.equal(await says(short.token), 'Token expired')
    })

    it("is nobody else's to see or revoke, but an administrator's", async () => {
      const owner = await shared().person('reader')
      const other = await shared().person('editor')
      const admin = await shared().person('admin')
      const { id } = (await make(owner.headers, { name: 'mine' })).json()
      assert.deepEqual((await list(other.headers)).json(), [])
      assert.equal((await list(other.headers, `?user_id=${owner.id}`)).statusCode, 403)
      assert.equal(await revoke(other.headers, id), 404)
      assert.equal((await list(admin.headers, `?user_id=${owner.id}`)).json()[0].id, id)
      assert.equal((await list(admin.headers, '?user_id=999999')).statusCode, 404)
      assert.equal(await revoke(admin.headers, id), 204)
    })

    it('has its last use written at most once a minute, beside the request', async (t) => {
      const { db } = shared()
      const { headers } = await shared().person('reader')
      const { token, id } = (await make(headers, { name: 'used' })).json()
      const app = buildApp(shared())
      t.after(() => app.close())
      const lastUsed = async () =>
        (await db.read.selectFrom('api_tokens').select('last_used_at').where('id', '=', id).executeTakeFirst())
          ?.last_used_at
      const first = clock.now()
      for (const pause of [0, 59 * SECOND]) {
        clock.advance(pause)
        await app.inject({ url: '/auth/me', headers: bearer(token) })
      }
      assert.equal(await lastUsed(), null)
      await app.close()
      assert.equal(await lastUsed(), first)
      clock.advance(MINUTE)
    })
  })

  it('are refused on another node within a second of their end', async (t) => {
    const { config, log, mail, sandbox } = shared()
    const db = await openDb(config)
    const node = buildApp({ config, db, clock, log, mail, sandbox })
    t.after(() => db.close())
    t.after(() => node.close())
    const { access_token: token } = await registered(shared())
    const elsewhere = async () => (await node.inject({ url: '/auth/me', headers: bearer(token) })).statusCode
    assert.equal(await elsewhere(), 200)
    await post(shared(), '/auth/logout', undefined, bearer(token))
    await until('the other node refuses the token', async () => (await elsewhere()) === 401, 1_000)
  })
})
