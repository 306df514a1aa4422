// Server-sent events: the wire format of a job's live history, and the end of open streams when the service stops.

import { Readable } from 'node:stream'
import type { EventOut } from './schemas.ts'

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A connection that outlives its stream would keep a stopping service waiting.
  connection: 'close',
}

const HELLO = 'retry: 2000\n\n'

/** readLastEventId reads the number after which a client wants to go on; anything else means from the beginning. */
export function readLastEventId(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.at(-1) : header
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** toEventStream writes one message an event; a comment keeps the line open through proxies. */
export function toEventStream(events: AsyncIterable<EventOut | 'silence'>): Readable {
  return Readable.from(lines(events), { objectMode: false, highWaterMark: 16 * 1024 })
}

async function* lines(events: AsyncIterable<EventOut | 'silence'>): AsyncGenerator<string> {
  yield HELLO
  for await (const event of events) {
    yield event === 'silence' ? ': silence\n\n' : `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
  }
}
