// Inviting people: who may, what is made and mailed, how the invited come in, and what is left when no mail can be sent.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMailer } from '#engine/mail.ts'
import { HOUR, MINUTE } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post, registered, throttled } from '../../../../test/accounts.ts'
import { type Built, build, buildOnce, onEngines, TestClock } from '../../../../test/build.ts'
import { smtp } from '../../../../test/smtp.ts'
import { invite } from './invitations.ts'

const newestCode = ({ mails }: Built) => /\b\d{6}\b/.exec(mails.at(-1)!.text)![0]

onEngines('invitations', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({
    engine,
    clock,
    env: {
      GALLEY_PUBLIC_URL: 'https://docs.example.com/',
      GALLEY_TRUSTED_NETWORKS: 'loopback',
      GALLEY_REGISTRATION: 'open',
    },
  })
  const inviting = (headers: Record<string, string>, payload: object) =>
    post(shared(), '/api/admin/users', payload, headers)
  const again = (headers: Record<string, string>, id: number | string) =>
    post(shared(), `/api/admin/users/${id}/invite`, undefined, headers)
  const rows = ({ db }: Built, table: 'users' | 'audit' | 'throttles') =>
    db.read.selectFrom(table).select('id').execute()

  describe('POST /api/admin/users', () => {
    it('names every bad field', async () => {
      const { headers } = await shared().person('admin')
      const refused = await inviting(headers, { email: 'nobody', role: 'owner', display_name: ' ' })
      assert.deepEqual(
        refused.json().detail.map((issue: { loc: string[] }) => issue.loc.join('.')),
        ['body.email', 'body.role', 'body.display_name'],
      )
    })

    it('makes an account without a password, and tells who did', async () => {
      const admin = await shared().person('admin')
      const email = newEmail()
      const given = { email: ` ${email.toUpperCase()}`, role: 'editor', display_name: ' Ben ' }
      const response = await inviting(admin.headers, given)
      assert.equal(response.statusCode, 201)
      const { id, created_at, ...invitation } = response.json()
      assert.deepEqual(invitation, {
        email,
        username: null,
        display_name: 'Ben',
        role: 'editor',
        disabled: false,
        email_verified: false,
        second_factor: false,
        invited: true,
        codes_held_at: null,
        last_login_at: null,
        mail: 'outbox',
        proven_by: 'invitation',
        link: `https://docs.example.com/panel/?email=${encodeURIComponent(email)}`,
      })
      assert.equal(created_at, new Date(clock.now()).toISOString())
      const { items } = (await shared().app.inject({ url: '/api/admin/audit?limit=1', headers: admin.headers })).json()
      assert.deepEqual(
        { actor: items[0].actor, action: items[0].action, target: items[0].target, detail: items[0].detail },
        {
          actor: admin.email,
          action: 'user.created',
          target: `user:${id}`,
          detail: { email, role: 'editor', method: 'invitation' },
        },
      )
    })

    it('gives the role of new accounts where none is given', async (t) => {
      const built = await build(t, { engine, env: { GALLEY_DEFAULT_ROLE: 'editor' } })
      const { headers } = await built.person('admin')
      for (const more of [{}, { role: null }])
        assert.equal(
          (await post(built, '/api/admin/users', { email: newEmail(), ...more }, headers)).json().role,
          'editor',
        )
    })

    it('mails who invites to which site, and where to come in', async () => {
      const { access_token, user } = await registered(shared(), { display_name: 'Ada <b>\r\nNovak' })
      await shared().db.inTransaction((tx) =>
        tx.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute(),
      )
      const email = `o'neil+${newEmail()}`
      const { link } = (await inviting(bearer(access_token), { email })).json()
      const { to, subject, text, html } = shared().mails.at(-1)!
      assert.deepEqual({ to, subject }, { to: email, subject: 'You are invited to Galley' })
      assert.equal(new URL(link).searchParams.get('email'), email)
      assert.ok(text.startsWith(`Ada <b> Novak (${user.email}) invited you to Galley.`), text)
      assert.ok(text.includes(`    ${link}\n`))
      assert.ok(html.includes(`href="${link.replaceAll("'", '&#39;')}"`) && html.includes('Ada &lt;b&gt; Novak'))
    })

    it('is 409 for a taken address, whatever its case, and writes nothing', async () => {
      const { headers } = await shared().person('admin')
      const { user } = await registered(shared())
      const tables = ['users', 'audit', 'throttles'] as const
      const counts = async () => Promise.all(tables.map(async (table) => (await rows(shared(), table)).length))
      const [before, mails] = [await counts(), shared().mails.length]
      const refused = await inviting(headers, { email: user.email.toUpperCase(), role: 'admin' })
      assert.deepEqual(
        { statusCode: refused.statusCode, refused: refused.json() },
        { statusCode: 409, refused: { detail: 'An account with this email already exists' } },
      )
      assert.deepEqual([await counts(), shared().mails.length], [before, mails])
    })

    it('makes one account of two invitations at one moment', async () => {
      const { headers } = await shared().person('admin')
      const email = newEmail()
      const responses = await Promise.all([inviting(headers, { email }), inviting(headers, { email })])
      assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [201, 409])
    })

    it('tells whether a mail server has the mail; one that cannot be sent leaves an account to invite again', async (t) => {
      const built = await build(t, { engine, env: { GALLEY_SMTP_URL: 'smtp://127.0.0.1:1' } })
      const admin = await built.person('admin')
      const email = newEmail()
      const actor = { userId: admin.id, role: 'admin', label: admin.email, member: true } as const
      const server = await smtp(t, [{ code: 550, text: 'no such mailbox' }])
      const mail = createMailer({ ...built.config, smtpUrl: server.url }, built.log)
      const { user, mail: mailed } = await invite({ ...built, mail }, actor, { email }, 'http://localhost')
      await mail.close()
      assert.equal(mailed, 'failed')
      const repeated = await post(built, `/api/admin/users/${user.id}/invite`, undefined, admin.headers)
      assert.deepEqual([repeated.json().mail, repeated.json().email, built.mails.length], ['sent', email, 1])
    })

    it('links to the host that was asked for, also behind a proxy, where no public address is set', async (t) => {
      const env = { GALLEY_TRUST_PROXY: 'loopback', GALLEY_ALLOWED_HOSTS: 'docs.example.org' }
      const built = await build(t, { engine, env })
      const { headers } = await built.person('admin')
      const linked = async (more: Record<string, string>) => {
        const response = await post(built, '/api/admin/users', { email: newEmail() }, { ...headers, ...more })
        return response.statusCode === 201 ? new URL(response.json().link).origin : response.statusCode
      }
      const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
      assert.equal(await linked({ host: 'localhost:8000' }), 'http://localhost:8000')
      assert.equal(await linked({ ...proxied, 'x-forwarded-host': 'docs.example.org' }), 'https://docs.example.org')
      assert.equal(await linked({ ...proxied, 'x-forwarded-host': 'evil.example' }), 421)
    })
  })

  describe('an invited person', () => {
    it('comes in by a code while registration is closed, sets a password, and is no longer marked', async (t) => {
      const built = await build(t, { engine, env: { GALLEY_REGISTRATION: 'closed' } })
      const { headers } = await built.person('admin')
      const email = newEmail()
      const { id } = (await post(built, '/api/admin/users', { email, role: 'editor' }, headers)).json()
      assert.equal((await post(built, '/auth/login', { identifier: email, password: PASSWORD })).statusCode, 401)
      await post(built, '/auth/send-code', { identifier: email })
      const token = (await post(built, '/auth/verify-code', { identifier: email, code: newestCode(built) })).json()
      assert.partialDeepStrictEqual(token.user, { id, role: 'editor', email_verified: true, has_password: false })
      const [listed] = (await built.app.inject({ url: `/api/admin/users?q=${email}`, headers })).json()
      assert.deepEqual({ id: listed.id, invited: listed.invited }, { id, invited: false })
      const payload = { password: PASSWORD }
      const own = bearer(token.access_token)
      await built.app.inject({ method: 'PATCH', url: '/auth/me', headers: own, payload })
      assert.equal((await me(built, token.access_token)).json().has_password, true)
      assert.equal((await post(built, '/auth/login', { identifier: email, password: PASSWORD })).statusCode, 200)
    })
  })

  describe('POST /api/admin/users/:user_id/invite', () => {
    it('is 404 for an unknown user', async () => {
      const admin = await shared().person('admin')
      assert.equal((await again(admin.headers, 'x')).statusCode, 422)
      assert.equal((await again(admin.headers, 99_999_999)).statusCode, 404)
    })

    it('is 409 for a disabled account, and mails nothing', async () => {
      const { headers } = await shared().person('admin')
      const { user } = await registered(shared())
      const url = `/api/admin/users/${user.id}`
      await shared().app.inject({ method: 'PATCH', url, headers, payload: { disabled: true } })
      const before = shared().mails.length
      const refused = await again(headers, user.id)
      assert.deepEqual(
        { statusCode: refused.statusCode, detail: refused.json().detail },
        { statusCode: 409, detail: `User ${user.id} is disabled; enable the account first` },
      )
      assert.equal(shared().mails.length, before)
    })

    it('mails the way in to anyone with an account, and says so in the audit trail', async () => {
      const admin = await shared().person('admin')
      const { user } = await registered(shared())
      const response = await again(admin.headers, user.id)
      assert.deepEqual([response.statusCode, response.json().invited, response.json().mail], [200, false, 'outbox'])
      assert.equal(shared().mails.at(-1)!.to, user.email)
      const { items } = (await shared().app.inject({ url: '/api/admin/audit?limit=1', headers: admin.headers })).json()
      assert.partialDeepStrictEqual(items[0], { actor: admin.email, action: 'user.invited', target: `user:${user.id}` })
    })

    it('tells whose codes were held back, and opens the way in for them', async () => {
      clock.advance(HOUR)
      const { headers } = await shared().person('admin')
      const { id, email } = (await inviting(headers, { email: newEmail() })).json()
      const heldAt = async () =>
        (await shared().app.inject({ url: `/api/admin/users?q=${email}`, headers })).json()[0].codes_held_at
      const isMailed = async () => {
        const before = shared().mails.length
        clock.advance(MINUTE)
        assert.equal((await post(shared(), '/auth/send-code', { identifier: email })).statusCode, 200)
        return shared().mails.length > before
      }
      await throttled(shared(), 'code-mailbox-all', [email], 20)
      await throttled(shared(), 'code-mailbox', [email, '127.0.0'], 5)
      assert.equal(await heldAt(), null)
      assert.equal(await isMailed(), false)
      assert.equal(await heldAt(), new Date(clock.now()).toISOString())
      assert.equal((await again(headers, id)).json().codes_held_at, null)
      assert.ok(await isMailed())
      await throttled(shared(), 'code-mailbox-all', [email], 20)
      assert.equal(await isMailed(), false)
      const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
      clock.advance(1)
      assert.equal((await post(shared(), '/auth/verify-code', { identifier: email, code })).statusCode, 200)
      assert.equal(await heldAt(), null, 'they came in all the same')
    })

    it('mails 5 an hour to one person, and one person sends 200 an hour, then 429', async () => {
      const { headers } = await shared().person('admin')
      const { id } = (await inviting(headers, { email: newEmail() })).json()
      for (let times = 1; times < 5; times++) assert.equal((await again(headers, id)).statusCode, 200)
      const refused = await again(headers, id)
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '3600'])
      clock.advance(HOUR)
      const busy = await shared().person('admin')
      await throttled(shared(), 'invitation-person', [String(busy.id)], 199)
      assert.equal((await again(busy.headers, id)).statusCode, 200)
      const before = (await rows(shared(), 'users')).length
      assert.equal((await inviting(busy.headers, { email: newEmail() })).statusCode, 429)
      assert.equal((await rows(shared(), 'users')).length, before)
    })
  })
})
