// The one way out to a language model: no redirects, a limit on time and on size, and failures reported in our own words.
// The SDK's messages quote the response, which may hold anything: neither they nor the key reach a message of ours.

import type { APICallError } from 'ai'
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

/** createLimitedFetch is the fetch that the provider's client is given; connecting is limited to 10 s by Node itself. */
export const createLimitedFetch =
  (timeoutSeconds: number, signal: AbortSignal): typeof fetch =>
  async (input, init) => {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1_000)])
    const response = await fetch(input, { ...init, redirect: 'manual', signal: limits }).catch((error: unknown) => {
      throw limits.aborted ? error : unreachable(error)
    })
    return new Response(response.body?.pipeThrough(limitedSize()) ?? null, response)
  }

function limitedSize(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform: (part, controller) => {
      size += part.byteLength
      if (size <= LARGEST_RESPONSE) controller.enqueue(part)
      else controller.error(new UnusableResponse(`The response is larger than ${LARGEST_RESPONSE / 1_048_576} MiB`))
    },
  })
}

/** A fault's code names it without showing an address: ECONNREFUSED, UND_ERR_CONNECT_TIMEOUT … */
function unreachable(error: unknown): DrafterFailure {
  const code = causesOf(error).findLast((one) => 'code' in one && typeof one.code === 'string') as { code?: string }
  return new DrafterFailure(`The model could not be reached (${code?.code ?? 'connection fault'}).`, {
    retryable: true,
  })
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  return chain
}

/** What providers call it when a prompt does not fit; their 400 has no other mark. */
const TOO_LONG = /context_length_exceeded|context (?:length|window)|prompt is too long|too many (?:input )?tokens/i

const HINTS: Record<number, string> = {
  401: ' (check GALLEY_LLM_API_KEY)',
  403: ' (check GALLEY_LLM_API_KEY)',
  404: ' (check GALLEY_LLM_BASE_URL and GALLEY_LLM_MODEL)',
  408: ' (it gave up waiting for the request)',
  409: ' (another request stands in the way)',
  429: ' (too many requests)',
}

/** faultOf says what an error of the SDK means; undefined when it could not read the response. */
export function faultOf(error: unknown, timeoutSeconds: number, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const chain = causesOf(error)
  const own = chain.find((one) => one instanceof DrafterFailure || one instanceof UnusableResponse)
  if (own) return own
  if (chain.some(({ name }) => name === 'TimeoutError'))
    return new DrafterFailure(`The model did not answer within ${timeoutSeconds} s.`, { retryable: true })
  const call = chain.find(({ name }) => name === 'AI_APICallError') as APICallError | undefined
  if (!call) return undefined
  const { statusCode: status = 200, isRetryable: retryable, responseBody = '', responseHeaders } = call
  if (status < 300) return retryable ? unreachable(call) : undefined
  if (status === 413 || (status === 400 && TOO_LONG.test(responseBody.slice(0, 10_000)))) return new TooLong()
  if (status < 400)
    return new DrafterFailure('The model’s address answers with a redirect; redirects are not followed.', { retryable })
  const retryAfterSeconds = retryable ? parseRetryAfter(responseHeaders?.['retry-after']) : undefined
  return new DrafterFailure(`The model’s service responded with ${status}${HINTS[status] ?? ''}.`, {
    retryable,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

const LONGEST_WAIT = 86_400

/** parseRetryAfter reads seconds or a date; nonsense counts as not given. */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1_000)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}
