// Holds the responses of tests against the OpenAPI document: nothing that the service sends is undescribed. A 500 is a bug
// and no part of the contract, so it is the one status that no operation has.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { describe as describeService } from '../src/commands/openapi.ts'
import type { DocumentedResponse, OpenapiDocument } from './openapi-document.ts'

/** Headers of HTTP itself, of browsers' safety, and of every response: no operation names them. */
const GENERAL = new Set(
  `accept-ranges access-control-allow-credentials access-control-allow-headers access-control-allow-methods
  access-control-allow-origin access-control-expose-headers access-control-max-age age cache-control connection
  content-disposition content-encoding content-language content-length content-range content-security-policy
  content-type cross-origin-opener-policy cross-origin-resource-policy date etag expires keep-alive last-modified link
  permissions-policy referrer-policy server-timing set-cookie strict-transport-security transfer-encoding vary
  x-accel-buffering x-content-type-options x-frame-options x-request-id x-robots-tag`.split(/\s+/),
)
/** Sent where there is something to say; tests turn most limits off. */
const OPTIONAL = /^x-(ratelimit-|search-dropped$)/

type KnownSchemas = {
  /** find gives the responses of a declared route by its status. */
  find: (method: string, url: string) => Record<string, DocumentedResponse> | undefined
  /** elsewhere are the responses of addresses that no operation has. */
  elsewhere: Record<string, DocumentedResponse>
  schemas: object
}
let description: Promise<KnownSchemas> | undefined

/** refers turns references into the names by which TypeBox finds them. */
const refers = (_key: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('#/components/') ? value.split('/').at(-1) : value
const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')

/** Every app has the same document, so a process reads it once: 0.2 s of CPU, where starting it takes 3. */
async function readDocument(): Promise<KnownSchemas> {
  const { paths, components }: OpenapiDocument = JSON.parse((await describeService()).body, refers)
  const byShape = new Map(Object.entries(paths).map(([path, methods]) => [shapeOf(path), methods]))
  const shared = (responses: Record<string, DocumentedResponse> = {}) =>
    Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, one.$ref ? components.responses[one.$ref]! : one]),
    )
  const find = (method: string, url: string) => {
    const operation = byShape.get(shapeOf(url))?.[method.toLowerCase()]
    return operation && shared(operation.responses)
  }
  // What is no operation may be a page of the site, which is missing, has moved or can't be shown now.
  const { 308: moved, ...page } = find('GET', '/read/:slug')!
  const elsewhere = { ...components.responses, ...page, ...byStatus([301, 302, 307, 308], moved!) }
  return { find, elsewhere, schemas: components.schemas }
}

const byStatus = <T>(statuses: number[], response: T): Record<string, T> =>
  Object.fromEntries(statuses.map((status) => [status, response]))

const compiled = new WeakMap<object, ReturnType<typeof Compile>>()

type SentResponse = { status: number; headers: Record<string, unknown>; body: unknown }

/** Undescribed collects what responses have that the document does not. */
export class Undescribed {
  readonly found: string[] = []

  async look(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
    const { url = 'no route', schema } = request.routeOptions
    const sent = { status: reply.statusCode, headers: reply.getHeaders(), body }
    // What is hidden is described by its own words (MCP and SCIM by their protocols); all but SCIM refuse as everything else does.
    const isOurs = !(body instanceof ReadableStream) && !url.startsWith('/scim/')
    const isRefusal = sent.status >= 400 && sent.status !== 500 && isOurs
    if (sent.status === 500 || ((request.is404 || schema?.hide) && !isRefusal && !isRedirect(request, sent))) return
    description ??= readDocument()
    const { find, elsewhere } = await description
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const responses = request.is404 || schema?.hide ? elsewhere : find(method, url)
    for (const fault of await faultsOf(sent, responses))
      this.found.push(`${request.method} ${url} ${sent.status}: ${fault}`)
  }
}

const isRedirect = ({ is404 }: FastifyRequest, { status }: SentResponse) => is404 && status >= 300

/** wireFaults is for what was refused before there was a request. */
export async function wireFaults(sent: SentResponse): Promise<string[]> {
  description ??= readDocument()
  const { default: unread, ...elsewhere } = (await description).elsewhere
  return faultsOf(sent, { ...byStatus([400, 408, 417, 431], unread!), ...elsewhere })
}

async function faultsOf({ status, headers, body }: SentResponse, responses?: Record<string, DocumentedResponse>) {
  const response = responses?.[status]
  if (!response) return [responses ? 'no such status' : 'no such operation']
  const faults = headerFaults(response, status, Object.keys(headers))
  if (body === null || body === undefined || body === '' || status === 204 || status === 304) return faults
  const type = String(headers['content-type']).split(';')[0]!
  const content = response.content?.[type] ?? response.content?.['*/*']
  if (!content) return [...faults, `content ${type}`]
  // A stream can be read once, and is for whoever asked.
  if (type !== 'application/json' || 'content-encoding' in headers || body instanceof Readable) return faults
  const wrong = bodyFaults((await description)!.schemas, content.schema, JSON.parse(String(body)))
  return wrong.length > 0 ? [...faults, `body ${JSON.stringify(wrong)}`] : faults
}

function headerFaults({ headers }: DocumentedResponse, status: number, sent: string[]): string[] {
  const named = Object.keys(headers ?? {}).map((name) => name.toLowerCase())
  // Where waiting does not help, a 503 does not ask for it.
  const isOptional = (name: string) => OPTIONAL.test(name) || (status === 503 && name === 'retry-after')
  return [
    ...named.filter((name) => !sent.includes(name) && !isOptional(name)).map((name) => `lacks the header ${name}`),
    ...sent
      .filter((name) => !named.includes(name) && !GENERAL.has(name) && !OPTIONAL.test(name))
      .map((name) => `has the header ${name}`),
  ]
}

function bodyFaults(schemas: object, schema: object, value: unknown): unknown[] {
  let check = compiled.get(schema)
  if (!check) {
    check = Compile(schemas as never, schema as never)
    compiled.set(schema, check)
  }
  return check.Check(value) ? [] : check.Errors(value).slice(0, 3)
}
