// Roles, users and the audit trail, as administrators see them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearer, me, registered } from '../../../../test/accounts.ts'
import { build, buildOnce, onEngines } from '../../../../test/build.ts'
import { pluck } from '../../../../test/pluck.ts'

onEngines('users', (engine) => {
  const shared = buildOnce({ engine })
  const get = (url: string, headers: Record<string, string> = {}) => shared().app.inject({ url, headers })
  const patch = (headers: Record<string, string>, id: number | string, payload: object) =>
    shared().app.inject({ method: 'PATCH', url: `/api/admin/users/${id}`, headers, payload })

  describe('GET /admin/roles', () => {
    it('lists the three roles with what they may do', async () => {
      const { headers } = await shared().person('editor')
      const roles = (await get('/admin/roles', headers)).json()
      assert.deepEqual(pluck(roles, 'id', 'name'), [
        [1, 'admin'],
        [2, 'editor'],
        [3, 'reader'],
      ])
      assert.deepEqual((await get('/admin/roles/names', headers)).json(), ['admin', 'editor', 'reader'])
    })
  })

  describe('GET /api/admin/people', () => {
    it('tells editors names, and an email only to whoever typed it', async () => {
      assert.equal((await get('/api/admin/people?ids=1,b', (await shared().person('editor')).headers)).statusCode, 422)
      const { headers } = await shared().person('editor')
      const people = async (query: string) => (await get(`/api/admin/people?${query}`, headers)).json()
      const { user: named } = await registered(shared(), { display_name: 'Grace 50% Hopper' })
      const { user: nameless } = await registered(shared(), {})
      assert.deepEqual(await people('q=grace%2050%25'), [{ id: named.id, display_name: 'Grace 50% Hopper' }])
      assert.deepEqual(await people(`q=${nameless.email.slice(0, -1)}`), [])
      assert.deepEqual(await people(`q=${nameless.email.toUpperCase()}`), [
        { id: nameless.id, display_name: nameless.email },
      ])
      assert.deepEqual(await people(`ids=${nameless.id},999999`), [{ id: nameless.id, display_name: null }])
      assert.deepEqual(await people(''), [])
    })
  })

  describe('GET /api/admin/users', () => {
    it('searches names and pages', async () => {
      const { headers } = await shared().person('admin')
      const { user } = await registered(shared(), { username: 'heidi_x', display_name: 'Heidi 100%' })
      const found = async (query: string) =>
        (await get(`/api/admin/users?${query}`, headers)).json().map(({ id }: { id: number }) => id)
      for (const q of ['HEIDI_', 'heidi 100%', user.email.slice(0, 8)])
        assert.ok((await found(`q=${encodeURIComponent(q)}`)).includes(user.id), q)
      assert.deepEqual(await found('q=heidi%25x'), [])
      assert.deepEqual(await found('limit=1&offset=1'), (await found('limit=2')).slice(1))
      assert.equal((await get('/api/admin/users?limit=201', headers)).statusCode, 422)
    })
  })

  describe('a name', () => {
    const NAME = 'Éva Ångström-ΣΟΦΟΣ'
    const WAYS = ['Éva', 'éva', 'E\u0301VA', 'eva', 'ÅNGSTRÖM', 'ångström', 'σοφος', NAME, NAME.toUpperCase()]
    const rename = (headers: Record<string, string>, display_name: string | null) =>
      shared().app.inject({ method: 'PATCH', url: '/auth/me', headers, payload: { display_name } })
    const foundBy = async (path: string, q: string, headers: Record<string, string>) =>
      (await get(`/api/admin/${path}?q=${encodeURIComponent(q)}`, headers)).json().map(({ id }: { id: number }) => id)

    it('is found whatever the case and the accents, where someone is looked for', async () => {
      const { headers } = await shared().person('admin')
      const { user } = await registered(shared(), { display_name: NAME })
      for (const path of ['users', 'people'])
        for (const q of WAYS) assert.deepEqual(await foundBy(path, q, headers), [user.id], `${path} ${q}`)
      assert.deepEqual(await foundBy('people', '\u0301', headers), [])
    })

    it('is found after a change, and the old one no longer', async () => {
      const { headers } = await shared().person('admin')
      const { user, access_token } = await registered(shared(), { display_name: 'Żaneta' })
      await rename(bearer(access_token), 'Öykü')
      assert.deepEqual(await foundBy('users', 'żaneta', headers), [])
      assert.deepEqual(await foundBy('users', 'ÖYKÜ', headers), [user.id])
      await rename(bearer(access_token), null)
      assert.deepEqual(await foundBy('users', 'ÖYKÜ', headers), [])
    })
  })

  describe('PATCH /api/admin/users/:user_id', () => {
    it('is 422 for an unknown role and 404 for an unknown user', async () => {
      const admin = await shared().person('admin')
      const editor = await shared().person('editor')
      assert.equal((await patch(admin.headers, editor.id, { role: 'owner' })).statusCode, 422)
      assert.equal((await patch(admin.headers, 99_999_999, { role: 'reader' })).statusCode, 404)
    })

    it('changes a role at once', async () => {
      const { headers } = await shared().person('admin')
      const person = await shared().person('reader')
      assert.equal((await get('/admin/roles', person.headers)).statusCode, 403)
      const promoted = (await patch(headers, person.id, { role: 'editor' })).json()
      assert.deepEqual({ role: promoted.role, disabled: promoted.disabled }, { role: 'editor', disabled: false })
      assert.equal((await get('/admin/roles', person.headers)).statusCode, 200)
    })

    it('takes sessions for good and tokens for a while from an account that it disables', async () => {
      const { headers } = await shared().person('admin')
      const person = await shared().person('editor')
      const issued = { method: 'POST', url: '/api/tokens', headers: person.headers, payload: { name: 'x' } } as const
      const { token } = (await shared().app.inject(issued)).json()
      assert.equal((await patch(headers, person.id, { disabled: true })).json().disabled, true)
      assert.equal((await me(shared(), person.token)).statusCode, 401)
      assert.equal((await me(shared(), token)).statusCode, 401)
      await patch(headers, person.id, { disabled: false })
      assert.equal((await me(shared(), person.token)).statusCode, 401)
      assert.equal((await me(shared(), token)).statusCode, 200)
    })

    it('is 409 for the last administrator, also when two demote each other at one moment', async (t) => {
      const built = await build(t, { engine })
      const [one, two] = [await built.person('admin'), await built.person('admin')]
      const demote = (headers: Record<string, string>, id: number) =>
        built.app.inject({ method: 'PATCH', url: `/api/admin/users/${id}`, headers, payload: { role: 'reader' } })
      await Promise.all([demote(one.headers, two.id), demote(two.headers, one.id)])
      const admins = await built.db.read.selectFrom('users').select('id').where('role', '=', 'admin').execute()
      assert.equal(admins.length, 1)
      const last = admins[0]!.id === one.id ? one : two
      assert.equal((await demote(last.headers, last.id)).statusCode, 409)
      const disable = { method: 'PATCH', url: `/api/admin/users/${last.id}`, payload: { disabled: true } } as const
      assert.equal((await built.app.inject({ ...disable, headers: last.headers })).statusCode, 409)
    })
  })

  describe('GET /api/admin/audit', () => {
    it('pages from the newest entry back, whatever arrives meanwhile', async () => {
      const admin = await shared().person('admin')
      const person = await shared().person('reader')
      for (const role of ['editor', 'reader', 'editor']) await patch(admin.headers, person.id, { role })
      const page = async (query: string) => (await get(`/api/admin/audit?${query}`, admin.headers)).json()
      const first = await page('limit=2')
      assert.deepEqual(first.items[0].detail, { from: 'reader', to: 'editor' })
      assert.deepEqual(
        {
          action: first.items[0].action,
          target: first.items[0].target,
          actor: first.items[0].actor,
          actor_id: first.items[0].actor_id,
        },
        { action: 'user.role_changed', target: `user:${person.id}`, actor: admin.email, actor_id: admin.id },
      )
      await patch(admin.headers, person.id, { role: 'reader' })
      const second = await page(`limit=2&cursor=${first.next_cursor}`)
      assert.ok(second.items[0].id < first.items[1].id)
      let cursor: string | null = second.next_cursor
      while (cursor !== null) cursor = (await page(`limit=200&cursor=${cursor}`)).next_cursor
      assert.equal((await get('/api/admin/audit?cursor=x', admin.headers)).statusCode, 422)
    })
  })
})
