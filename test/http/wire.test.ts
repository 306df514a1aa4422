// What happens on the wire itself: slow, broken and impolite clients, and a stop while requests are under way.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/http/kernel.ts'
import { wireFaults } from '../described.ts'
import { keepBusy, startService } from '../faults/service.ts'
import { until } from '../until.ts'
import { smallApp } from './small-app.ts'

const portOf = (app: App): number => (app.server.address() as { port: number }).port

async function listening(t: Parameters<typeof smallApp>[0], options: Parameters<typeof smallApp>[1] = {}) {
  const small = await smallApp(t, options)
  await small.app.listen({ host: '127.0.0.1', port: 0 })
  return small
}

/** exchange sends bytes and gives all that comes back until the server closes (or the patience ends). */
function exchange(app: App, ...parts: (string | Buffer | number)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(app), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    const send = async () => {
      for (const part of parts) {
        if (typeof part === 'number') await sleep(part)
        else if (!socket.destroyed) socket.write(part)
      }
      if (parts.at(-1) === 0) socket.destroy()
    }
    void send()
  })
}
const bodyOf = (response: string): string => response.slice(response.indexOf('\r\n\r\n') + 4)
const headersOf = (response: string): Record<string, string> =>
  Object.fromEntries(
    [...response.slice(0, response.indexOf('\r\n\r\n')).matchAll(/^([\w-]+): (.*)\r?$/gm)].map(([, name, value]) => [
      name!.toLowerCase(),
      value!,
    ]),
  )
const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

describe('on the wire', () => {
  test('what is not HTTP gets a response with a detail, and the connection is closed', async (t) => {
    const { app } = await listening(t)
    for (const [bytes, status] of [
      ['NONSENSE / HTTP/1.1\r\n\r\n', 405],
      ['GET /healthz HTTP/9.9\r\n\r\n', 400],
      ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n', 400],
      ['POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
      [
        'POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      ['GET /search?q=\u00e9 HTTP/1.1\r\nHost: localhost\r\n\r\n', 422],
      ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: wonders\r\n\r\n', 417],
      [`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
    ] as const) {
      const response = await exchange(app, bytes)
      assert.equal(statusOf(response), status, bytes.slice(0, 60))
      const described = { status, headers: headersOf(response), body: bodyOf(response) }
      assert.deepEqual(await wireFaults(described), [], bytes.slice(0, 60))
    }
  })

  test('a request without a Host, or for an address in full, is judged like any other', async (t) => {
    const { app } = await listening(t)
    const ask = (line: string, headers = '') => exchange(app, `${line}\r\n${headers}Connection: close\r\n\r\n`)
    assert.equal(statusOf(await ask('GET /search?q=a HTTP/1.1')), 421)
    assert.equal(statusOf(await ask('GET /healthz HTTP/1.0')), 200)
    assert.equal(
      statusOf(await ask('GET http://evil.example.net/search?q=a HTTP/1.1', 'Host: evil.example.net\r\n')),
      421,
    )
    assert.ok(
      [200, 404].includes(statusOf(await ask('GET http://localhost/search?q=a HTTP/1.1', 'Host: localhost\r\n'))),
    )
    assert.ok([404, 405].includes(statusOf(await ask('OPTIONS * HTTP/1.1', 'Host: localhost\r\n'))))
    assert.equal(statusOf(await ask('GET /slugs/%zz HTTP/1.1', 'Host: localhost\r\n')), 404)
    assert.equal(statusOf(await ask('GET //evil.example.net/ HTTP/1.1', 'Host: localhost\r\n')), 404)
  })

  test('clients that send their request drop by drop are sent away within 30 s', async (t) => {
    const { app } = await listening(t)
    const { headersTimeout, requestTimeout } = app.server
    const every = (app.server as unknown as { connectionsCheckingInterval: number }).connectionsCheckingInterval
    assert.ok(headersTimeout > 0 && headersTimeout + every <= 30_000)
    assert.ok(requestTimeout > 0 && requestTimeout + every <= 30_000)
  })

  test('a slow head or body is a 408 with a detail', async (t) => {
    const { app } = await smallApp(t)
    // The same timers, wound faster.
    Object.assign(app.server, { headersTimeout: 100, requestTimeout: 150, connectionsCheckingInterval: 20 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    for (const head of [
      'GET /healthz HTTP/1.1\r\nHost: loc',
      'POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ]) {
      const response = await exchange(app, head)
      assert.equal(statusOf(response), 408)
      assert.equal(bodyOf(response), '{"detail":"Request Timeout"}')
    }
  })

  test('a client that hangs up in the middle of its body harms nobody and is no fault of ours', async (t) => {
    const lines: string[] = []
    const { app } = await listening(t, { lines })
    const head =
      'POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
    await exchange(app, head, 30, 0)
    await until('the request is logged', () => lines.some((line) => /"request"|refused/.test(line)))
    assert.doesNotMatch(lines.join('\n'), /"level":50|"status":5/)
    assert.equal((await fetch(`http://127.0.0.1:${portOf(app)}/healthz`)).status, 200)
  })

  test('a body over the limit is refused before it is read, with the connection closed', async (t) => {
    const { app } = await listening(t)
    const head =
      'POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{'
    const response = await exchange(app, head)
    assert.equal(statusOf(response), 413)
    assert.match(response, /connection: close/i)
  })

  test('a client that sends all of a body that is too large hears why it is refused', async (t) => {
    const { app } = await listening(t)
    const body = JSON.stringify({ title: 'x'.repeat(12 * 1024 * 1024) })
    for (let times = 0; times < 5; times++) {
      const response = await fetch(`http://127.0.0.1:${portOf(app)}/items/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      assert.deepEqual([response.status, await response.json()], [413, { detail: 'Request body is larger than 2 MiB' }])
    }
  })

  test('a chunked body is counted as it comes', async (t) => {
    const { app } = await listening(t)
    const piece = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`
    const head =
      'POST /items/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const response = await exchange(app, head, piece.repeat(40))
    assert.equal(statusOf(response), 413)
  })
})

describe('a stop', () => {
  test('responds to what has come in, closes connections with a response, and takes nothing new', async (t) => {
    const { app } = await listening(t)
    const port = portOf(app)
    const crowd = await keepBusy(port, 20)
    await app.close()
    assert.equal(await crowd.cutOff(), 0)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`))
  })

  test('by SIGTERM under load ends the service with 0 and nobody cut off', async (t) => {
    const { port, child, ended, clean } = await startService()
    t.after(clean)
    const crowd = await keepBusy(port, 10)
    child.kill('SIGTERM')
    assert.equal(await crowd.cutOff(), 0)
    assert.deepEqual(await ended, [0, null])
  })
})
