// A typed client for Galley's API. `call` takes an operation's name (`GET /api/docs/{doc_id}`) with path, query and body as
// in the OpenAPI document, and returns a success's body; other responses are thrown as ResponseError. openapi-fetch builds
// requests, retry.ts sends them. For Node and browsers; keeps no session: callers provide their own `fetch`.

import createClient from 'openapi-fetch'
import { ResponseError } from './errors.ts'
import { retrying, type SendRequest } from './retry.ts'
import { type Api, TAKES_KEY } from './schema.ts'

export type Operation = keyof Api
type PartsOf<K extends Operation> = Omit<Api[K], 'response' | 'errors'>
type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal }
/** The second argument is optional without required parts; `query` is always optional. */
export type CallInput<K extends Operation> = (PartsOf<K> extends { query: infer Q }
  ? Omit<PartsOf<K>, 'query'> & { query?: Q }
  : PartsOf<K>) &
  CallOptions
export type CallArgs<K extends Operation> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
export type ResponseOf<K extends Operation> = Api[K]['response']

type ClientOptions = {
  token?: string
  /** How often a request is sent at most; 1 disables retries. */
  attempts?: number
  fetch?: SendRequest
}
export type GalleyClient = {
  call: <K extends Operation>(operation: K, ...args: CallArgs<K>) => Promise<ResponseOf<K>>
  /** Returns a success's response with its body unread: for headers, files and streams. */
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
        // A file keeps its own type.
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

/** Omits empty parameters. */
const givenOf = (query: RequestParts['query'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

/** crypto.randomUUID exists only over HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type')
  if (type === null) return undefined
  return type.includes('json') ? response.json() : response.text()
}
