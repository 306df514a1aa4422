// Whose address it is: an account whose address nobody has proven is no member, is not found, and takes no grant and no role.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { bearer, me, newEmail, PASSWORD, post } from '../../../../test/accounts.ts'
import { type Built, build, buildOnce, OUTSIDE, onEngines } from '../../../../test/build.ts'
import { claimAccount } from '../guard/reset.ts'
import { findUserById, type UserRow } from '../user-store.ts'
import { setPassword } from '../users/users.ts'

/** fromOutside registers an address as a stranger would. */
async function fromOutside(built: Built, more: object = {}) {
  const response = await post(built, '/auth/register', { email: newEmail(), password: PASSWORD, ...more }, OUTSIDE)
  assert.equal(response.statusCode, 200, response.body)
  return response.json() as { access_token: string; user: { id: number; email: string; role: string } }
}

const codeIn = ({ mails }: Built) => /\b\d{6}\b/.exec(mails.at(-1)!.text)![0]

async function signInByCode(built: Built, identifier: string, headers: Record<string, string> = OUTSIDE) {
  await post(built, '/auth/send-code', { identifier }, headers)
  return post(built, '/auth/verify-code', { identifier, code: codeIn(built) }, headers)
}

onEngines('proof of addresses', (engine) => {
  const shared = buildOnce({ engine })
  const admin = (() => {
    let person: ReturnType<Built['person']> | undefined
    return () => (person ??= shared().person('admin'))
  })()
  const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
    shared().app.inject({ method, url, headers: (await admin()).headers, payload })
  const get = async (url: string) => (await shared().app.inject({ url, headers: (await admin()).headers })).json()

  describe('an account whose address is not proven', () => {
    it('says so, and is a reader', async () => {
      const { access_token } = await fromOutside(shared())
      const { role, proven_by } = (await me(shared(), access_token)).json()
      assert.deepEqual({ role, proven_by }, { role: 'reader', proven_by: null })
    })

    it('is not among the people who can be named, by name, address or id', async () => {
      const { user } = await fromOutside(shared(), { display_name: 'Carla Chief', username: 'carla.chief' })
      for (const query of ['q=Carla', 'q=carla.chief', `q=${user.email}`, `ids=${user.id}`])
        assert.deepEqual(await get(`/api/admin/people?${query}`), [], query)
    })

    it('takes no grant on a document or a category', async () => {
      const { user } = await fromOutside(shared())
      const access = { users: [user.id], roles: [] }
      for (const [url, payload] of [
        ['/api/docs/', { title: 'Salaries', visibility: 'restricted', access }],
        ['/api/admin/categories/', { name: 'Salaries', visibility: 'restricted', access }],
      ] as const) {
        const response = await send('POST', url, payload)
        assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'access', 'users', 0]])
      }
    })

    it('takes no role', async () => {
      const { user } = await fromOutside(shared())
      const response = await send('PATCH', `/api/admin/users/${user.id}`, { role: 'editor' })
      assert.equal(response.statusCode, 409, response.body)
      await assert.rejects(
        shared().db.inTransaction((tx) =>
          tx.updateTable('users').set({ role: 'editor' }).where('id', '=', user.id).execute(),
        ),
        'not even by a query',
      )
    })

    it('reads members’ documents only once its address is verified', async () => {
      const title = `Members of ${engine}`
      const { slug } = (await send('POST', '/api/docs/', { title, visibility: 'members', markdown: 'x' })).json()
      const { access_token, user } = await fromOutside(shared())
      const read = (token: string) =>
        shared().app.inject({ url: `/api/docs/${slug}`, headers: { ...OUTSIDE, ...bearer(token) } })
      assert.equal((await read(access_token)).statusCode, 404)
      const proven = (await signInByCode(shared(), user.email)).json()
      assert.equal(proven.user.proven_by, 'code')
      assert.equal((await read(proven.access_token)).statusCode, 200)
    })
  })

  it('leaves no known browser of whoever registered it, however its owner comes', async () => {
    const built = shared()
    const ways: Record<string, (user: UserRow) => Promise<unknown>> = {
      code: ({ email }) => signInByCode(built, email),
      provider: (user) =>
        built.db.inTransaction((tx) => claimAccount(built, tx, user, { address: '' }, built.clock.now())),
      invitation: ({ email }) => send('POST', '/api/admin/users', { email }),
      command: (user) => setPassword(built, COMMAND_LINE, user, 'the owner chose this'),
    }
    for (const [way, come] of Object.entries(ways)) {
      const { user } = await fromOutside(built)
      const browsers = built.db.read.selectFrom('known_browsers').select('hash').where('user_id', '=', user.id)
      const before = new Set((await browsers.execute()).map(({ hash }) => hash))
      assert.equal(before.size, 1)
      await come((await findUserById(built.db.read, user.id))!)
      assert.equal((await findUserById(built.db.read, user.id))!.proven_by, way)
      assert.ok(!(await browsers.execute()).some(({ hash }) => before.has(hash)), way)
    }
  })

  describe('inviting its address', () => {
    it('evicts whoever registered it: password, sessions, names and all', async () => {
      const { access_token, user } = await fromOutside(shared(), { display_name: 'The boss', username: 'the.boss' })
      const response = await send('POST', '/api/admin/users', { email: user.email, role: 'editor' })
      assert.equal(response.statusCode, 201, response.body)
      const { id, role, proven_by, display_name, username } = response.json()
      assert.deepEqual([role, proven_by, display_name, username], ['editor', 'invitation', null, null])
      assert.equal((await me(shared(), access_token)).statusCode, 401)
      const login = { identifier: user.email, password: PASSWORD }
      assert.equal((await post(shared(), '/auth/login', login)).statusCode, 401)
      assert.equal((await signInByCode(shared(), user.email)).json().user.id, id)
    })

    it('evicts by the second invitation too, and leaves a proven account alone', async () => {
      const squatted = await fromOutside(shared())
      const again = await send('POST', `/api/admin/users/${squatted.user.id}/invite`, {})
      assert.deepEqual([again.statusCode, again.json().proven_by], [200, 'invitation'])
      assert.equal((await me(shared(), squatted.access_token)).statusCode, 401)
      const { email } = await shared().person('reader')
      assert.equal((await send('POST', '/api/admin/users', { email })).statusCode, 409)
    })
  })

  it('an account made from a trusted network is proven by it', async () => {
    const response = await post(shared(), '/auth/register', { email: newEmail(), password: PASSWORD })
    assert.equal(response.json().user.proven_by, 'network')
  })

  it('the default role takes effect with the proof', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_DEFAULT_ROLE: 'editor' } })
    const { user } = await fromOutside(built)
    assert.equal(user.role, 'reader')
    const proven = await signInByCode(built, user.email)
    assert.deepEqual({ id: proven.json().user.id, role: proven.json().user.role }, { id: user.id, role: 'editor' })
    assert.equal((await signInByCode(built, newEmail())).json().user.role, 'editor')
  })

  describe('who may register', () => {
    const register = (built: Built, email: string) =>
      post(built, '/auth/register', { email, password: PASSWORD }, OUTSIDE)

    it('is nobody by themselves under GALLEY_REGISTRATION=invite', async (t) => {
      const built = await build(t, { engine, env: { GALLEY_REGISTRATION: 'invite' } })
      const email = newEmail()
      assert.equal((await register(built, email)).statusCode, 403)
      assert.equal((await signInByCode(built, email)).statusCode, 403)
      const { headers } = await built.person('admin')
      await built.app.inject({ method: 'POST', url: '/api/admin/users', headers, payload: { email } })
      built.mails.length = 0
      await built.db.inTransaction((tx) => tx.deleteFrom('codes').execute())
      assert.equal((await signInByCode(built, email)).statusCode, 200)
    })

    it('is whoever has an address of the listed domains under GALLEY_REGISTRATION=domains', async (t) => {
      const env = { GALLEY_REGISTRATION: 'domains', GALLEY_REGISTRATION_DOMAINS: 'example.org, example.net' }
      const built = await build(t, { engine, env })
      for (const [email, status] of [
        ['ann@example.org', 200],
        ['ann@Example.NET', 200],
        ['ann@example.com', 403],
        ['ann@sub.example.org', 403],
        ['ann@notexample.org', 403],
      ] as const) {
        assert.equal((await register(built, email)).statusCode, status, email)
        if (status === 403) assert.equal((await signInByCode(built, email)).statusCode, 403, email)
      }
      assert.equal((await signInByCode(built, 'bob@example.org')).statusCode, 200)
    })
  })
})
