// Holds the responses of tests against the OpenAPI document: nothing that the service sends is undescribed. A 500 is a bug
// and no part of the contract, so it is the one status that no operation has.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { ContentObject, OpenapiDocument } from '../scripts/openapi-document.ts'

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

type DocumentedResponse = { content?: ContentObject; headers?: Record<string, object> }
let known: Promise<{
  find: (method: string, url: string) => Record<string, DocumentedResponse> | undefined
  schemas: object
}>

/** refers turns references into the names by which TypeBox finds them. */
const refers = (_key: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('#/components/') ? value.split('/').at(-1) : value
const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')

/** Every app has the same document, so a process reads it once: 0.2 s of CPU, where starting it takes 3. */
async function readDocument(app: FastifyInstance) {
  const { body } = await app.inject('/openapi.json')
  const { paths, components }: OpenapiDocument = JSON.parse(body, refers)
  const byShape = new Map(Object.entries(paths).map(([path, methods]) => [shapeOf(path), methods]))
  const find = (method: string, url: string) => byShape.get(shapeOf(url))?.[method.toLowerCase()]?.responses
  return { find: find as Awaited<typeof known>['find'], schemas: components.schemas }
}

const compiled = new WeakMap<object, ReturnType<typeof Compile>>()

/** Undescribed collects what responses have that the document does not. */
export class Undescribed {
  readonly found: string[] = []

  async look(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const { url, schema } = request.routeOptions
    const status = reply.statusCode
    if (url === undefined || schema?.hide || status === 500) return
    known ??= readDocument(request.server)
    const { find, schemas } = await known
    const add = (what: string) => this.found.push(`${request.method} ${url} ${status}: ${what}`)
    const responses = find(request.method === 'HEAD' ? 'GET' : request.method, url)
    const response = responses?.[status]
    if (!response) return void add(responses ? 'no such status' : 'no such operation')
    for (const fault of headerFaults(response, status, Object.keys(reply.getHeaders()))) add(fault)
    const isEmpty = payload === null || payload === undefined || payload === ''
    if (isEmpty || status === 204 || status === 304) return
    const type = String(reply.getHeader('content-type')).split(';')[0]!
    const content = response.content?.[type] ?? response.content?.['*/*']
    if (!content) return void add(`content ${type}`)
    if (type !== 'application/json' || reply.hasHeader('content-encoding')) return
    const faults = bodyFaults(schemas, content.schema, JSON.parse(String(payload)))
    if (faults.length > 0) add(`body ${JSON.stringify(faults)}`)
  }
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
