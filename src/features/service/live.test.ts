// The stream that tells pages what kind of thing has changed, over real connections.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { register } from '#engine/supervisor/rows.ts'
import { type Built, build, onEngines } from '../../../test/build.ts'
import { type Cleaner, lastFirst } from '../../../test/cleaner.ts'
import { makeDocument, pipelineOf } from '../../../test/pipeline.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'
import type { LiveKind } from './live.ts'

async function open(t: Cleaner, site: Pick<Built, 'app'>, headers: object) {
  const url = site.app.server.listening ? addressOf(site) : await site.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await listen<{ changed: LiveKind[] }>(`${url}/api/admin/live`, headers as Record<string, string>)
  t.after(() => stream.stop())
  const heard = () => new Set(stream.messages.flatMap(({ data }) => data.changed))
  return { ...stream, hears: (kind: LiveKind) => until(`${kind} have changed`, () => heard().has(kind)), heard }
}

function addressOf({ app }: Pick<Built, 'app'>): string {
  const address = app.server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

onEngines('GET /api/admin/live', (engine) => {
  test('is an event stream', async (t) => {
    const { app, person } = await build(t, { engine })
    const editor = await person('editor')
    const head = await app.inject({ method: 'HEAD', url: '/api/admin/live', headers: editor.headers })
    assert.equal(head.headers['content-type'], 'text/event-stream')
  })

  test('names the kinds that change, whichever node changes them, and nothing else', async (t) => {
    const site = await build(t, { engine })
    const { headers } = await site.person('editor')
    const other = await openDb(site.config)
    lastFirst(t).after(() => other.close())
    const elsewhere = buildApp({ ...site, db: other })
    lastFirst(t).after(() => elsewhere.close())
    const stream = await open(t, site, headers)
    await until('the first message comes', () => stream.messages.length === 1)
    assert.deepEqual(stream.messages[0]!.data, { changed: [] })

    const response = await elsewhere.inject({
      method: 'POST',
      url: '/api/admin/docs/',
      headers,
      payload: { title: 'Backups' },
    })
    assert.equal(response.statusCode, 201)
    await stream.hears('documents')
    await stream.hears('categories')
    assert.deepEqual([...stream.heard()].sort(), ['categories', 'documents'])

    await pipelineOf(site).enqueue(response.json().id)
    await stream.hears('jobs')
    assert.ok(!stream.heard().has('processes'))
    await other.inTransaction((tx) =>
      register(site, tx, {
        kind: 'worker',
        name: 'w',
        queues: ['docs'],
        concurrency: 1,
        autorestart: false,
        origin: 'request',
      }),
    )
    await stream.hears('processes')
  })

  test('a stream that goes on says at once what has changed meanwhile', async (t) => {
    const site = await build(t, { engine })
    const { headers } = await site.person('editor')
    const first = await open(t, site, headers)
    await until('the first message comes', () => first.messages.length === 1)
    first.stop()
    await pipelineOf(site).enqueue(await makeDocument(site))
    const second = await open(t, site, { ...headers, 'last-event-id': first.messages[0]!.id })
    await until('the first message comes', () => second.messages.length === 1)
    assert.deepEqual(second.messages[0]!.data.changed, ['documents', 'categories', 'jobs'])
    const strange = await open(t, site, { ...headers, 'last-event-id': 'a;b' })
    await until('the first message comes', () => strange.messages.length === 1)
    assert.deepEqual(strange.messages[0]!.data.changed, [])
  })

  test('many changes are few messages, and messages are not counted as requests', async (t) => {
    const site = await build(t, { engine, env: { GALLEY_RATE_TOKEN: '50' } })
    const { headers } = await site.person('editor')
    const stream = await open(t, site, headers)
    await until('the first message comes', () => stream.messages.length === 1)
    const from = performance.now()
    for (let nthal = 0; nthal < 60; nthal++) await makeDocument(site)
    await stream.hears('documents')
    const most = 2 + (performance.now() - from) / 500
    assert.ok(stream.messages.length <= most, `${stream.messages.length} messages, not more than ${most}`)
    const after = await site.app.inject({ url: '/api/time', headers })
    assert.equal(after.headers['x-ratelimit-remaining'], '48')
  })

  test('a service that stops ends its open streams', async (t) => {
    const site = await build(t, { engine })
    const { headers } = await site.person('editor')
    const stream = await open(t, site, headers)
    await until('the first message comes', () => stream.messages.length === 1)
    const closed = once(site.app.server, 'close')
    await Promise.all([site.app.close(), stream.ended, closed])
  })
})
