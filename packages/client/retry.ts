// Sends a request again where that helps and does no harm. A 429 was not carried out, so it is repeated whatever it is; after
// a failed connection, a 502, 503 or 504 nobody knows, so only what reads or has an Idempotency-Key is. The key is part of
// the request, and thus the same each time.

export type SendRequest = (request: Request) => Promise<Response>

const FIRST_PAUSE = 500
/** A longer Retry-After is the caller's to wait for. */
const LONGEST_PAUSE = 60_000
const OUTAGES = new Set([502, 503, 504])

export const retrying =
  (send: SendRequest, attempts: number): SendRequest =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      // A body can be read once: the last attempt takes the original.
      const isLast = attempt === attempts
      const outcome = await send(isLast ? request : request.clone()).catch((error: Error) => error)
      const pause = pauseOf(outcome, attempt)
      if (isLast || pause > LONGEST_PAUSE || request.signal.aborted || !isWorthIt(request, outcome)) {
        if (outcome instanceof Error) throw outcome
        return outcome
      }
      // Unread, the refused response would keep its connection.
      if (outcome instanceof Response) await outcome.body?.cancel()
      await wait(pause, request.signal)
      request.signal.throwIfAborted()
    }
  }

function isWorthIt(request: Request, outcome: Response | Error): boolean {
  if (outcome instanceof Response && outcome.status === 429) return true
  const isOutage = outcome instanceof Error || OUTAGES.has(outcome.status)
  return isOutage && (request.method === 'GET' || request.headers.has('idempotency-key'))
}

/** pauseOf: as long as the service asks for; otherwise doubled each time, with jitter, so that clients do not come back at once. */
function pauseOf(outcome: Response | Error, attempt: number): number {
  const asked = outcome instanceof Response ? secondsOf(outcome.headers.get('retry-after')) : undefined
  return asked !== undefined ? asked * 1000 : FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

/** secondsOf: Retry-After has seconds or, from a proxy, a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** wait ends early, and without an error, when the signal is aborted. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
