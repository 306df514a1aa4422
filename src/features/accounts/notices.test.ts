// Mails about what happened to an account, through a real mail server.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildApp } from '#app.ts'
import { createMailer } from '#engine/mail.ts'
import { bearer, newEmail, PASSWORD } from '../../../test/accounts.ts'
import { buildDeps, makePerson, OUTSIDE, onEngines } from '../../../test/build.ts'
import { type Cleaner, lastFirst } from '../../../test/cleaner.ts'
import { smtp } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { stepAt, totpAt } from './factors/totp.ts'

onEngines('notices', (engine) => {
  async function service(t: Cleaner) {
    // The server ends last: it waits for the connection that the mailer keeps.
    const cleaner = lastFirst(t)
    const server = await smtp(cleaner)
    const deps = await buildDeps(t, { engine, env: { GALLEY_SMTP_URL: server.url } })
    const mail = createMailer(deps.config, deps.log)
    const app = buildApp({ ...deps, mail })
    cleaner.after(() => app.close())
    cleaner.after(() => mail.close())
    await app.ready()
    const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
    const subjects = () => server.taken.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1])
    const told = (subject: string) => until(subject, async () => subjects().includes(`${subject}: Galley`))
    return { app, deps, post, subjects, told, taken: server.taken }
  }
  const registration = () => ({ email: newEmail(), password: PASSWORD })

  describe('the owner of an account is told of', () => {
    it('a browser that the account was not used in before, and of no other', async (t) => {
      const { post, told, subjects, taken } = await service(t)
      const given = registration()
      const login = (headers = {}) => post('/auth/login', { identifier: given.email, password: PASSWORD }, headers)
      const registered = await post('/auth/register', given)
      const cookie = /galley_browser=[^;]+/.exec(String(registered.headers['set-cookie']))![0]
      assert.equal((await login({ cookie })).statusCode, 200)
      assert.equal((await login({ ...OUTSIDE, 'user-agent': 'curl/8' })).statusCode, 200)
      await told('New sign-in')
      assert.equal(subjects().length, 1)
      assert.deepEqual(taken[0]!.to, [given.email])
      assert.match(taken[0]!.raw, /Device: curl\/8\s+Address: 127\.0\.0\.1/)
    })

    it('a new token, a new password, a factor that comes or goes', async (t) => {
      const { post, told, app } = await service(t)
      const { access_token } = (await post('/auth/register', registration())).json()
      const headers = bearer(access_token)
      await post('/api/tokens', { name: 'x' }, headers)
      await told('New API token')
      const { key } = (await post('/auth/factors/totp', undefined, headers)).json()
      await post('/auth/factors/totp/confirm', { code: totpAt(key, stepAt(Date.now())) }, headers)
      await told('Second factor added')
      await app.inject({ method: 'DELETE', url: '/auth/factors/totp', headers })
      await told('Second factor removed')
      const payload = { password: 'another horse battery', current_password: PASSWORD }
      await app.inject({ method: 'PATCH', url: '/auth/me', headers, payload })
      await told('Password changed')
    })

    it('a reset by code', async (t) => {
      const { post, told, deps, taken } = await service(t)
      const { email } = await makePerson(deps, 'reader')
      await post('/auth/send-code', { identifier: email })
      await until('the code is there', async () => taken.length > 0)
      const code = /^ {4}(\d{6})/m.exec(taken[0]!.raw)![1]
      await post('/auth/verify-code', { identifier: email, code, password: 'another horse battery' })
      await told('Password reset')
    })
  })

  it('nothing is sent to an address that nobody has proven', async (t) => {
    const { post, deps, subjects } = await service(t)
    const { headers } = await makePerson(deps, 'reader', undefined, null)
    assert.equal((await post('/api/tokens', { name: 'x' }, headers)).statusCode, 201)
    await deps.db.confirm()
    assert.deepEqual(subjects(), [])
  })
})
