// Reads and checks a request's path, query and body; all errors are one 422.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { invalid, MASK } from '#errors.ts'
import { type Issue, modelAttributesType } from '#issues.ts'
import { schemaOf } from '../route-schema.ts'
import { keyIssues } from './idempotency.ts'
import { parseForm, parseJsonBody } from './json.ts'
import { versionIssues } from './preconditions.ts'
import { compileCheck } from './validation.ts'

type PartCheck = ReturnType<typeof compileCheck>
export type RouteChecks = {
  params?: PartCheck
  querystring?: PartCheck
  body?: PartCheck
  form?: PartCheck
  bodyOptional: boolean
}

const MIB = 1024 * 1024
export const BODY_LIMIT = 2 * MIB
/** For routes that take blocks, Markdown or material. */
export const CONTENT_BODY_LIMIT = 8 * MIB

export function checksOf(route: RouteOptions): RouteChecks {
  const schema = schemaOf(route)
  return {
    ...(schema.params && { params: compileCheck(schema.params, 'path') }),
    ...(schema.querystring && { querystring: compileCheck(schema.querystring, 'query') }),
    ...(schema.body && { body: compileCheck(schema.body, 'body') }),
    ...(route.config?.formSchema && { form: compileCheck(route.config.formSchema, 'body') }),
    bodyOptional: route.config?.bodyOptional === true,
  }
}

/** Leaves parsing to checkRequest: Fastify's parsers would respond with their own 400. */
export function takeBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const MEDIA_TYPE = new RegExp(`^\\s*${TOKEN}/${TOKEN}\\s*(;|$)`)

/** Replaces an unreadable content type by an unsupported one; Fastify would refuse it in its own shape. */
export function settleContentType({ headers, method }: IncomingMessage): void {
  const type = headers['content-type']
  const unreadable = type === undefined ? method === 'QUERY' : !MEDIA_TYPE.test(type)
  if (unreadable) headers['content-type'] = 'application/octet-stream'
}

/** Replaces params, query and body by their checked values, or throws all errors. */
export function checkRequest(request: FastifyRequest): void {
  const { checks } = request.route
  if (!checks) return
  const issues: Issue[] = []
  let given: unknown
  if (checks.params) {
    const { value, issues: found } = checks.params(request.params)
    request.params = value
    issues.push(...found)
  }
  if (checks.querystring) {
    const { value, issues: found } = checks.querystring(request.query)
    request.query = value
    issues.push(...found)
  }
  if (checks.body) {
    const { value, issue } = readBody(request)
    if (issue) issues.push(issue)
    else if ((value === undefined || value === null) && checks.bodyOptional) request.body = undefined
    else {
      const { value: checked, issues: found } = ((isForm(request) && checks.form) || checks.body)(value)
      request.body = checked
      issues.push(...found)
      given = value
    }
  }
  if (request.route.takesVersion) issues.push(...versionIssues(request))
  if (request.route.idempotent) issues.push(...keyIssues(request))
  if (issues.length === 0) return
  // The contract wants all errors in one response, so the service's own checks run now.
  throw invalid([...issues, ...(request.route.furtherIssues?.(given) ?? [])])
}

function readBody(request: FastifyRequest): { value?: unknown; issue?: Issue } {
  const bytes = request.body
  const type = contentType(request)
  const isEmpty = !Buffer.isBuffer(bytes) || bytes.length === 0
  // An empty form is a form: its fields are missing, not the body.
  if (isEmpty) return { value: type === FORM && request.route.takesForm ? {} : undefined }
  if (type === 'application/json' || type.endsWith('+json')) return parseJsonBody(bytes)
  if (type === FORM && request.route.takesForm) return parseForm(bytes)
  const shown = request.route.secretBody ? MASK : bytes.subarray(0, 1000).toString('utf8').toWellFormed()
  return { issue: modelAttributesType(['body'], shown) }
}

const FORM = 'application/x-www-form-urlencoded'
const contentType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
const isForm = (request: FastifyRequest): boolean => contentType(request) === FORM
