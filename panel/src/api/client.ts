// The one way to the service: builds the request from the operation's types, renews the session once on a 401, asks the
// person to confirm that it is them where the service wants that, and
// throws an ApiError for every response other than success. Knows no React.

import { takeEarly } from './early.ts'
import { ApiError } from './errors.ts'
import type { Api } from './schema.ts'

export type Operation = keyof Api
type PartsOf<K extends Operation> = Omit<Api[K], 'response'>
type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal }
/** Without path, query or body the second argument may be left out; `query` is always optional as a whole. */
type CallInput<K extends Operation> = (PartsOf<K> extends { query: infer Q }
  ? Omit<PartsOf<K>, 'query'> & { query?: Q }
  : PartsOf<K>) &
  CallOptions
type Args<K extends Operation> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
export type ResponseOf<K extends Operation> = Api[K]['response']

type Renew = () => Promise<boolean>
let renewSession: Renew = async () => false
/** onUnauthenticated is set by the session: it tries to renew, and returns whether a retry is worth it. */
export const onUnauthenticated = (renew: Renew): void => {
  renewSession = renew
}

/** Each asks the person, and gives undefined when they do not want to. */
type AskingPerson = {
  proof: () => Promise<true | undefined>
  /** secondStep brings the response of the sign-in that waits for it. */
  secondStep: (asked: unknown) => Promise<unknown>
  setUp: () => Promise<true | undefined>
}
let asking: AskingPerson | undefined
/** onAsked is set by the session: what a person is asked when a request is refused until they have done it. */
export const onAsked = (ways: AskingPerson): void => {
  asking = ways
}

/** renewed returns whether a refused request is worth repeating: for ways to the service other than `call`. */
export const renewed = (): Promise<boolean> => renewSession()

const WITHOUT_RENEWAL = new Set<string>([
  'POST /auth/login',
  'POST /auth/verify-code',
  'POST /auth/refresh',
  'POST /auth/register',
  'POST /auth/second-factor',
  'POST /auth/second-factor/options',
])

export const call = async <K extends Operation>(operation: K, ...args: Args<K>): Promise<ResponseOf<K>> =>
  (await callWithHeaders(operation, ...args)).body

type Answered<K extends Operation> = { body: ResponseOf<K>; headers: Response['headers'] }

/** callWithHeaders is for the few responses whose headers say something that their body does not. */
export async function callWithHeaders<K extends Operation>(operation: K, ...[input]: Args<K>): Promise<Answered<K>> {
  const parts = (input ?? {}) as RequestParts
  let response = await send(operation, parts)
  if (response.status === 401 && !WITHOUT_RENEWAL.has(operation) && (await renewSession()))
    response = await send(operation, parts)
  let body = await bodyOf(response)
  if (response.status === 403 && asking) {
    const { step_up, second_factor, second_factor_setup } = (body ?? {}) as Record<string, unknown>
    const answered = second_factor ? await asking.secondStep(second_factor) : undefined
    if (answered !== undefined) return { body: answered as ResponseOf<K>, headers: response.headers }
    const isDone = (step_up && (await asking.proof())) || (second_factor_setup && (await asking.setUp()))
    if (isDone) {
      response = await send(operation, parts)
      body = await bodyOf(response)
    }
  }
  if (!response.ok) throw new ApiError(response.status, body, response.headers.get('retry-after'))
  return { body: body as ResponseOf<K>, headers: response.headers }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : response.headers.get('content-type')?.includes('json') ? parse(text) : text
}

type RequestParts = {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

function addressOf(template: string, path: RequestParts['path'], query: RequestParts['query']): string {
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path?.[name])))
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0
    ? address
    : `${address}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

async function send(operation: string, { path, query, body, headers, signal }: RequestParts): Promise<Response> {
  const [method = 'GET', template = ''] = operation.split(' ')
  const address = addressOf(template, path, query)
  const early = method === 'GET' ? takeEarly(address, signal) : undefined
  try {
    return await (early ?? ask())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, undefined)
  }

  function ask(): Promise<Response> {
    const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body)
    return fetch(address, {
      method,
      credentials: 'same-origin',
      // A file brings its own type.
      headers: { ...(typeof sent === 'string' && { 'content-type': 'application/json' }), ...headers },
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
