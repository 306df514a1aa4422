// The client against a real service over real connections: what it gives, what it throws, what it sends again and what not.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { buildOnce, type TestPerson } from '../../test/build.ts'
import { makeDocument, pipelineOf, work } from '../../test/pipeline.ts'
import { connect } from './client.ts'
import { isRefusal, ResponseError } from './errors.ts'
import { events } from './events.ts'
import { items } from './items.ts'
import type { SendRequest } from './retry.ts'

describe('the client', () => {
  const site = buildOnce({})
  let origin: string
  let admin: TestPerson
  before(async () => {
    await site().app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(site().app.server.address() as AddressInfo).port}`
    admin = await site().person('admin')
  })
  const galleyOver = (send: SendRequest = fetch) => connect(origin, { token: admin.token, fetch: send })
  const titled = (title: string) => ({ query: { publish: true }, body: { title } })
  const countOf = async (title: string) => {
    const found = await galleyOver().call('GET /api/admin/docs/', { query: { limit: 200 } })
    return found.filter((document) => document.title === title).length
  }

  test('a success is its body, and an error says what is wrong with which field', async () => {
    const galley = galleyOver()
    const body = { title: 'Reset a password', markdown: 'Ask for a link.' }
    const document = await galley.call('POST /api/admin/docs/', { query: { publish: true }, body })
    const read = await galley.call('GET /api/admin/docs/{doc_id}', { path: { doc_id: document.id } })
    assert.equal(read.title, 'Reset a password')
    assert.match(
      await galley.call('GET /api/docs/{doc_id}/markdown', { path: { doc_id: document.id } }),
      /Ask for a link/,
    )
    await assert.rejects(galley.call('POST /api/admin/docs/', titled('')), (error) => {
      assert.ok(error instanceof ResponseError)
      assert.equal(error.status, 422)
      assert.deepEqual(error.issues[0]?.loc, ['body', 'title'])
      assert.match(error.message, /^POST \/api\/admin\/docs\/: 422 body\.title: /)
      return true
    })
    assert.equal(await galley.call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: document.id } }), undefined)
  })

  test('the body of an error has the type that its operation gives it', async () => {
    const { email: identifier } = await site().person('reader')
    const login = 'POST /auth/login'
    const error: unknown = await galleyOver()
      .call(login, { body: { identifier, password: 'not the right one' } })
      .catch((thrown: unknown) => thrown)
    // Types alone: what asks for a second factor is known to hold a ticket.
    if (isRefusal(error, login, 403)) assert.fail(error.body.second_factor?.ticket)
    assert.equal(isRefusal(error, 'POST /auth/refresh', 401), false, 'another operation')
    assert.ok(isRefusal(error, login, 401))
    assert.equal(error.body.detail, 'Invalid credentials')
  })

  test('a file is sent with its own type, and comes back as it was', async () => {
    const galley = galleyOver()
    const file = new Blob([Buffer.from('a,b\n1,2\n')], { type: 'text/csv' })
    const { url } = await galley.call('POST /api/files', { query: { name: 'table.csv' }, body: file })
    const [, , key, name] = new URL(url, origin).pathname.split('/') as [string, string, string, string]
    const response = await galley.respond('GET /files/{key}/{name}', { path: { key, name } })
    assert.equal(await response.text(), 'a,b\n1,2\n')
  })

  test('a create whose response was lost is sent again with its key, and happens once', async () => {
    const keys: (string | null)[] = []
    const losing: SendRequest = async (request) => {
      keys.push(request.headers.get('idempotency-key'))
      const response = await fetch(request)
      if (keys.length < 3) throw new TypeError('fetch failed')
      return response
    }
    await galleyOver(losing).call('POST /api/admin/docs/', titled('Sent thrice'))
    assert.equal(keys.length, 3)
    assert.match(keys[0]!, /^[0-9a-f]{32}$/)
    assert.equal(new Set(keys).size, 1)
    assert.equal(await countOf('Sent thrice'), 1)
  })

  test('a write without a key is not sent again when nobody knows what became of it', async () => {
    const { id } = await galleyOver().call('POST /api/admin/docs/', titled('Written once'))
    let sent = 0
    const losing: SendRequest = async (request) => {
      sent++
      await fetch(request)
      throw new TypeError('fetch failed')
    }
    await assert.rejects(
      galleyOver(losing).call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: id } }),
      /fetch failed/,
    )
    assert.equal(sent, 1)
  })

  test('Retry-After is waited for, whatever was sent, unless it is long', async () => {
    const refusing = (retryAfter: string): SendRequest & { times: number[] } => {
      const times: number[] = []
      const send: SendRequest = async (request) => {
        times.push(performance.now())
        if (times.length > 1) return fetch(request)
        return Response.json({ detail: 'Too many requests' }, { status: 429, headers: { 'retry-after': retryAfter } })
      }
      return Object.assign(send, { times })
    }
    const once = refusing('1')
    await galleyOver(once).call('POST /auth/logout')
    // Timers may fire a millisecond early.
    assert.ok(once.times[1]! - once.times[0]! >= 999)
    const date = refusing(new Date().toUTCString())
    await galleyOver(date).call('GET /api/time')
    assert.equal(date.times.length, 2)
    const long = refusing('3600')
    await assert.rejects(galleyOver(long).call('GET /api/time'), { status: 429 })
    assert.equal(long.times.length, 1)
  })

  test('waiting ends when the request is called off', async () => {
    const stop = new AbortController()
    const busy: SendRequest = async () => {
      stop.abort()
      return new Response('{}', { status: 503, headers: { 'retry-after': '30' } })
    }
    const calledOff = galleyOver(busy).call('GET /api/time', { signal: stop.signal })
    await assert.rejects(calledOff)
  })
})

describe('lists and streams of the client', () => {
  const site = buildOnce({})
  let origin: string
  before(async () => {
    await site().app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(site().app.server.address() as AddressInfo).port}`
  })

  test('an iterator gives what all pages hold, however the list is paged', async () => {
    const galley = connect(origin, { token: (await site().person('admin')).token })
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      await galley.call('POST /api/admin/docs/', { query: { publish: true }, body: { title } })
    const all = await galley.call('GET /api/docs')
    assert.equal(all.length, 5)
    const idsOf = async (found: AsyncIterable<{ id: number }>) => (await Array.fromAsync(found)).map(({ id }) => id)
    const query = { limit: 2 }
    assert.deepEqual(
      await idsOf(items(galley, 'GET /api/docs', { query })),
      all.map(({ id }) => id),
    )
    assert.equal(new Set(await idsOf(items(galley, 'GET /api/admin/docs/', { query }))).size, 5)
    const bucket = { path: { bucket: 'empty' }, query: { page_size: 2 } } as const
    assert.equal(new Set(await idsOf(items(galley, 'GET /api/admin/docs/buckets/{bucket}', bucket))).size, 5)
    const entries = await idsOf(items(galley, 'GET /api/admin/audit', { query }))
    assert.deepEqual(entries, await idsOf(items(galley, 'GET /api/admin/audit')))
  })

  test('a stream that breaks goes on after the last event, and ends with its job', async () => {
    const { token } = await site().person('admin')
    const { enqueue, call } = pipelineOf(site())
    const { body: queued } = await enqueue(await makeDocument(site()), { notes: 'One.' })
    await work(site())
    const asked: (string | null)[] = []
    const breaking: SendRequest = async (request) => {
      asked.push(request.headers.get('last-event-id'))
      const response = await fetch(request)
      return asked.length > 1 ? response : new Response(firstChunkOf(response.body!), response)
    }
    const galley = connect(origin, { token, fetch: breaking })
    const kinds: string[] = []
    const job = { path: { job_id: queued.job_id } }
    for await (const { data } of events(galley, 'GET /api/pipeline/docs/job/{job_id}/events/stream', job)) {
      kinds.push(JSON.parse(data).kind)
      if (kinds.at(-1) === 'draft.ready') await call('POST', `/iterations/${queued.iteration_id}/approve`)
    }
    assert.equal(asked[0], null)
    assert.match(asked[1]!, /^\d+$/)
    const stored = await galley.call('GET /api/pipeline/docs/job/{job_id}/events', job)
    assert.deepEqual(
      kinds,
      stored.map(({ kind }) => kind),
    )
  })

  test('a stream that is refused says why', async () => {
    const galley = connect(origin, { token: (await site().person('reader')).token })
    await assert.rejects(events(galley, 'GET /api/admin/live', {}).next(), { status: 403 })
  })
})

/** firstChunkOf is a connection that breaks after its first piece. */
function firstChunkOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let pulls = 0
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (pulls++ > 0) return controller.error(new TypeError('terminated'))
    controller.enqueue((await reader.read()).value!)
    await reader.cancel()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
