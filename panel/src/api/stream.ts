// Event streams in a tab: galley-client reads and resumes them. Adds renewing an expired session, and closing streams of
// hidden tabs, because browsers limit connections per service over all tabs.

import { ResponseError } from 'galley-client/errors.ts'
import { events, type StreamInput } from 'galley-client/events.ts'
import type { EventStream } from 'galley-client/schema.ts'
import { galley, renewed } from './client.ts'

export type StreamState = 'live' | 'waiting' | 'ended'
type StreamOptions<K extends EventStream> = Omit<StreamInput<K>, 'onState' | 'signal'> & {
  onEvent: (data: string) => void
  onState?: (state: StreamState) => void
}

/** Reads until stopped, or until the service says that there is nothing to follow (4xx or 204). */
export function follow<K extends EventStream>(operation: K, options: StreamOptions<K>): () => void {
  const { onEvent, onState, lastId = '', ...input } = options
  const stop = new AbortController()
  void (async () => {
    let seen = lastId
    while (!stop.signal.aborted) {
      await shown(stop.signal)
      const signal = whenHidden(stop.signal)
      try {
        const from = { ...input, lastId: seen, onState, signal } as unknown as StreamInput<K>
        for await (const { id, data } of events(galley, operation, from)) {
          if (id) seen = id
          onEvent(data)
        }
      } catch (error) {
        if (error instanceof ResponseError && error.status === 401 && (await renewed())) continue
      }
      if (stop.signal.aborted) return
      onState?.(signal.aborted ? 'waiting' : 'ended')
      if (!signal.aborted) return
    }
  })()
  return () => stop.abort()
}

/** Aborted when the tab is hidden, or with the given signal. */
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
