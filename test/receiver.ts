// A receiver of webhooks: a real server that keeps what it is sent and responds as a test says.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before } from 'node:test'
import type { Deps } from '../src/deps.ts'
import { MINUTE } from '../src/time.ts'
import { runSender } from '../src/worker/sender.ts'
import { type Built, buildOnce, type Engine, TestClock } from './build.ts'
import { type Cleaner, lastFirst } from './cleaner.ts'
import { until } from './until.ts'

type ReceivedMessage = {
  headers: IncomingHttpHeaders
  raw: string
  body: { type: string; data: Record<string, unknown> }
}
type Respond = (response: ServerResponse, message: ReceivedMessage) => void

const take: Respond = (response) => response.writeHead(204).end()

export async function receive(t: Cleaner, respond: Respond = take) {
  const messages: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const part of request) raw += part
    const message = { headers: request.headers, raw, body: JSON.parse(raw) as ReceivedMessage['body'] }
    messages.push(message)
    respond(response, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  lastFirst(t).after(() => {
    server.closeAllConnections()
    server.close()
  })
  const types = () => messages.map(({ body }) => body.type)
  return { messages, types, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

/** sendOff runs a sender until the condition holds. */
export async function sendOff(deps: Deps, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const running = runSender(deps, stop.signal, 10)
  await until(`messages were sent: ${isDone}`, isDone).finally(() => stop.abort())
  await running
}

/** webhookSite is an app whose webhooks may go to this machine, with a clock of its own. */
export function webhookSite(engine: Engine, env: Record<string, string> = { GALLEY_WEBHOOK_NETWORKS: 'loopback' }) {
  const clock = new TestClock()
  // Files are loaded together, minutes before some of them run; a signature is refused when it is five minutes old.
  before(() => clock.advance(Date.now() - clock.now()))
  const site = buildOnce({ engine, clock, env })
  let signedIn = { at: Number.NEGATIVE_INFINITY, headers: { authorization: '' } }
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    // A session, and the proof that some of these ask for, do not outlast a clock that a test moves.
    if (clock.now() - signedIn.at > MINUTE) signedIn = { at: clock.now(), ...(await site().person('admin')) }
    const response = await site().app.inject({ method, url, headers: signedIn.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  /** heard are the events that the webhooks of tests which have ended were sent. */
  const heard = new Set<string>()
  /** listen adds a webhook that is gone when the test ends. */
  const listen = async (t: Cleaner, payload: object): Promise<{ id: number; secret: string; path: string }> => {
    const { body } = await call('POST', '/api/admin/webhooks', payload)
    const path = `/api/admin/webhooks/${body.id}`
    lastFirst(t).after(async () => {
      const { items } = (await call('GET', `${path}/deliveries`)).body
      for (const { event } of items) heard.add(event)
      await call('DELETE', path)
    })
    return { id: body.id, secret: body.signing_secret, path }
  }
  const hasSent = async () => {
    const row = await site()
      .db.read.selectFrom('webhook_deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .executeTakeFirst()
    return row === undefined
  }
  return { site: site as () => Built, clock, call, listen, heard, hasSent }
}
