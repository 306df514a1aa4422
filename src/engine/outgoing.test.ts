// Where a request to an address that someone typed in goes when its name changes its mind. Only the resolver is ours: no name
// of a real one can be made to change between two questions. 127.0.0.2 is allowed here and stands for the open Internet.

import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { parseNetworks } from '#networks.ts'
import { AddressRefused, post } from './outgoing.ts'

const ALLOWED = parseNetworks('127.0.0.2')!

/** resolving gives one list of addresses after another to whoever asks for any name. */
function resolving(t: TestContext, ...lists: string[][]): () => number {
  let asked = 0
  t.mock.method(dns, 'lookup', ((_name: string, _options: object, done: (...found: unknown[]) => void) => {
    const list = lists[Math.min(asked++, lists.length - 1)]!
    done(
      null,
      list.map((address) => ({ address, family: 4 })),
    )
  }) as never)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  return () => asked
}

/** listening counts the requests that reach an address of this machine. */
async function listening(t: TestContext, host: string, port = 0) {
  const heard = { requests: 0, port }
  const server = createServer((_request, response) => {
    heard.requests++
    response.writeHead(204).end()
  }).listen(port, host)
  await once(server, 'listening')
  t.after(() => server.close())
  heard.port = (server.address() as AddressInfo).port
  return heard
}

const send = (port: number) =>
  post({ url: `http://rebinding.example:${port}/`, headers: {}, body: '{}' }, ALLOWED, AbortSignal.timeout(20_000))

test('a name that is private by the time of the connection reaches nothing private', async (t) => {
  const open = await listening(t, '127.0.0.2')
  const inside = await listening(t, '127.0.0.1', open.port)
  const asked = resolving(t, ['127.0.0.2'], ['127.0.0.1'])
  assert.equal((await send(open.port)).status, 204)
  assert.equal(asked(), 1, 'the address that was checked is the one that is used')
  await assert.rejects(send(open.port), AddressRefused)
  assert.deepEqual([open.requests, inside.requests], [1, 0])
})

test('a name with an open and a private address is refused as a whole', async (t) => {
  const open = await listening(t, '127.0.0.2')
  resolving(t, ['127.0.0.2', '127.0.0.1'])
  await assert.rejects(send(open.port), /127\.0\.0\.1 is a private address/)
  assert.equal(open.requests, 0)
})
