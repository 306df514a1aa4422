// Server-sent events as an async iterator: resumes after the last event with growing pauses, until the service says that
// nothing more follows. Uses fetch and eventsource-parser, because EventSource hides errors and can't send Authorization.

import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import type { CallArgs, CallInput, GalleyClient } from './client.ts'
import { ResponseError } from './errors.ts'
import { wait } from './retry.ts'
import type { EventStream } from './schema.ts'

export type StreamInput<K extends EventStream> = CallInput<K> & {
  /** The last known event's id: later events are sent first. */
  lastId?: string
  onState?: (state: 'live' | 'waiting') => void
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 20_000

/** Ends with the signal or the stream (204); a refusal (4xx) is thrown. */
export async function* events<K extends EventStream>(
  galley: GalleyClient,
  operation: K,
  { lastId = '', onState, ...input }: StreamInput<K>,
): AsyncGenerator<EventSourceMessage> {
  const { signal } = input
  let seen = lastId
  let pause = FIRST_PAUSE
  while (!signal?.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...(seen && { 'last-event-id': seen }) }
      const response = await galley.respond(operation, ...([{ ...input, headers }] as unknown as CallArgs<K>))
      if (response.status === 204) return
      onState?.('live')
      pause = FIRST_PAUSE
      for await (const event of messagesOf(response.body!)) {
        if (event.id) seen = event.id
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof ResponseError && error.status < 500 && error.status !== 429) throw error
    }
    onState?.('waiting')
    await wait(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
}

async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<EventSourceMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    // No `for await` over the stream, which Safari 18 doesn't support.
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}
