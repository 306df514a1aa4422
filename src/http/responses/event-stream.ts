// Server-sent events: format, keep-alive, and the end of a stream: when the client leaves, loses the right to it
// (open-streams.ts), the service stops, or after five minutes. Clients resume with their last event id.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE, SECOND } from '#time.ts'

type StreamMessage = { id: string | number; data: unknown }
export type Follow = (signal: AbortSignal) => AsyncGenerator<StreamMessage>

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Otherwise the idle connection would delay a stop.
  connection: 'close',
}
const HELLO = 'retry: 2000\n\n'
/** A stream ends after this; its client reconnects. */
const LONGEST_MS = 5 * MINUTE
/** Proxies cut silent connections, often after half a minute; a comment keeps them open. */
const SILENCE_MS = 15 * SECOND
const SILENCE = ': silence\n\n'

/** `follow` ends when its signal is aborted. */
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

/** The id to resume after; '' without one. */
export function readLastEventId(request: FastifyRequest): string {
  const given = request.headers['last-event-id']
  return (Array.isArray(given) ? given.at(-1) : given) ?? ''
}
