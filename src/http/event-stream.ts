// Server-sent events: the wire format, and the end of open streams: when their reader leaves, when the service stops, and
// after five minutes, because who may read is asked when a stream begins. Its reader comes back with the last id it saw.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE } from '#time.ts'
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
/** Whoever has signed out, or lost the right to a stream, hears of it no longer than this. */
const LONGEST_MS = 5 * MINUTE

/** eventStreams gives a feature the way to answer with a stream; what it follows ends by the signal that it is given. */
export function eventStreams(app: App, longestMs = LONGEST_MS) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  return (request: FastifyRequest, reply: FastifyReply, follow: Follow) => {
    reply.headers(HEADERS)
    if (request.method === 'HEAD') return reply.send(undefined)
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    const messages = follow(AbortSignal.any([closing.signal, gone.signal, AbortSignal.timeout(longestMs)]))
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
