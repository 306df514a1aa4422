// A typed client for Galley's API. `call` takes an operation by its name, `GET /api/docs/{doc_id}`, with path, query and
// body as the OpenAPI document has them, and gives the body of a success; any other response is thrown as a ResponseError.
// openapi-fetch builds the requests, retry.ts sends them. Runs in Node and in browsers; keeps no session: a caller that
// has one brings its own `fetch`.

import createClient from 'openapi-fetch'
import { ResponseError } from './errors.ts'
import { retrying, type SendRequest } from './retry.ts'
import { type Api, TAKES_KEY } from './schema.ts'

export type Operation = keyof Api
type PartsOf<K extends Operation> = Omit<Api[K], 'response' | 'errors'>
type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal }
/** Without path, query or body the second argument may be left out; `query` is always optional as a whole. */
export type CallInput<K extends Operation> = (PartsOf<K> extends { query: infer Q }
  ? Omit<PartsOf<K>, 'query'> & { query?: Q }
  : PartsOf<K>) &
  CallOptions
export type CallArgs<K extends Operation> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
export type ResponseOf<K extends Operation> = Api[K]['response']

type ClientOptions = {
  token?: string
  /** attempts is how often a request is sent at most; with 1 the caller repeats requests by itself. */
  attempts?: number
  fetch?: SendRequest
}
export type GalleyClient = {
  call: <K extends Operation>(operation: K, ...args: CallArgs<K>) => Promise<ResponseOf<K>>
  /** respond gives the response of a success with its body unread: for headers, files and streams. */
  respond: <K extends Operation>(operation: K, ...args: CallArgs<K>) => Promise<Response>
}

const ATTEMPTS = 4

export function connect(baseUrl: string, { token, attempts = ATTEMPTS, fetch: send = fetch }: ClientOptions = {}) {
  const http = createClient<Record<string, object>>({
    baseUrl,
    fetch: attempts > 1 ? retrying(send, attempts) : (request) => send(request),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

  const respond = async <K extends Operation>(operation: K, ...[input]: CallArgs<K>): Promise<Response> => {
    const { path, query, body, headers, signal } = (input ?? {}) as RequestParts
    const [method, template] = operation.split(' ') as [string, string]
    const { error, response } = await http.request(
      method as 'get',
      template as never,
      {
        params: { path, query: givenOf(query) },
        body,
        signal,
        headers: { ...(attempts > 1 && TAKES_KEY.has(operation) && { 'idempotency-key': newKey() }), ...headers },
        // A file is sent as it is and brings its own type.
        ...(body instanceof Blob && { headers: { 'content-type': body.type, ...headers }, bodySerializer: () => body }),
        parseAs: 'stream',
      } as never,
    )
    if (!response.ok) throw new ResponseError(operation, response, error)
    return response
  }
  const call = async <K extends Operation>(operation: K, ...args: CallArgs<K>): Promise<ResponseOf<K>> =>
    (await bodyOf(await respond(operation, ...args))) as ResponseOf<K>
  return { call, respond } satisfies GalleyClient
}

type RequestParts = {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** givenOf leaves out what is empty: in an address, too, `?q=` says nothing. */
const givenOf = (query: RequestParts['query'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

/** newKey is not crypto.randomUUID: browsers have that one over HTTPS alone. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type')
  if (type === null) return undefined
  return type.includes('json') ? response.json() : response.text()
}
