// An open event stream ends when the right to it ends: by disabling, demotion, sign-out and revoking, on every node.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { bearer, post } from '../accounts.ts'
import { type Built, build, onEngines, type TestPerson } from '../build.ts'
import { type Cleaner, suiteCleaner } from '../cleaner.ts'
import { listen } from '../streams.ts'
import { until } from '../until.ts'

onEngines('an open event stream', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let elsewhere: Built['app']
  let origin: string
  let admin: TestPerson
  before(async () => {
    site = await build(t, { engine })
    origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const db = await openDb(site.config)
    t.after(() => db.close())
    elsewhere = buildApp({ ...site, db })
    t.after(() => elsewhere.close())
    admin = await site.person('admin')
  })

  const follow = async (t: Cleaner, token: string) => {
    const stream = await listen(`${origin}/api/admin/live`, bearer(token))
    t.after(() => stream.stop())
    await until('the first message comes', () => stream.messages.length === 1)
    let isOver = false
    void stream.ended.then(() => {
      isOver = true
    })
    return { isOver: () => isOver, ended: () => until('the stream ends', () => isOver, 2_000) }
  }
  const change = (app: Built['app'], { id }: TestPerson, payload: object) =>
    app.inject({ method: 'PATCH', url: `/api/admin/users/${id}`, headers: admin.headers, payload })
  const ENDS = {
    'is disabled': (person: TestPerson) => change(site.app, person, { disabled: true }),
    'is demoted': (person: TestPerson) => change(site.app, person, { role: 'reader' }),
    'is demoted on another node': (person: TestPerson) => change(elsewhere, person, { role: 'reader' }),
    'signs out': (person: TestPerson) => post(site, '/auth/logout', undefined, person.headers),
  }

  for (const [what, end] of Object.entries(ENDS)) {
    test(`ends at once when its reader ${what}`, async (t) => {
      const person = await site.person('editor')
      const stream = await follow(t, person.token)
      await end(person)
      await stream.ended()
    })
  }

  test('ends at once when its API token is revoked', async (t) => {
    const person = await site.person('editor')
    const { id, token } = (await post(site, '/api/tokens', { name: 'x' }, person.headers)).json()
    const stream = await follow(t, token)
    await site.app.inject({ method: 'DELETE', url: `/api/tokens/${id}`, headers: admin.headers })
    await stream.ended()
  })

  test('goes on when another reader signs out, and when its own session is refreshed', async (t) => {
    const [stays, leaves] = [await site.person('editor'), await site.person('editor')]
    const [staying, leaving] = [await follow(t, stays.token), await follow(t, leaves.token)]
    await post(site, '/auth/refresh', undefined, stays.headers)
    await post(site, '/auth/logout', undefined, leaves.headers)
    await leaving.ended()
    assert.equal(staying.isOver(), false)
  })

  test('is one of at most 20 that a token may have', async (t) => {
    const site = await build(t, { engine })
    const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { token } = await site.person('editor')
    const open = () => listen(`${origin}/api/admin/live`, bearer(token))
    const streams = await Promise.all(Array.from({ length: 20 }, open))
    t.after(() => {
      for (const stream of streams) stream.stop()
    })
    const refused = await open()
    assert.equal(refused.response.status, 429)
    assert.ok(Number(refused.response.headers.get('retry-after')) > 0)
    streams[0]!.stop()
    await until('another one is let in', async () => {
      const next = await open()
      t.after(() => next.stop())
      return next.response.status === 200
    })
  })
})
