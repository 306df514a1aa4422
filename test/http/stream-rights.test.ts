// An open event stream ends when the right to it ends: by disabling, demotion, sign-out and revoking, on every node.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { bearer, post } from '../accounts.ts'
import { build, onEngines } from '../build.ts'
import { lastFirst } from '../cleaner.ts'
import { listen } from '../streams.ts'
import { until } from '../until.ts'

onEngines('an open event stream', (engine) => {
  test('ends at once when its reader may no longer have it, and goes on for everyone else', async (t) => {
    const site = await build(t, { engine })
    const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const db = await openDb(site.config)
    lastFirst(t).after(() => db.close())
    const elsewhere = buildApp({ ...site, db })
    lastFirst(t).after(() => elsewhere.close())
    const admin = await site.person('admin')
    const send = (app: typeof site.app, method: 'PATCH' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })

    const follow = async (token: string) => {
      const stream = await listen(`${origin}/api/admin/live`, bearer(token))
      t.after(() => stream.stop())
      await until('the first message comes', () => stream.messages.length === 1)
      let isOver = false
      void stream.ended.then(() => {
        isOver = true
      })
      return { isOver: () => isOver, ended: () => until('the stream ends', () => isOver, 2_000) }
    }

    const stays = await site.person('editor')
    const staying = await follow(stays.token)
    for (const end of ['disabled', 'demoted', 'demoted elsewhere', 'signed out', 'revoked'] as const) {
      const person = await site.person('editor')
      const made = await post(site, '/api/tokens', { name: 'x' }, person.headers)
      const stream = await follow(end === 'revoked' ? made.json().token : person.token)
      const user = `/api/admin/users/${person.id}`
      if (end === 'disabled') await send(site.app, 'PATCH', user, { disabled: true })
      if (end === 'demoted') await send(site.app, 'PATCH', user, { role: 'reader' })
      if (end === 'demoted elsewhere') await send(elsewhere, 'PATCH', user, { role: 'reader' })
      if (end === 'signed out') await post(site, '/auth/logout', undefined, person.headers)
      if (end === 'revoked') await send(site.app, 'DELETE', `/api/tokens/${made.json().id}`)
      await stream.ended()
    }
    // A refreshed session is the same one: its stream was opened with the token before.
    await post(site, '/auth/refresh', undefined, stays.headers)
    const other = await site.person('editor')
    const probe = await follow(other.token)
    await post(site, '/auth/logout', undefined, other.headers)
    await probe.ended()
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
    assert.equal(refused.answer.status, 429)
    assert.ok(Number(refused.answer.headers.get('retry-after')) > 0)
    streams[0]!.stop()
    await until('another one is let in', async () => {
      const next = await open()
      t.after(() => next.stop())
      return next.answer.status === 200
    })
  })
})
