// Who is not let in at /mcp, whatever they ask for: tokens that have ended, accounts that are disabled, too much at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '#time.ts'
import { type Built, build, OUTSIDE, onEngines, TestClock } from '../../test/build.ts'
import { connect } from '../../test/mcp.ts'
import { until } from '../../test/until.ts'

const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const post = ({ app }: Built, headers: Record<string, string>, payload: object | string = MESSAGE) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...OUTSIDE,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload,
  })

async function tokenOf({ app }: Built, headers: Record<string, string>, rest: object = {}) {
  const payload = { name: 'assistant', ...rest }
  const { id, token } = (await app.inject({ method: 'POST', url: '/api/tokens', headers, payload })).json()
  return { id, headers: { authorization: `Bearer ${token}` } }
}

onEngines('the doors of /mcp', (engine) => {
  test('a tool that someone may not use is in the audit trail when they call it, and not when they list tools', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    const reader = await site.person('reader')
    const limited = await tokenOf(site, (await site.person('editor', 'edda')).headers, { scopes: ['read'] })
    const call = (headers: Record<string, string>, name: string) =>
      post(site, headers, { ...MESSAGE, method: 'tools/call', params: { name, arguments: {} } })
    await post(site, reader.headers)
    for (const headers of [reader.headers, limited.headers, {}]) await call(headers, 'create_draft')
    await call(reader.headers, 'no_such_tool')
    const url = '/api/admin/audit?action=request.refused'
    const refused = async () =>
      (await site.app.inject({ url, headers: admin.headers }))
        .json()
        .items.map(
          ({ actor_id, detail }: { actor_id: number; detail: { route: string } }) => `${actor_id} ${detail.route}`,
        ) as string[]
    await until('both are recorded', async () => (await refused()).length >= 2)
    const both = await refused()
    assert.equal(both.length, 2)
    assert.ok(both.includes(`${reader.id} /mcp create_draft`))
    assert.ok(both.every((one) => one.endsWith('/mcp create_draft')))
  })

  test('a token that has expired or was revoked is refused, not taken for nobody', async (t) => {
    const clock = new TestClock()
    const site = await build(t, { engine, clock })
    const { headers } = await site.person('editor')
    const short = await tokenOf(site, headers, { expires_in_days: 1 })
    const revoked = await tokenOf(site, headers)
    assert.equal((await post(site, short.headers)).statusCode, 200)
    await site.app.inject({ method: 'DELETE', url: `/api/tokens/${revoked.id}`, headers })
    assert.equal((await post(site, revoked.headers)).statusCode, 401)
    clock.advance(DAY + 1)
    const refused = await post(site, short.headers)
    assert.deepEqual([refused.statusCode, refused.json().detail], [401, 'Token expired'])
  })

  test('whoever is disabled is out with the next request', async (t) => {
    const site = await build(t, { engine })
    const [admin, editor] = [await site.person('admin'), await site.person('editor')]
    const { headers } = await tokenOf(site, editor.headers)
    const client = await connect(t, site, headers)
    assert.ok((await client.listTools()).tools.length > 0)
    const url = `/api/admin/users/${editor.id}`
    const payload = { disabled: true }
    assert.equal((await site.app.inject({ method: 'PATCH', url, headers: admin.headers, payload })).statusCode, 200)
    await assert.rejects(client.listTools())
    for (const shown of [headers, editor.headers]) assert.equal((await post(site, shown)).statusCode, 401)
  })

  test('limits hold as everywhere, by address and by token', async (t) => {
    const site = await build(t, { engine, env: { GALLEY_RATE_IP: '3', GALLEY_RATE_TOKEN: '2' } })
    const { headers } = await site.person('editor')
    const statuses = async (shown: Record<string, string>, times: number) => {
      const found = []
      for (let at = 0; at < times; at++) found.push((await post(site, shown)).statusCode)
      return found
    }
    assert.deepEqual(await statuses(headers, 3), [200, 200, 429])
    assert.equal((await statuses({}, 4)).at(-1), 429)
  })

  test('what is huge or deep is refused before a tool sees it', async (t) => {
    const site = await build(t, { engine })
    const { headers } = await site.person('editor')
    const call = (markdown: string) => ({
      ...MESSAGE,
      method: 'tools/call',
      params: { name: 'create_draft', arguments: { title: 'Huge', markdown } },
    })
    const tooLong = await post(site, headers, call('x'.repeat(500_001)))
    assert.match(tooLong.body, /at most 500000 characters/)
    assert.equal((await post(site, headers, call('x'.repeat(40_000_000)))).statusCode, 413)
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    assert.ok((await post(site, headers, deep)).statusCode < 500)
    assert.equal((await site.db.read.selectFrom('documents').select('id').execute()).length, 0)
  })
})
