// Leaving: what of a person stays and what goes, and what an export holds.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered } from '../../../../test/accounts.ts'
import { buildOnce, onEngines, TestClock, type TestPerson } from '../../../../test/build.ts'

onEngines('leaving', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  const ask = (method: 'GET' | 'DELETE' | 'PATCH', url: string, token: string, payload?: object) =>
    shared().app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
  const write = async (by: Pick<TestPerson, 'headers'>, url: string, payload: object) => {
    const response = await post(shared(), url, payload, by.headers)
    assert.equal(response.statusCode, 201, response.body)
    return response.json()
  }

  /** author has an account with a password, a token, a document of their own, and a grant of someone else's. */
  async function author() {
    const admin = await shared().person('admin')
    const email = newEmail()
    const { access_token: token, user } = await registered(shared(), { email, display_name: 'Ann Lee' })
    await ask('PATCH', `/api/admin/users/${user.id}`, admin.token, { role: 'editor' })
    const headers = bearer(token)
    const written = await write({ headers }, '/api/docs/', { title: 'Hers', markdown: 'One.' })
    await write({ headers }, '/api/tokens', { name: 'bot' })
    const access = { roles: [], users: [user.id] }
    const closed = await write(admin, '/api/docs/', { title: 'Closed', visibility: 'restricted', access })
    await write(admin, '/api/admin/categories/', { name: 'Closed', visibility: 'restricted', access })
    return { admin, email, token: token as string, id: user.id as number, written, closed }
  }

  /** everything is the whole database as text: what is gone is nowhere. */
  async function everything(): Promise<string> {
    const { db } = shared()
    const names = [
      ...['users', 'sessions', 'api_tokens', 'known_browsers', 'codes', 'identities', 'audit', 'events'],
    ] as const
    const rows = await Promise.all(names.map((name) => db.read.selectFrom(name).selectAll().execute()))
    const grants = ['document_access', 'category_access'] as const
    const more = await Promise.all(grants.map((name) => db.read.selectFrom(name).selectAll().execute()))
    return JSON.stringify([rows, more])
  }

  describe('DELETE /auth/me', () => {
    it('leaves what was written, by a former member, and nothing that names the person', async () => {
      const { email, token, id, written, admin } = await author()
      await post(shared(), '/auth/send-code', { identifier: email })
      assert.equal((await ask('DELETE', '/auth/me', token)).statusCode, 204)
      assert.equal((await me(shared(), token)).statusCode, 401)
      assert.equal((await post(shared(), '/auth/login', { identifier: email, password: PASSWORD })).statusCode, 401)
      const left = await everything()
      assert.ok(!left.includes(email), 'the address is nowhere')
      assert.ok(!left.includes('Ann Lee'))
      assert.ok(!left.includes(`"user_id":${id},`) && !left.includes(`"user_id":${id}}`), 'no session, token or grant')
      const document = (await ask('GET', `/api/docs/${written.slug}`, admin.token)).json()
      assert.deepEqual(document.author, { id, display_name: 'Former member' })
      const { items } = (await ask('GET', `/api/admin/audit?actor_id=${id}`, admin.token)).json()
      assert.ok(items.length > 0)
      assert.deepEqual(new Set(items.map(({ actor }: { actor: string }) => actor)), new Set(['Former member']))
    })

    it('is prevented by nobody who has registered an address that looks like a former member’s', async () => {
      const { id, token } = await shared().person('reader')
      await registered(shared(), { email: `former-${id}@deleted.invalid` })
      assert.equal((await ask('DELETE', '/auth/me', token)).statusCode, 204)
    })

    it('frees the address, and the account comes back by no way', async () => {
      const { email, token, id, admin } = await author()
      await ask('DELETE', '/auth/me', token)
      assert.equal((await ask('PATCH', `/api/admin/users/${id}`, admin.token, { disabled: false })).statusCode, 404)
      assert.equal((await post(shared(), `/api/admin/users/${id}/invite`, undefined, admin.headers)).statusCode, 404)
      const listed = (await ask('GET', '/api/admin/users?limit=200', admin.token)).json()
      assert.ok(!listed.some((user: { id: number }) => user.id === id))
      const again = await registered(shared(), { email })
      assert.notEqual(again.user.id, id)
    })

    it('needs a fresh proof and a session, and spares the last administrator', async () => {
      const { token } = await author()
      const response = await write({ headers: bearer(token) }, '/api/tokens', { name: 'x' })
      assert.equal((await ask('DELETE', '/auth/me', response.token)).statusCode, 403)
      clock.advance(10 * MINUTE)
      assert.equal((await ask('DELETE', '/auth/me', token)).json().step_up, true)
      const last = await shared().person('admin')
      await shared().db.inTransaction((tx) =>
        tx
          .updateTable('users')
          .set({ role: 'reader' })
          .where('role', '=', 'admin')
          .where('id', '<>', last.id)
          .execute(),
      )
      assert.equal((await ask('DELETE', '/auth/me', last.token)).statusCode, 409)
      assert.equal((await me(shared(), last.token)).statusCode, 200)
    })
  })

  describe('DELETE /api/admin/users/:user_id', () => {
    it('deletes once', async () => {
      const { admin, id } = await author()
      const remove = (token: string) => ask('DELETE', `/api/admin/users/${id}`, token)
      const racers = await Promise.all(Array.from({ length: 20 }, () => remove(admin.token)))
      const outcomes = racers.map(({ statusCode }) => statusCode).sort()
      assert.deepEqual(outcomes, [204, ...Array(19).fill(404)])
      const told = shared().mails.at(-1)!
      assert.equal(told.subject, 'Account deleted: Galley')
    })
  })

  describe('an export', () => {
    it('holds everything of the person, and no secret', async () => {
      const { token, id, email, written, closed, admin } = await author()
      const response = await ask('GET', '/auth/me/export', token)
      assert.match(String(response.headers['content-disposition']), /attachment/)
      const data = response.json()
      assert.deepEqual({ id: data.account.id, email: data.account.email }, { id, email })
      assert.deepEqual(
        data.documents.written.map(({ id: one }: { id: number }) => one),
        [written.id],
      )
      assert.ok(data.documents.grants.includes(`document${closed.id}`))
      assert.equal(data.api_tokens[0].name, 'bot')
      assert.ok(data.sessions.length > 0 && data.audit.length > 0)
      assert.ok(!/argon2|gly_s_|hash/.test(response.body))
      assert.equal((await ask('GET', `/api/admin/users/${id}/export`, admin.token)).json().account.email, email)
    })
  })
})
