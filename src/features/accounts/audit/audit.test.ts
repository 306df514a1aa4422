// The audit trail: who, what, when and from where, failures too; narrowed and exported.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEmail, PASSWORD, registered } from '../../../../test/accounts.ts'
import { buildOnce, onEngines } from '../../../../test/build.ts'

const FROM = '198.51.100.7'

onEngines('audit trail', (engine) => {
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
    assert.deepEqual(
      entries.map(({ action, address }) => [action, address]),
      [
        ['session.started', FROM],
        ['user.password_reset', FROM],
        ['user.created', FROM],
      ],
    )
    const { headers } = await shared().person('admin')
    const url = `/api/admin/users/${user.id}`
    await shared().app.inject({ method: 'PATCH', url, headers, payload: { role: 'editor' }, remoteAddress: FROM })
    const [changed] = await listed(`target=user:${user.id}&action=user.role_changed`)
    assert.equal(changed!.address, FROM)
  })

  it('is narrowed by time, and refuses what is none', async () => {
    const { headers } = await shared().person('admin')
    assert.deepEqual(await listed('since=2100-01-01T00:00:00Z'), [])
    assert.deepEqual(await listed('until=2000-01-01T00:00:00Z'), [])
    const wrong = await shared().app.inject({ url: '/api/admin/audit?since=yesterday', headers })
    assert.deepEqual([wrong.statusCode, wrong.json().detail[0].loc], [422, ['query', 'since']])
  })

  it('is exported as JSON lines, for administrators', async () => {
    const editor = await shared().person('editor')
    const url = '/api/admin/audit/export?action=session.refused'
    assert.equal((await shared().app.inject({ url, headers: editor.headers })).statusCode, 403)
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
