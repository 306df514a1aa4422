// Server-sent events: the wire format, and the end of open streams when their reader leaves or the service stops.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './kernel.ts'

/** A Message is one event; 'silence' keeps the line open through proxies. */
export type Message = { id: string | number; data: unknown } | 'silence'
export type Follow = (signal: AbortSignal) => AsyncIterable<Message>

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A connection that outlives its stream would keep a stopping service waiting.
  connection: 'close',
}
const HELLO = 'retry: 2000\n\n'

/** eventStreams gives a feature the way to answer with a stream that ends when the service stops. */
export function eventStreams(app: App) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  return (request: FastifyRequest, reply: FastifyReply, follow: Follow) => {
    reply.headers(HEADERS)
    if (request.method === 'HEAD') return reply.send(undefined)
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    const messages = follow(AbortSignal.any([closing.signal, gone.signal]))
    return reply.send(Readable.from(lines(messages), { objectMode: false, highWaterMark: 16 * 1024 }))
  }
}

async function* lines(messages: AsyncIterable<Message>): AsyncGenerator<string> {
  yield HELLO
  for await (const message of messages) {
    yield message === 'silence' ? ': silence\n\n' : `id: ${message.id}\ndata: ${JSON.stringify(message.data)}\n\n`
  }
}

/** readLastEventId is the id after which a client wants to go on, '' when it names none. */
export function readLastEventId(request: FastifyRequest): string {
  const given = request.headers['last-event-id']
  return (Array.isArray(given) ? given.at(-1) : given) ?? ''
}
