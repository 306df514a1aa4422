// Requests that start.js sent before the application ran: each response can be taken once. A third of what start.js gains
// (docs/speed.md).

type Early = { response: Promise<Response>; stop: AbortController }

declare global {
  interface Window {
    galleyEarly?: Map<string, Early>
  }
}

/** takeEarly is the response that is already on its way, if there is one. */
export function takeEarly({ method, url, signal }: Request): Promise<Response> | undefined {
  const address = url.slice(location.origin.length)
  const early = method === 'GET' ? window.galleyEarly?.get(address) : undefined
  if (!early) return undefined
  window.galleyEarly?.delete(address)
  signal.addEventListener('abort', () => early.stop.abort(), { once: true })
  return early.response
}
