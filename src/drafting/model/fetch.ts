// The only way to reach a language model: no redirects, limits on time and size, and our own error texts. The SDK's messages
// quote the response, which may hold anything, so neither they nor the key get into ours.

import type { APICallError } from 'ai'
import { DrafterFailure } from '../contract.ts'

const LARGEST_RESPONSE = 5 * 1024 * 1024

/** The model responded, but not with what was asked; it gets one chance to repair that. */
export class UnusableResponse extends Error {
  override name = 'UnusableResponse'
}

/** The prompt is too long for the model; it is asked again with less material. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/** The provider client's fetch; Node itself limits connecting to 10 s. */
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

/** An error's code (ECONNREFUSED, UND_ERR_CONNECT_TIMEOUT …) shows no address. */
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

/** Providers answer a prompt that is too long with an ordinary 400; only the text tells. */
const TOO_LONG = /context_length_exceeded|context (?:length|window)|prompt is too long|too many (?:input )?tokens/i

const HINTS: Record<number, string> = {
  401: ' (check GALLEY_LLM_API_KEY)',
  403: ' (check GALLEY_LLM_API_KEY)',
  404: ' (check GALLEY_LLM_BASE_URL and GALLEY_LLM_MODEL)',
  408: ' (it gave up waiting for the request)',
  409: ' (another request stands in the way)',
  429: ' (too many requests)',
}

/** Maps an error of the SDK; undefined when it could not read the response. */
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

/** Reads seconds or a date; anything else counts as missing. */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1_000)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}
