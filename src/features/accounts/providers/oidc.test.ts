// Identity providers, with a real one (test/oidc.ts): who gets in, as whom, with which role, and who does not.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { HOUR, MINUTE } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered } from '../../../../test/accounts.ts'
import { type Built, build, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { atProvider, cookiesOf, identityProvider, SITE, throughProvider } from '../../../../test/oidc.ts'
import { signBridgeToken } from './sso.ts'

onEngines('identity providers', (engine) => {
  const t = suiteCleaner()
  let corp: Awaited<ReturnType<typeof identityProvider>>
  let site: Built
  const clock = new TestClock()
  const open = (env: Record<string, string> = {}) =>
    build(t, {
      engine,
      clock,
      env: {
        GALLEY_OIDC: corp.setting(),
        GALLEY_PUBLIC_URL: SITE,
        GALLEY_TRUSTED_NETWORKS: 'loopback',
        GALLEY_REGISTRATION: 'open',
        ...env,
      },
    })
  before(async () => {
    corp = await identityProvider(t)
    site = await open()
  })
  let people = 0
  const person = (more: object = {}) => ({ sub: `p${++people}`, email: newEmail(), email_verified: true, ...more })
  const tokenOf = (response: { headers: Record<string, unknown> }) =>
    /auth_token=([^;]+)/.exec(String(response.headers['set-cookie']))?.[1] ?? ''
  const meBy = async (built: Built, response: { headers: Record<string, unknown> }) =>
    (await me(built, tokenOf(response))).json()

  describe('signing in', () => {
    it('makes an account with a proven address, and finds it again by issuer and subject', async () => {
      const ann = person({ name: 'Ann' })
      corp.signIn(ann)
      const first = await throughProvider(site)
      assert.deepEqual([first.response.statusCode, first.response.headers.location], [303, '/panel/'])
      const { id, proven_by, display_name } = await meBy(site, first.response)
      assert.deepEqual({ proven_by, display_name }, { proven_by: 'provider', display_name: 'Ann' })
      // The address is another's now; the person is the same.
      corp.signIn({ ...ann, email: newEmail() })
      assert.equal((await meBy(site, (await throughProvider(site)).response)).id, id)
      // Another person with the address of the first is not the first.
      corp.signIn(person({ email: ann.email }))
      assert.equal((await throughProvider(site)).response.statusCode, 403)
    })

    it('happens only in the browser that set out, once, and for this provider', async () => {
      corp.signIn(person())
      const { back, cookie } = await throughProvider(site)
      const again = (url: string, headers = {}) => site.app.inject({ url, headers })
      assert.equal((await again(back.pathname + back.search)).statusCode, 401, 'no cookie')
      assert.equal((await again(back.pathname + back.search, { cookie })).statusCode, 401, 'a used code')
      const start = await site.app.inject({ url: '/api/auth/oidc/corp/start' })
      const other = { cookie: cookiesOf(start) }
      assert.equal((await again(back.pathname + back.search, other)).statusCode, 401, 'the state of another flight')
      assert.equal((await again('/api/auth/oidc/nobody/callback?code=x&state=y', { cookie })).statusCode, 404)
      const html = await again(back.pathname + back.search, { accept: 'text/html' })
      assert.deepEqual([html.statusCode, html.headers.location], [303, '/panel/?refused=Invalid%20token'])
    })

    it('takes no ID token that the provider has not signed, not even from its own endpoint', async () => {
      corp.signIn(person())
      corp.forge(true)
      const { response } = await throughProvider(site)
      corp.forge(false)
      assert.deepEqual([response.statusCode, response.json()], [401, { detail: 'Invalid token' }])
      assert.equal((await throughProvider(site)).response.statusCode, 303)
    })

    it('goes to a path of this site and nowhere else', async () => {
      corp.signIn(person())
      const { response } = await throughProvider(site, 'https://evil.example/')
      assert.equal(response.headers.location, '/')
    })

    it('trusts no address that the provider has not verified', async () => {
      corp.signIn(person({ email_verified: false }))
      assert.equal((await throughProvider(site)).response.statusCode, 403)
      corp.signIn(person({ email: undefined }))
      assert.equal((await throughProvider(site)).response.statusCode, 403)
      const trusting = await open({ GALLEY_OIDC: corp.setting({ addresses: 'verified' }) })
      corp.signIn(person({ email_verified: false }))
      assert.equal((await throughProvider(trusting)).response.statusCode, 303)
      const silent = person({ email_verified: undefined })
      corp.signIn(silent)
      const { detail } = (await throughProvider(site)).response.json()
      assert.match(detail, /^Corp does not say .* \(email_verified\)\. .*"addresses": "verified" in GALLEY_OIDC$/)
      corp.signIn(silent)
      assert.equal((await throughProvider(trusting)).response.statusCode, 303)
    })

    it('makes no account where people are invited', async () => {
      const invited = await open({ GALLEY_REGISTRATION: 'invite' })
      corp.signIn(person())
      assert.equal((await throughProvider(invited)).response.statusCode, 403)
    })

    it('lets nobody in whose account is disabled', async () => {
      corp.signIn(person())
      const { id } = await meBy(site, (await throughProvider(site)).response)
      const admin = await site.person('admin')
      await site.app.inject({
        method: 'PATCH',
        url: `/api/admin/users/${id}`,
        headers: admin.headers,
        payload: { disabled: true },
      })
      assert.equal((await throughProvider(site)).response.statusCode, 401)
    })
  })

  describe('an account that exists', () => {
    it('is not bound by its address alone', async () => {
      const victim = await site.person('admin')
      corp.signIn(person({ email: victim.email }))
      assert.equal((await throughProvider(site)).response.statusCode, 403)
    })

    it('is bound by a verified address where the settings say so', async () => {
      const linking = await open({ GALLEY_OIDC: corp.setting({ link: 'verified' }) })
      const editor = await linking.person('editor')
      corp.signIn(person({ email: editor.email }))
      assert.equal((await meBy(linking, (await throughProvider(linking)).response)).id, editor.id)
      corp.signIn(person({ email: editor.email, email_verified: false }))
      assert.equal((await throughProvider(linking)).response.statusCode, 403)
    })

    it('that a squatter registered goes to its owner, without what the squatter set', async () => {
      const email = newEmail()
      const squatter = await post(site, '/auth/register', { email, password: PASSWORD }, OUTSIDE)
      corp.signIn(person({ email }))
      const { has_password, proven_by } = await meBy(site, (await throughProvider(site)).response)
      assert.deepEqual({ has_password, proven_by }, { has_password: false, proven_by: 'provider' })
      assert.equal((await me(site, squatter.json().access_token)).statusCode, 401)
    })

    it('that a squatter registered is linked to nobody until its address is proven', async () => {
      const squatter = await post(site, '/auth/register', { email: newEmail(), password: PASSWORD }, OUTSIDE)
      const link = await post(site, '/auth/identities/corp/link', undefined, bearer(squatter.json().access_token))
      assert.equal(link.statusCode, 403)
      assert.equal(link.json().detail, 'Verify your email address with a code first')
    })

    it('is linked by its signed-in owner, and by nobody else', async () => {
      const owner = await site.person('reader')
      const begun = await post(site, '/auth/identities/corp/link', undefined, owner.headers)
      corp.signIn(person())
      const back = await atProvider(begun.json().location)
      const arrive = (headers: Record<string, string>) =>
        site.app.inject({ url: back.pathname + back.search, headers: { cookie: cookiesOf(begun), ...headers } })
      assert.equal((await arrive({})).statusCode, 401, 'nobody is signed in')
      assert.equal((await arrive(owner.headers)).statusCode, 303)
      assert.equal((await meBy(site, (await throughProvider(site)).response)).id, owner.id)
      clock.advance(10 * MINUTE)
      const later = await post(site, '/auth/identities/corp/link', undefined, owner.headers)
      assert.equal(later.json().step_up, true)
    })

    it('is linked in the session that set out, not in one where a stranger planted their cookie', async () => {
      const [stranger, victim] = [await site.person('reader'), await site.person('admin')]
      const begun = await post(site, '/auth/identities/corp/link', undefined, stranger.headers)
      corp.signIn(person())
      const back = await atProvider(begun.json().location)
      const [name, value] = cookiesOf(begun).split('=') as [string, string]
      const arrive = (flight: string) =>
        site.app.inject({
          url: back.pathname + back.search,
          headers: { cookie: `${name}=${flight}`, ...victim.headers },
        })
      const [text] = value.split('.') as [string]
      const flight = JSON.parse(Buffer.from(text, 'base64url').toString())
      const { id } = await site.db.read
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', victim.id)
        .executeTakeFirstOrThrow()
      const rewritten = Buffer.from(JSON.stringify({ ...flight, session: id })).toString('base64url')
      for (const planted of [value, rewritten, value.replace(text, rewritten), text, 'x', '.'])
        assert.equal((await arrive(planted)).statusCode, 401, planted)
      const linked = await site.app.inject({ url: '/auth/identities', headers: victim.headers })
      assert.deepEqual(linked.json(), [])
    })

    it('is not linked by an API token that comes back from the provider', async () => {
      const admin = await site.person('admin')
      const token = (await post(site, '/api/tokens', { name: 'x', scopes: ['admin'] }, admin.headers)).json()
      const headers = bearer(token.token)
      const begun = await post(site, '/auth/identities/corp/link', undefined, admin.headers)
      corp.signIn(person())
      const back = await atProvider(begun.json().location)
      const arrived = await site.app.inject({
        url: back.pathname + back.search,
        headers: { cookie: cookiesOf(begun), ...headers },
      })
      assert.equal(arrived.statusCode, 403)
    })

    it('is unlinked with the sessions that came that way', async () => {
      corp.signIn(person())
      const { response } = await throughProvider(site)
      const headers = bearer(tokenOf(response))
      const [linked] = (await site.app.inject({ url: '/auth/identities', headers })).json()
      const unlink = await site.app.inject({ method: 'DELETE', url: `/auth/identities/${linked.id}`, headers })
      assert.equal(unlink.statusCode, 204)
      assert.equal((await me(site, tokenOf(response))).statusCode, 401)
    })
  })

  describe('groups', () => {
    it('give the highest of their roles at every sign-in, and the last administrator stays one', async () => {
      const roles = { docs: 'editor', bosses: 'admin' }
      const mapped = await open({ GALLEY_OIDC: corp.setting({ roles }) })
      const someone = person({ groups: ['docs', 'others'] })
      const roleOf = async (groups: string[]) => {
        corp.signIn({ ...someone, groups })
        return (await meBy(mapped, (await throughProvider(mapped)).response)).role
      }
      const admin = await mapped.person('admin')
      assert.deepEqual(
        {
          editors: await roleOf(['docs', 'others']),
          nobody: await roleOf([]),
          bosses: await roleOf(['docs', 'bosses']),
        },
        { editors: 'editor', nobody: 'reader', bosses: 'admin' },
      )
      await mapped.db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', admin.id).execute(),
      )
      assert.equal(await roleOf([]), 'admin')
    })
  })

  describe('groups of people', () => {
    const groupsBy = async (built: Built, response: { headers: Record<string, unknown> }) => {
      const { id } = await meBy(built, response as never)
      const rows = await built.db.read
        .selectFrom('group_members')
        .innerJoin('groups', 'groups.id', 'group_members.group_id')
        .select(['groups.name', 'group_members.source'])
        .where('user_id', '=', id)

        .execute()
      return rows.map(({ name, source }) => `${name} by ${source}`).sort()
    }

    it('follow the claims at every sign-in, beside those by hand', async () => {
      const named = await open({
        GALLEY_OIDC: corp.setting({ groups: { 'id-1': 'Human resources', 'id-2': 'Sales' } }),
      })
      const someone = person()
      const enter = async (groups: string[]) => {
        corp.signIn({ ...someone, groups })
        return (await throughProvider(named)).response
      }
      const first = await enter(['id-1', 'id-3'])
      assert.deepEqual(await groupsBy(named, first), ['Human resources by oidc:corp'])
      const { id } = await meBy(named, first)
      const { headers } = await named.person('admin')
      await post(named, '/api/admin/groups', { name: 'Choir', members: [id] }, headers)
      assert.deepEqual(await groupsBy(named, await enter(['id-2'])), ['Choir by hand', 'Sales by oidc:corp'])
      assert.deepEqual(await groupsBy(named, await enter([])), ['Choir by hand'])
    })

    it('are all of the claim with "all", found by name without case, and bound the session', async () => {
      const all = await open({ GALLEY_OIDC: corp.setting({ groups: 'all' }), GALLEY_GROUP_SESSION: '2' })
      const { headers } = await all.person('admin')
      await post(all, '/api/admin/groups', { name: 'Sales' }, headers)
      corp.signIn(person({ groups: ['sales', 'Crew', 'crew', ' '] }))
      const { response } = await throughProvider(all)
      assert.deepEqual(await groupsBy(all, response), ['Sales by oidc:corp', 'crew by oidc:corp'])
      const again = async (token: string) =>
        all.app.inject({ method: 'POST', url: '/auth/refresh', headers: bearer(token) })
      clock.advance(HOUR)
      const second = await again(tokenOf(response))
      assert.equal(second.statusCode, 200)
      clock.advance(HOUR)
      assert.equal((await again(second.json().access_token)).statusCode, 401)
      // Without groups the session lasts as long as any.
      corp.signIn(person())
      const free = tokenOf((await throughProvider(all)).response)
      clock.advance(4 * HOUR)
      assert.equal((await again(free)).statusCode, 200)
    })
  })

  describe('an invitation', () => {
    const strict: Record<string, string> = { GALLEY_SIGN_IN: 'provider', GALLEY_REGISTRATION: 'invite' }
    const inviteTo = async (built: Built, payload: object) => {
      const { headers } = await built.person('admin')
      const response = await post(built, '/api/admin/users', payload, headers)
      assert.equal(response.statusCode, 201)
      return { ...response.json(), headers }
    }

    for (const env of [strict, {}])
      it(`is taken up by its address, verified by the provider (${JSON.stringify(env)})`, async () => {
        const built = await open(env)
        const ann = person()
        const { id } = await inviteTo(built, { email: ann.email, role: 'editor' })
        corp.signIn(ann)
        const { response } = await throughProvider(built)
        assert.equal(response.statusCode, 303, response.body)
        const mail = built.mails.at(-1)!
        for (const part of [mail.text, mail.html])
          assert.equal(part.includes('You will sign in with a code'), env !== strict, 'what the mail says')
        const { proven_by, email_verified, role, ...own } = await meBy(built, response)
        assert.deepEqual([own.id, proven_by, email_verified, role], [id, 'invitation', true, 'editor'])
        corp.signIn(person({ email: ann.email }))
        assert.equal((await throughProvider(built)).response.statusCode, 403, 'another person with this address')
        corp.signIn(ann)
        assert.equal((await meBy(built, (await throughProvider(built)).response)).id, id)
      })

    it('is never taken up by an address that the provider has not verified', async () => {
      const built = await open(strict)
      const email = newEmail()
      const { id, headers } = await inviteTo(built, { email })
      for (const claims of [{ email_verified: false }, { email_verified: undefined }]) {
        corp.signIn(person({ email, ...claims }))
        assert.equal((await throughProvider(built)).response.statusCode, 403)
      }
      const { invited } = (await built.app.inject({ url: `/api/admin/users?q=${email}`, headers })).json()[0]
      assert.equal(invited, true)
      // One who was disabled before they came stays out.
      const url = `/api/admin/users/${id}`
      await built.app.inject({ method: 'PATCH', url, headers, payload: { disabled: true } })
      corp.signIn(person({ email }))
      assert.equal((await throughProvider(built)).response.statusCode, 401)
    })
  })

  describe('GALLEY_SIGN_IN=provider', () => {
    it('closes passwords, codes and registration to all but break-glass accounts', async () => {
      const [glass, other] = [newEmail(), newEmail()]
      await registered(site, { email: other })
      const strict = await open({ GALLEY_SIGN_IN: 'provider', GALLEY_BREAK_GLASS: glass })
      const { hash } = { hash: await site.db.read.selectFrom('users').selectAll().where('email', '=', other).execute() }
      for (const email of [glass, other])
        await strict.db.inTransaction((tx) =>
          tx
            .insertInto('users')
            .values({ ...hash[0]!, id: undefined as never, email })
            .execute(),
        )
      const login = (identifier: string, password = PASSWORD) =>
        post(strict, '/auth/login', { identifier, password }, OUTSIDE)
      assert.equal((await login(glass)).statusCode, 200)
      assert.equal((await login(other)).statusCode, 403)
      assert.equal((await login(other, 'wrong password')).statusCode, 401)
      for (const email of [newEmail(), glass]) {
        const register = await post(strict, '/auth/register', { email, password: PASSWORD }, OUTSIDE)
        assert.equal(register.statusCode, 403)
      }
      assert.equal((await strict.app.inject('/api/setup')).json().sign_in, 'provider')
    })
  })

  describe('back-channel logout', () => {
    it('ends the session that the provider ended, once a token', async () => {
      corp.signIn(person())
      const { response } = await throughProvider(site)
      const token = tokenOf(response)
      const [session] = await site.db.read
        .selectFrom('sessions')
        .select(['provider_sid', 'user_id'])
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      const logout_token = await corp.logOut(`p${people}`, session!.provider_sid!)
      const logout = (given: string) =>
        site.app.inject({
          method: 'POST',
          url: '/api/auth/oidc/corp/logout',
          headers: { ...OUTSIDE, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ logout_token: given }).toString(),
        })
      assert.equal((await logout(`${logout_token.slice(0, -4)}AAAA`)).statusCode, 401)
      assert.equal((await me(site, token)).statusCode, 200)
      assert.equal((await logout(logout_token)).statusCode, 204)
      assert.equal((await me(site, token)).statusCode, 401)
      assert.equal((await logout(logout_token)).statusCode, 401)
    })
  })

  it('any node takes the way back, within ten minutes', async () => {
    const db = await openDb(site.config)
    const other = buildApp({ ...site, db })
    t.after(() => other.close())
    t.after(() => db.close())
    corp.signIn(person())
    const start = await site.app.inject({ url: '/api/auth/oidc/corp/start' })
    const back = await atProvider(String(start.headers.location))
    const headers = { cookie: cookiesOf(start) }
    clock.advance(10 * MINUTE)
    assert.equal((await other.inject({ url: back.pathname + back.search, headers })).statusCode, 401)
    clock.advance(-1)
    assert.equal((await other.inject({ url: back.pathname + back.search, headers })).statusCode, 303)
  })

  it('the cookies that bind a browser cannot come from a neighbouring host, where the site is on https', async (t) => {
    const secret = 'a secret that both sides know, 32+ bytes'
    const env = { GALLEY_PUBLIC_URL: 'https://docs.example.com', GALLEY_SSO_SECRET: secret, GALLEY_SSO_URL: SITE }
    const { app, clock } = await build(t, { engine, env: { ...env, GALLEY_OIDC: corp.setting() } })
    const headers = { host: 'docs.example.com' }
    const setBy = async (url: string, payload?: object) => {
      const response = await app.inject({ url, headers, ...(payload && { method: 'POST', payload }) })
      return String(response.headers['set-cookie'])
    }
    const flight = await setBy('/api/auth/oidc/corp/start')
    const state = await setBy('/api/auth/sso-start')
    const browser = await setBy('/auth/send-code', { identifier: newEmail() })
    for (const [name, set] of Object.entries({ flight, state, browser })) {
      assert.match(set, new RegExp(`^__Host-galley_${name}=.+; Path=/; HttpOnly; Secure; SameSite=Lax$`))
      assert.doesNotMatch(set, /Domain/)
    }
    const value = /^[^=]+=([^;]+)/.exec(state)![1]!
    const claims = { email: newEmail(), jti: 'j', state: value }
    const token = await signBridgeToken(secret, claims, clock.now())
    const arrive = (cookie: string) =>
      app.inject({ url: `/api/auth/sso-callback?token=${token}`, headers: { ...headers, cookie } })
    assert.equal((await arrive(`galley_state=${value}`)).statusCode, 401, 'a cookie of another host')
    assert.equal((await arrive(`__Host-galley_state=${value}`)).statusCode, 307)
  })

  it('a bearer of an expired flight or a provider that is down is told so', async () => {
    const setting = JSON.stringify([{ id: 'corp', issuer: 'http://127.0.0.1:9', client_id: 'x' }])
    const alone = await open({ GALLEY_OIDC: setting })
    assert.equal((await alone.app.inject('/api/auth/oidc/corp/start')).statusCode, 503)
    for (const wrong of ['{}', '[{"id":"A B"}]', setting.replace('http://127.0.0.1:9', 'http://corp.example')])
      await assert.rejects(open({ GALLEY_OIDC: wrong }), /GALLEY_OIDC/)
    assert.equal((await site.app.inject({ url: '/auth/identities', headers: bearer('x') })).statusCode, 401)
  })
})
