// Requests that start.js sent before the application ran: each response can be taken once.

type Early = { response: Promise<Response>; stop: AbortController }

declare global {
  interface Window {
    galleyEarly?: Map<string, Early>
  }
}

/** takeEarly is the response that is already on its way, if there is one. */
export function takeEarly(address: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const early = window.galleyEarly?.get(address)
  if (!early) return undefined
  window.galleyEarly?.delete(address)
  signal?.addEventListener('abort', () => early.stop.abort(), { once: true })
  return early.response
}
