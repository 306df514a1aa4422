// The audit trail: who, what, when and from where, failures too; narrowed and exported.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE } from '#time.ts'
import { bearer, newEmail, PASSWORD, registered } from '../../../../test/accounts.ts'
import {
  build,
  buildOnce,
  type Method,
  OUTSIDE,
  onEngines,
  TestClock,
  type TestPerson,
} from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { pluck } from '../../../../test/pluck.ts'
import { until } from '../../../../test/until.ts'

const FROM = '198.51.100.7'

onEngines('audit trail', (engine) => {
  const suite = suiteCleaner()
  const shared = buildOnce({ engine })
  const ask = (url: string, payload: object) =>
    shared().app.inject({ method: 'POST', url, payload, remoteAddress: FROM })
  type AuditEntry = {
    id: number
    action: string
    target: string
    address: string | null
    detail: Record<string, unknown>
  }
  const listed = async (query: string): Promise<AuditEntry[]> => {
    const { headers } = await shared().person('admin')
    const response = await shared().app.inject({ url: `/api/admin/audit?limit=200&${query}`, headers })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().items
  }

  describe('a refused sign-in', () => {
    it('is kept with its address, and without what was typed', async () => {
      const { user } = await registered(shared())
      await ask('/auth/login', { identifier: user.email, password: 'wrong' })
      await ask('/auth/login', { identifier: 'my secret password', password: 'x' })
      await ask('/auth/verify-code', { identifier: user.email, code: '000000' })
      const entries = await listed('action=session.refused')
      assert.deepEqual(
        entries.slice(0, 3).map(({ target, address, detail }) => [target, address, detail.method]),
        [
          [`user:${user.id}`, FROM, 'code'],
          ['user:unknown', FROM, 'password'],
          [`user:${user.id}`, FROM, 'password'],
        ],
      )
      assert.ok(!JSON.stringify(entries).includes('my secret password'))
    })
  })

  it('says from where someone signed in, reset a password and changed something', async () => {
    const email = newEmail()
    await ask('/auth/send-code', { identifier: email })
    const code = /\b\d{6}\b/.exec(shared().mails.at(-1)!.text)![0]
    const { user } = (await ask('/auth/verify-code', { identifier: email, code, password: PASSWORD })).json()
    const entries = await listed(`actor_id=${user.id}`)
    assert.deepEqual(pluck(entries, 'action', 'address'), [
      ['session.started', FROM],
      ['user.password_reset', FROM],
      ['user.created', FROM],
    ])
    const { headers } = await shared().person('admin')
    const url = `/api/admin/users/${user.id}`
    await shared().app.inject({ method: 'PATCH', url, headers, payload: { role: 'editor' }, remoteAddress: FROM })
    const [changed] = await listed(`target=user:${user.id}&action=user.role_changed`)
    assert.equal(changed!.address, FROM)
  })

  /** by is who does something from FROM; the entries of one action that are theirs, as target and address. */
  const by = (person: TestPerson) => ({
    send: (method: Method, url: string, payload?: object | Buffer, headers = {}) =>
      shared().app.inject({
        method,
        url,
        headers: { ...person.headers, ...headers },
        remoteAddress: FROM,
        ...(payload && { payload }),
      }),
    entries: async (action: string) =>
      (await listed(`actor_id=${person.id}&action=${action}`)).map(({ target, address }) => [target, address]),
  })

  it('has a wrong password of a step-up', async () => {
    const { user, access_token } = await registered(shared())
    await shared().app.inject({
      method: 'POST',
      url: '/auth/step-up',
      headers: bearer(access_token),
      payload: { password: 'wrong' },
      remoteAddress: FROM,
    })
    const [entry] = await listed(`target=user:${user.id}&action=session.refused`)
    assert.deepEqual({ method: entry?.detail.method, address: entry?.address }, { method: 'password', address: FROM })
  })

  it('has pins, uploads and revoked preview links', async () => {
    const { send, entries } = by(await shared().person('editor'))
    const { id } = (await send('POST', '/api/docs/?publish=false', { title: 'Watched', markdown: 'x' })).json()
    for (const done of ['pin', 'pin', 'unpin']) await send('POST', `/api/docs/${id}/${done}`)
    await send('POST', `/api/docs/${id}/preview-link`)
    for (let times = 0; times < 2; times++) await send('DELETE', `/api/docs/${id}/preview-link`)
    await send('POST', '/api/files?name=a.csv', Buffer.from('a,b'), { 'content-type': 'text/csv' })
    for (const action of ['document.pinned', 'document.unpinned', 'document.preview_revoked'])
      assert.deepEqual(await entries(action), [[`document:${id}`, FROM]], action)
    const [[target, address] = []] = await entries('upload.created')
    assert.match(String(target), /^upload:[0-9a-f]+$/)
    assert.equal(address, FROM)
  })

  it('has tests and replays of webhooks', async () => {
    const { send, entries } = by(await shared().person('admin'))
    const { id } = (await send('POST', '/api/admin/webhooks', { url: 'https://hooks.example/' })).json()
    const { id: delivery } = (await send('POST', `/api/admin/webhooks/${id}/test`)).json()
    const replayed = await send('POST', `/api/admin/webhooks/${id}/deliveries/${delivery}/replay`)
    assert.equal(replayed.statusCode, 202, replayed.body)
    for (const action of ['webhook.tested', 'webhook.replayed'])
      assert.deepEqual(await entries(action), [[`webhook:${id}`, FROM]], action)
  })

  it('has who looked at others’ sessions and tokens, and who took the trail out', async () => {
    const { send, entries } = by(await shared().person('admin'))
    const other = await shared().person('reader')
    for (const url of ['/auth/sessions', '/api/tokens', '/api/admin/audit/export?since=yesterday'])
      await send('GET', url)
    for (const url of ['/auth/sessions', '/api/tokens']) await send('GET', `${url}?user_id=${other.id}`)
    await send('GET', '/api/admin/audit/export?action=session.refused')
    for (const action of ['session.listed', 'token.listed'])
      assert.deepEqual(await entries(action), [[`user:${other.id}`, FROM]], action)
    assert.deepEqual(await entries('audit.exported'), [['audit', FROM]])
  })

  it('has the first, the tenth and the hundredth refused request of an account, route and hour', async () => {
    const editor = await shared().person('editor')
    const { send } = by(editor)
    const refused = async () =>
      (await listed(`actor_id=${editor.id}&action=request.refused`)).map(({ address, detail }) => ({
        address,
        ...detail,
      }))
    for (let times = 0; times < 12; times++) await send('GET', `/api/admin/users?offset=${times}`)
    await send('DELETE', '/api/admin/users/999999')
    await until('all are written', async () => (await refused()).length === 3)
    const reason = 'Requires the admin role'
    const list = { address: FROM, method: 'GET', route: '/api/admin/users', reason }
    const remove = { ...list, method: 'DELETE', route: '/api/admin/users/:user_id', times: 1 }
    const wanted = [{ ...list, times: 1 }, { ...list, times: 10 }, remove]
    const sorted = (entries: object[]) => entries.map((entry) => JSON.stringify(Object.entries(entry).sort())).sort()
    assert.deepEqual(sorted(await refused()), sorted(wanted))
  })

  it('has no entry for what only asks for a fresh proof, or for a visitor', async () => {
    const clock = new TestClock()
    const site = await build(suite, { engine, clock })
    const { headers } = await site.person('admin')
    clock.advance(10 * MINUTE)
    const token = await site.app.inject({ method: 'POST', url: '/api/tokens', headers, payload: { name: 'x' } })
    assert.equal(token.json().step_up, true)
    assert.equal((await site.app.inject({ url: '/api/admin/users', headers: OUTSIDE })).statusCode, 401)
    await site.app.close()
    const rows = await site.db.read.selectFrom('audit').select('action').execute()
    assert.deepEqual(rows, [])
  })

  it('is narrowed by time, and refuses what is none', async () => {
    const { headers } = await shared().person('admin')
    assert.deepEqual(await listed('since=2100-01-01T00:00:00Z'), [])
    assert.deepEqual(await listed('until=2000-01-01T00:00:00Z'), [])
    const wrong = await shared().app.inject({ url: '/api/admin/audit?since=yesterday', headers })
    assert.deepEqual([wrong.statusCode, wrong.json().detail[0].loc], [422, ['query', 'since']])
  })

  it('is exported as JSON lines', async () => {
    const url = '/api/admin/audit/export?action=session.refused'
    const { headers } = await shared().person('admin')
    const response = await shared().app.inject({ url, headers })
    assert.equal(response.headers['content-type'], 'application/x-ndjson')
    const lines = response.body.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      await listed('action=session.refused'),
    )
  })
})
