// No password, code or token comes out in a log line or in an error, however a request goes wrong.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { buildApp } from '#app.ts'
import { createLog } from '#logging.ts'
import { bearer, newEmail, PASSWORD } from '../../../test/accounts.ts'
import { buildDeps } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { signBridgeToken } from './providers/sso.ts'

const SSO_SECRET = 'a secret that both sides know, 32+ bytes'

type LeakCall = [url: string, payload: string | object, headers?: Record<string, string>]

describe('a password, a code and a token', () => {
  const t = suiteCleaner()
  const lines: string[] = []
  const refusals: string[] = []
  let deps: Awaited<ReturnType<typeof buildDeps>>
  let secrets: Record<string, string>

  before(async () => {
    deps = await buildDeps(t, { engine: 'sqlite', env: { GALLEY_SSO_SECRET: SSO_SECRET } })
    const log = createLog({ logLevel: 'debug', nodeName: 'test' }, { write: (line) => void lines.push(line) })
    const app = buildApp({ ...deps, log })
    t.after(() => app.close())
    const send = async (...[url, payload, headers = {}]: LeakCall) => {
      const response = await app.inject({ method: 'POST', url, payload, headers })
      if (response.statusCode >= 400) refusals.push(response.body)
      return response
    }

    const email = newEmail()
    const { access_token: token } = (await send('/auth/register', { email, password: PASSWORD })).json()
    await send('/auth/send-code', { identifier: email })
    const code = /\b\d{6}\b/.exec(deps.mails.at(-1)!.text)![0]
    const bridge = await signBridgeToken(SSO_SECRET, { email, jti: 'once' }, deps.clock.now())
    secrets = { PASSWORD, code, token: token.slice(6), bridge, SSO_SECRET }
    const refused: LeakCall[] = [
      ['/auth/register', { email, password: PASSWORD }],
      ['/auth/register', [PASSWORD]],
      ['/auth/register', { password: { deeper: PASSWORD } }],
      ['/auth/register', `{"password": "${PASSWORD}"`, { 'content-type': 'application/json' }],
      ['/auth/register', `password=${PASSWORD}`, { 'content-type': 'text/plain' }],
      ['/auth/login', { identifier: email, password: `${PASSWORD}x` }],
      ['/auth/login', { identifier: PASSWORD, password: `${PASSWORD}x` }],
      ['/auth/verify-code', { identifier: email, code: `${code}0`, password: PASSWORD }],
      ['/auth/verify-code', { identifier: newEmail(), code, password: PASSWORD }],
      ['/auth/refresh', {}, bearer(`${token}x`)],
      ['/api/tokens', { name: 'x' }, { cookie: `auth_token=${token}x` }],
    ]
    for (const asked of refused) await send(...asked)
    for (const url of Array(2).fill(`/api/auth/sso-callback?token=${bridge}&next=/`)) {
      const response = await app.inject({ url })
      if (response.statusCode >= 400) refusals.push(response.body)
    }
    await app.inject({ url: `/no/such/path?token=${token}` })
  })

  const assertSilent = (shown: string) => {
    for (const [what, secret] of Object.entries(secrets)) {
      const near = shown.slice(Math.max(0, shown.indexOf(secret) - 200)).slice(0, 400)
      assert.ok(!shown.includes(secret), `${what} is shown: ${near}`)
    }
  }

  it('are in no response that refuses them', () => {
    assert.ok(refusals.length >= 10)
    assertSilent(refusals.join('\n'))
  })

  it('are in no log line', () => {
    assert.ok(lines.length >= 15)
    assertSilent(lines.join('\n'))
  })

  it('are not kept with the attempts that are counted', async () => {
    assertSilent(JSON.stringify(await deps.db.read.selectFrom('throttles').selectAll().execute()))
  })
})
