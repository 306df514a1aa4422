// The one way out to a language model: no redirects, a limit on time and on size, and failures reported in our own words.
// Whatever goes wrong on the wire becomes a DrafterFailure here; the key and the response's body never reach a message.

import { DrafterFailure } from '../contract.ts'

const LARGEST_RESPONSE = 5 * 1024 * 1024

/** UnusableResponse: the model responded, but not with what was asked; it gets one chance to repair that. */
export class UnusableResponse extends Error {
  override name = 'UnusableResponse'
}

/** TooLong: what was sent does not fit the model; it is asked again with less material. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/** RETRYABLE are the statuses after which a later attempt can succeed, each with its reason; so can any of 500 and up. */
const RETRYABLE: Record<number, string> = {
  408: 'it gave up waiting for the request',
  409: 'another request stands in the way',
  429: 'too many requests',
}

/** createLimitedFetch is the fetch that the provider's client is given; connecting is limited to 10 s by Node itself. */
export function createLimitedFetch(timeoutSeconds: number, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, timeout]) })
      await refuse(response)
      const body = await readLimited(response)
      return new Response(body, { status: response.status, headers: plainHeaders(response) })
    } catch (error) {
      if (error instanceof DrafterFailure || error instanceof UnusableResponse || error instanceof TooLong) throw error
      if (signal.aborted) throw signal.reason
      if (timeout.aborted)
        throw new DrafterFailure(`The model did not answer within ${timeoutSeconds} s.`, { retryable: true })
      throw new DrafterFailure(`The model could not be reached (${faultCode(error)}).`, { retryable: true })
    }
  }
}

async function refuse(response: Response): Promise<void> {
  const { status } = response
  if (status >= 200 && status < 300) return
  if (status === 413 || (status === 400 && (await saysTooLong(response)))) throw new TooLong()
  await response.body?.cancel().catch(() => {})
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new DrafterFailure('The model’s address answers with a redirect; redirects are not followed.', {
      retryable: false,
    })
  const retryable = status >= 500 || status in RETRYABLE
  const retryAfterSeconds = retryable ? parseRetryAfter(response.headers.get('retry-after')) : undefined
  throw new DrafterFailure(`The model’s service responded with ${status}${hint(status)}.`, {
    retryable,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

/** What providers call it when a prompt does not fit; their 400 has no other mark. */
const TOO_LONG = /context_length_exceeded|context (?:length|window)|prompt is too long|too many (?:input )?tokens/i

const saysTooLong = async (response: Response): Promise<boolean> =>
  TOO_LONG.test(new TextDecoder().decode((await readLimited(response)).subarray(0, 10_000)))

function hint(status: number): string {
  if (status in RETRYABLE) return ` (${RETRYABLE[status]})`
  if (status === 401 || status === 403) return ' (check GALLEY_LLM_API_KEY)'
  return status === 404 ? ' (check GALLEY_LLM_BASE_URL and GALLEY_LLM_MODEL)' : ''
}

const LONGEST_WAIT = 86_400

/** parseRetryAfter reads seconds or a date; nonsense counts as not given. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1_000)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > LARGEST_RESPONSE) {
      await reader.cancel().catch(() => {})
      throw new UnusableResponse(`The response is larger than ${LARGEST_RESPONSE / 1_048_576} MiB`)
    }
    parts.push(value)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** The body is decoded already, so the headers that described its encoding no longer hold. */
function plainHeaders(response: Response): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  return headers
}

/** A fault's code names it without showing an address: ECONNREFUSED, UND_ERR_CONNECT_TIMEOUT … */
function faultCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'connection fault'
}
