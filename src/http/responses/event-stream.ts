// Server-sent events: the wire format, what keeps a silent stream open, and the end of streams: when their reader leaves or
// loses the right to them (open-streams.ts), when the service stops, and after five minutes. A reader comes back with the last
// id it saw.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE, SECOND } from '#time.ts'

type StreamMessage = { id: string | number; data: unknown }
export type Follow = (signal: AbortSignal) => AsyncGenerator<StreamMessage>

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A connection that outlives its stream would keep a stopping service waiting.
  connection: 'close',
}
const HELLO = 'retry: 2000\n\n'
/** A stream that nobody closes does not stay for ever; its reader comes back. */
const LONGEST_MS = 5 * MINUTE
/** Proxies cut a connection that is silent for a while, often half a minute; a comment is enough to keep it. */
const SILENCE_MS = 15 * SECOND
const SILENCE = ': silence\n\n'

/** eventStreams gives a feature the way to respond with a stream; `follow` ends when its signal is aborted. */
export function eventStreams(
  app: Pick<FastifyInstance, 'addHook' | 'openStreams'>,
  { longestMs = LONGEST_MS, silenceMs = SILENCE_MS } = {},
) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  return (request: FastifyRequest, reply: FastifyReply, follow: Follow) => {
    if (request.method === 'HEAD') return reply.headers(HEADERS).send(undefined)
    const gone = new AbortController()
    const remove = app.openStreams.add(request, () => gone.abort())
    reply.headers(HEADERS)
    reply.raw.on('close', () => {
      remove()
      gone.abort()
    })
    const messages = follow(AbortSignal.any([closing.signal, gone.signal, AbortSignal.timeout(longestMs)]))
    return reply.send(Readable.from(lines(messages, silenceMs), { objectMode: false, highWaterMark: 16 * 1024 }))
  }
}

async function* lines(messages: AsyncGenerator<StreamMessage>, silenceMs: number): AsyncGenerator<string> {
  yield HELLO
  try {
    for (;;) {
      const next = messages.next()
      while (!(await comesWithin(silenceMs, next))) yield SILENCE
      const { value, done } = await next
      if (done) return
      yield `id: ${value.id}\ndata: ${JSON.stringify(value.data)}\n\n`
    }
  } finally {
    await messages.return(undefined)
  }
}

async function comesWithin(ms: number, next: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([next.then(() => true), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** readLastEventId is the id after which a client wants to go on, '' when it names none. */
export function readLastEventId(request: FastifyRequest): string {
  const given = request.headers['last-event-id']
  return (Array.isArray(given) ? given.at(-1) : given) ?? ''
}
