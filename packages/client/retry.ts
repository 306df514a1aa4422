// Retries requests where that is safe. A 429 was not executed, so it is always retried; after a failed connection, a 502, 503
// or 504 only reads and requests with an Idempotency-Key are, which stays the same.

export type SendRequest = (request: Request) => Promise<Response>

const FIRST_PAUSE = 500
/** Longer Retry-After times are left to the caller. */
const LONGEST_PAUSE = 60_000
const OUTAGES = new Set([502, 503, 504])

export const retrying =
  (send: SendRequest, attempts: number): SendRequest =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      // A body can be read once, so earlier attempts use a clone.
      const isLast = attempt === attempts
      const outcome = await send(isLast ? request : request.clone()).catch((error: Error) => error)
      const pause = pauseOf(outcome, attempt)
      if (isLast || pause > LONGEST_PAUSE || request.signal.aborted || !isWorthIt(request, outcome)) {
        if (outcome instanceof Error) throw outcome
        return outcome
      }
      // An unread body would keep the connection occupied.
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

/** Retry-After, or exponential backoff with jitter, so that clients don't return simultaneously. */
function pauseOf(outcome: Response | Error, attempt: number): number {
  const asked = outcome instanceof Response ? secondsOf(outcome.headers.get('retry-after')) : undefined
  return asked !== undefined ? asked * 1000 : FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

/** Retry-After has seconds or, from a proxy, a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Resolves early, without an error, when the signal is aborted. */
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
