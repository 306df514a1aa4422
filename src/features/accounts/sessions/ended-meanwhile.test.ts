// A session that ends while a request of it is under way: nothing that the request makes may outlive the session. Nobody has to
// send a body at once, and hashing a password or asking a provider takes a while.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, it } from 'node:test'
import type { Provider } from '#settings/oidc.ts'
import { MINUTE } from '#time.ts'
import { bearer, me, newEmail, PASSWORD, post } from '../../../../test/accounts.ts'
import { type Built, buildOnce, OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { beginTotp, confirmTotp } from '../factors/factors.ts'
import { stepAt, totpAt } from '../factors/totp.ts'
import { linkIdentity } from '../providers/oidc.ts'
import { changeProfile } from '../users/users.ts'
import { makeApiToken } from './api-tokens.ts'

const NEW_PASSWORD = 'the squatter comes back'

/** beginLate sends the head of a request; what it returns sends the body and waits for the response. */
async function beginLate({ app }: Built, method: string, path: string, payload: object, headers: object) {
  const body = JSON.stringify(payload)
  const { port } = app.server.address() as AddressInfo
  const own = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' }
  const late = request({ host: '127.0.0.1', port, method, path, headers: { ...OUTSIDE, ...headers, ...own } })
  late.flushHeaders()
  await once(late, 'continue')
  return async () => {
    late.end(body)
    const [response] = (await once(late, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
}

onEngines('a session that ends meanwhile', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })
  before(() => shared().app.listen({ port: 0, host: '127.0.0.1' }))

  it('leaves no password and no API token by a body that comes after its end', async () => {
    const email = newEmail()
    const squatter = (await post(shared(), '/auth/register', { email, password: PASSWORD }, OUTSIDE)).json()
    const begin = (method: string, path: string, payload: object) =>
      beginLate(shared(), method, path, payload, bearer(squatter.access_token))
    const setPassword = await begin('PATCH', '/auth/me', { password: NEW_PASSWORD })
    const makeToken = await begin('POST', '/api/tokens', { name: 'kept' })
    await post(shared(), '/auth/send-code', { identifier: email }, OUTSIDE)
    const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
    assert.equal((await post(shared(), '/auth/verify-code', { identifier: email, code }, OUTSIDE)).statusCode, 200)
    assert.deepEqual([await setPassword(), await makeToken()], [401, 401])
    const again = await post(shared(), '/auth/login', { identifier: email, password: NEW_PASSWORD }, OUTSIDE)
    assert.equal(again.statusCode, 401)
  })

  it('is not ended by a body that comes long after its token was refreshed', async () => {
    const { headers } = await shared().person('editor')
    const save = await beginLate(shared(), 'POST', '/api/docs/', { title: 'A long upload' }, headers)
    const { access_token } = (await post(shared(), '/auth/refresh', undefined, headers)).json()
    clock.advance(MINUTE)
    assert.equal(await save(), 201)
    assert.equal((await me(shared(), access_token)).statusCode, 200)
  })

  it('acts with the role that its owner has when the body comes', async () => {
    const [admin, other] = [await shared().person('admin'), await shared().person('admin')]
    const invite = await beginLate(
      shared(),
      'POST',
      '/api/admin/users',
      { email: newEmail(), role: 'admin' },
      admin.headers,
    )
    const url = `/api/admin/users/${admin.id}`
    await shared().app.inject({ method: 'PATCH', url, headers: other.headers, payload: { role: 'reader' } })
    assert.equal(await invite(), 403)
  })

  it('leaves nothing by a request that has passed every check', async () => {
    const { id, role, email } = await shared().person('reader')
    const { db } = shared()
    const find = db.read.selectFrom('sessions').select('id').where('user_id', '=', id)
    const sessionId = (await find.executeTakeFirstOrThrow()).id
    const self = { actor: { userId: id, role, label: email, member: true }, sessionId, tokenId: null, scopes: null }
    const deps = { ...shared(), findCategories: async () => new Set<number>() }
    const { key } = await beginTotp(deps, self)
    const code = totpAt(key, stepAt(deps.clock.now()))
    await db.inTransaction((tx) =>
      tx.updateTable('sessions').set({ ended_at: 1 }).where('id', '=', sessionId).execute(),
    )
    const caller = { address: '', browser: '', device: '' }
    const claims = {
      issuer: 'https://a.example',
      subject: 'x',
      email,
      isVerified: true,
      name: null,
      groups: [],
      sid: null,
    }
    for (const work of [
      () => makeApiToken(deps, self, { name: 'kept' }),
      () => changeProfile(deps, self, { password: NEW_PASSWORD }, caller, () => {}),
      () => changeProfile(deps, self, { username: 'still.here' }, caller, () => {}),
      () => confirmTotp(deps, self, code),
      () => linkIdentity(deps, self, { id: 'a' } as Provider, claims),
    ])
      await assert.rejects(work, { status: 401, message: 'Invalid token' }, String(work))
  })
})
