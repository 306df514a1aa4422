// Server-sent events: one connection per view, resumed after the last event seen, with growing pauses. eventsource-parser reads
// the stream; the connection is a fetch, because the browser's EventSource hides why it was refused (an expired session is renewed,
// any other 4xx ends it) and goes on in tabs that nobody sees.

import { EventSourceParserStream } from 'eventsource-parser/stream'
import { renewed } from './client.ts'
import { takeEarly } from './early.ts'

export type StreamState = 'live' | 'waiting' | 'ended'
type StreamOptions = {
  onEvent: (data: string) => void
  onState?: (state: StreamState) => void
  lastId?: string
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 20_000

/**
 * follow keeps reading until it is stopped, or until the service says that there is nothing to follow (4xx or 204).
 * A tab that nobody sees lets go: browsers allow few connections to one service, for all tabs together.
 */
export function follow(address: string, { onEvent, onState, lastId = '' }: StreamOptions): () => void {
  const stop = new AbortController()
  void (async () => {
    let seen = lastId
    let pause = FIRST_PAUSE
    while (!stop.signal.aborted) {
      await shown(stop.signal)
      const hidden = whenHidden(stop.signal)
      try {
        const headers = { accept: 'text/event-stream', ...(seen && { 'last-event-id': seen }) }
        const ask = () => fetch(address, { credentials: 'same-origin', headers, signal: hidden })
        const response = await (takeEarly(address, hidden) ?? ask())
        if (response.status === 401 && (await renewed())) continue
        if (response.status === 204 || (response.status >= 400 && response.status < 500 && response.status !== 429)) {
          onState?.('ended')
          return
        }
        if (response.ok && response.body) {
          onState?.('live')
          pause = FIRST_PAUSE
          for await (const { id, data } of eventsOf(response.body)) {
            if (id) seen = id
            onEvent(data)
          }
        }
      } catch {
        if (stop.signal.aborted) return
      }
      onState?.('waiting')
      if (hidden.aborted) continue
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  })()
  return () => stop.abort()
}

/** whenHidden is aborted when the tab is put away, or with the given signal. */
function whenHidden(stop: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  const look = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([stop, hidden.signal]) })
  return AbortSignal.any([stop, hidden.signal])
}

const shown = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stop })
  })

async function* eventsOf(body: ReadableStream<BufferSource>) {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  // Not `for await` over the stream itself: Safari 18 can't.
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
