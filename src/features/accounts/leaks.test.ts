// No password, code or token comes out in a log line or in an error, however a request goes wrong.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildApp } from '#app.ts'
import { createLog } from '#logging.ts'
import { bearer, newEmail, PASSWORD } from '../../../test/accounts.ts'
import { buildDeps } from '../../../test/build.ts'
import { signBridgeToken } from './sso.ts'

const SSO_SECRET = 'a secret that both sides know, 32+ bytes'

it('no secret is in any log line or error', async (t) => {
  const deps = await buildDeps(t, { engine: 'sqlite', env: { GALLEY_SSO_SECRET: SSO_SECRET } })
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug', nodeName: 'test' }, { write: (line) => void lines.push(line) })
  const app = buildApp({ ...deps, log })
  t.after(() => app.close())
  const refusals: string[] = []
  const send = async (url: string, payload: string | object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'POST', url, payload, headers })
    if (answer.statusCode >= 400) refusals.push(answer.body)
    return answer
  }

  const email = newEmail()
  const { access_token: token } = (await send('/auth/register', { email, password: PASSWORD })).json()
  await send('/auth/send-code', { identifier: email })
  const code = /\b\d{6}\b/.exec(deps.mails.at(-1)!.text)![0]
  await send('/auth/register', { email, password: PASSWORD })
  await send('/auth/register', [PASSWORD])
  await send('/auth/register', { password: { deeper: PASSWORD } })
  await send('/auth/register', `{"password": "${PASSWORD}"`, { 'content-type': 'application/json' })
  await send('/auth/register', `password=${PASSWORD}`, { 'content-type': 'text/plain' })
  await send('/auth/login', { identifier: email, password: `${PASSWORD}x` })
  await send('/auth/login', { identifier: PASSWORD, password: `${PASSWORD}x` })
  await send('/auth/verify-code', { identifier: email, code: `${code}0`, password: PASSWORD })
  await send('/auth/verify-code', { identifier: newEmail(), code, password: PASSWORD })
  await send('/auth/refresh', {}, bearer(`${token}x`))
  await send('/api/tokens', { name: 'x' }, { cookie: `auth_token=${token}x` })
  const bridge = await signBridgeToken(SSO_SECRET, { email, jti: 'once' }, deps.clock.now())
  for (let times = 0; times < 2; times++) {
    const answer = await app.inject({ url: `/api/auth/sso-callback?token=${bridge}&next=/` })
    if (answer.statusCode >= 400) refusals.push(answer.body)
  }
  await app.inject({ url: `/no/such/path?token=${token}` })

  assert.ok(refusals.length >= 10 && lines.length >= 15)
  const shown = [...refusals, ...lines].join('\n')
  for (const [what, secret] of Object.entries({ PASSWORD, code, token: token.slice(6), bridge, SSO_SECRET }))
    assert.ok(
      !shown.includes(secret),
      `${what} is shown: ${shown.slice(Math.max(0, shown.indexOf(secret) - 200)).slice(0, 400)}`,
    )
  const kept = await deps.db.read.selectFrom('throttles').selectAll().execute()
  assert.ok(!JSON.stringify(kept).includes(PASSWORD))
})
