// The OpenAPI 3.1.0 document, made from the routes in FastAPI's form, so that clients and generators written for it work
// here. TypeBox schemas are JSON Schema already; named ones become components.
//
// Why not @fastify/swagger: the specification fixes titles, operation ids, `HTTPValidationError`, cookie parameters,
// responses that follow from a route's access, and one path where two routes spell a parameter differently. The plugin would
// collect the routes (30 lines here) and leave the rest to its transform callbacks.

import type { FastifyInstance, RouteOptions } from 'fastify'
import { API_VERSION } from '#version.ts'
import { ACCESS, type Access, TOKEN_COOKIES } from '../gate/access.ts'
import { type RouteSchema, type SchemaObject, schemaOf } from '../route-schema.ts'
import { exampleOf } from './examples.ts'
import * as parts from './parts.ts'

type OpenapiObject = { [key: string]: unknown }
type Components = Map<string, OpenapiObject>
type DocumentedRoute = {
  method: string
  url: string
  access: Access
  schema: RouteSchema
  config: NonNullable<RouteOptions['config']>
}
const TAGS: Record<string, string> = {
  auth: 'Accounts: sign-in, codes, sessions, API tokens, single sign-on.',
  admin: 'Categories, documents, roles, users and background processes.',
  docs: 'Reading and writing documents.',
  pipeline: 'Drafting: jobs, iterations, questions, actions, approval.',
  dataroom: 'The data-room area.',
  time: 'Server time.',
}

const OWN_KEYWORDS = new Set(['trim', 'lowercase', 'nfc', 'secret', 'anyText', 'nullIsAbsent', '$id', '$defs'])
const EVERYONE = 'Open to everyone.'
const ANYONE_GUARDED =
  'Public content needs no token. Other content requires a token of someone who may read it, except from a trusted network.'

/** Routes in order of declaration, without those with `hide`. */
export function collectRoutes(app: FastifyInstance): DocumentedRoute[] {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = schemaOf(route)
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || schema.hide) continue
      const { config = {}, url } = route
      routes.push({ method, url, access: config.access ?? 'open', schema, config })
    }
  })
  return routes
}

export function openapiDocument(routes: DocumentedRoute[]): OpenapiObject {
  const components: Components = new Map([
    ['HTTPValidationError', parts.HTTP_VALIDATION_ERROR],
    ['ValidationError', parts.VALIDATION_ERROR],
    ['ErrorOut', parts.ERROR_OUT],
    ['NotAllowedOut', parts.NOT_ALLOWED_OUT],
    ['FailureOut', parts.FAILURE_OUT],
  ])
  const paths: Record<string, OpenapiObject> = {}
  const named = new Map<string, string>()
  for (const route of routes) {
    const spelled = route.url.replace(/:(\w+)/g, '{$1}')
    // In OpenAPI, paths that differ only in a parameter's name are the same: the first name is used.
    const shape = spelled.replace(/\{\w+\}/g, '{}')
    const path = named.get(shape) ?? spelled
    named.set(shape, path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: API_VERSION,
      description:
        'A documentation CMS: documents made of blocks, read by access rules, drafted by a pipeline, published by approval.\n\nA known path with another method gets 405 and an Allow header. A path with a missing or extra slash at its end redirects (307). An address that is not listed here gets the errors of `components.responses`; below `/` a browser gets 404 as a page, and an address that has moved redirects.',
      contact: { name: 'Galley' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: parts.ERRORS,
      headers: parts.HEADERS,
      securitySchemes: {
        OAuth2PasswordBearer: { type: 'oauth2', flows: { password: { scopes: {}, tokenUrl: 'auth/login' } } },
      },
    },
  }
}

function operation(route: DocumentedRoute, path: string, components: Components): OpenapiObject {
  const { schema, access } = route
  const isProtected = takesToken(route)
  const parameters = [
    ...namedAsIn(path, parametersOf(schema.params, 'path', components)),
    ...parametersOf(schema.querystring, 'query', components),
    ...(route.config.takesVersion ? [parts.ifMatch(route.config.takesVersion)] : []),
    ...(route.config.idempotent ? [parts.IDEMPOTENCY_KEY] : []),
    ...(route.config.etag ? [parts.IF_NONE_MATCH] : []),
    ...(isProtected ? [...TOKEN_COOKIES.map(cookieParameter), parts.API_KEY] : []),
  ]
  const summary = schema.summary ?? `${route.method} ${path}`
  return {
    tags: schema.tags ?? [],
    summary,
    description: [schema.description, schema.security ? 'Requires a token.' : accessSentence(access)]
      .filter(Boolean)
      .join('\n\n'),
    operationId: `${summary.toLowerCase()} ${path} ${route.method.toLowerCase()}`.replace(/\W/g, '_'),
    ...(parameters.length > 0 && { parameters }),
    ...(schema.body && { requestBody: requestBody(route, components) }),
    ...(schema.consumes && { requestBody: fileBody(schema.consumes) }),
    responses: responses(route, components),
    security: isProtected ? [{ OAuth2PasswordBearer: [] }] : [],
  }
}

/** Guarded routes declare no requirement, as in the specification; their text says when they have one. */
const takesToken = ({ access, schema }: DocumentedRoute): boolean =>
  schema.security !== undefined || (ACCESS[access].least !== null && !ACCESS[access].guarded)

function accessSentence(access: Access): string {
  const { guarded, least } = ACCESS[access]
  if (least === null) return guarded ? ANYONE_GUARDED : EVERYONE
  return `Requires the ${least} role${guarded ? ', except from a trusted network' : ''}.`
}

function parametersOf(
  schema: SchemaObject | undefined,
  where: 'path' | 'query',
  components: Components,
): OpenapiObject[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const described = withTitle(outward(property, components), name)
    const { description, ...bare } = described
    return {
      name,
      in: where,
      required: where === 'path' || ((schema?.required ?? []).includes(name) && !('default' in property)),
      ...(description !== undefined && { description }),
      schema: bare,
    }
  })
}

/** Renames path parameters by position to those of the documented path. */
function namedAsIn(path: string, parameters: OpenapiObject[]): OpenapiObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return parameters.map((parameter, index) => ({ ...parameter, name: names[index] ?? parameter.name }))
}

const cookieParameter = (name: string): OpenapiObject => ({
  name,
  in: 'cookie',
  required: false,
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }], title: titleOf(name) },
})

function requestBody(route: DocumentedRoute, components: Components): OpenapiObject {
  const schema = outward(route.schema.body!, components, true)
  const content: OpenapiObject = { 'application/json': { schema, example: exampleOf(route.schema.body!) } }
  if (route.config.takesForm) content['application/x-www-form-urlencoded'] = { schema: parts.PASSWORD_FORM }
  return { required: !route.config.bodyOptional, content }
}

const fileBody = (types: string[]): OpenapiObject => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
})

function responses(route: DocumentedRoute, components: Components): OpenapiObject {
  const { schema, access } = route
  const found: OpenapiObject = {}
  // Other content than JSON is described by its type alone.
  const isSilent = Object.keys(schema.response ?? {}).length === 0
  const declared = isSilent ? { 200: schema.produces ? { type: 'string' } : {} } : schema.response!
  for (const [status, body] of Object.entries(declared)) found[status] = success(route, status, body, components)
  const refuse = (status: number | 'default') => {
    found[status] ??=
      schema.site && status !== 'default' ? parts.pageError(status) : { $ref: `#/components/responses/${status}` }
  }
  // Token cookies are declared parameters, and FastAPI documents a 422 wherever there are parameters.
  const hasInput =
    schema.params || schema.querystring || schema.body || schema.consumes || takesToken(route) || route.config.etag
  const changes = route.method !== 'GET'
  if (access !== 'open' || takesToken(route)) refuse(401)
  // Sign-in endpoints refuse existing accounts that may not sign in.
  if (access !== 'open' || changes || schema.response?.[401]) refuse(403)
  if (schema.params || schema.body || schema.querystring) refuse(404)
  refuse(405)
  if (route.config.etag || schema.site) found[304] = { description: 'Not modified since the ETag that was sent' }
  if (schema.site) {
    found[307] = { description: 'At another address for now', headers: parts.headersNamed(['Location']) }
    found[308] = { description: 'Moved to another address', headers: parts.headersNamed(['Location']) }
  }
  if (changes) refuse(409)
  if (schema.body || schema.consumes) refuse(413)
  if (hasInput) found[422] ??= parts.VALIDATION_RESPONSE
  if (!route.config.anyHost) refuse(421)
  refuse(429)
  refuse(503)
  if (route.config.takesVersion) refuse(412)
  refuse('default')
  return found
}

function success(
  { schema: { produces, sends = [] }, config: { etag, uncounted } }: DocumentedRoute,
  status: string,
  body: SchemaObject,
  components: Components,
): OpenapiObject {
  const isError = Number(status) >= 400
  const own = typeof body.description === 'string' && (!body.$id || isError)
  const description = own ? body.description : 'Successful Response'
  const names =
    Number(status) >= 300
      ? (parts.STATUS_HEADERS[status] ?? [])
      : [...(etag ? ['ETag'] : []), ...sends, ...(uncounted ? [] : parts.RATE_HEADERS)]
  const head = { description, ...(names.length > 0 && { headers: parts.headersNamed(names) }) }
  if (status === '204' || status.startsWith('3')) return head
  const schema = outward(body, components)
  if (!produces || isError) return { ...head, content: { 'application/json': { schema, example: exampleOf(body) } } }
  return { ...head, content: Object.fromEntries(produces.map((type) => [type, { schema }])) }
}

/** A schema as published: without our keywords, named schemas as references. */
function outward(schema: SchemaObject, components: Components, isInput = false): OpenapiObject {
  if (schema.$defs)
    for (const [name, definition] of Object.entries(schema.$defs)) addComponent(name, definition, components, isInput)
  if (schema.$id && !schema.$ref) {
    addComponent(schema.$id, schema, components, isInput)
    return { $ref: `#/components/schemas/${schema.$id}` }
  }
  return inner(schema, components, isInput)
}

function addComponent(name: string, schema: SchemaObject, components: Components, isInput: boolean): void {
  if (components.has(name)) return
  components.set(name, {})
  components.set(name, { ...inner(schema, components, isInput), title: name })
}

function inner(schema: SchemaObject, components: Components, isInput: boolean): OpenapiObject {
  const shown: OpenapiObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (OWN_KEYWORDS.has(key) || key.startsWith('~')) continue
    if (key === '$ref') shown[key] = `#/components/schemas/${String(value)}`
    else if (key === 'properties') {
      shown[key] = Object.fromEntries(
        Object.entries(value as Record<string, SchemaObject>).map(([name, property]) => [
          name,
          withTitle(outward(property, components, isInput), name),
        ]),
      )
    } else if (key === 'patternProperties')
      shown.additionalProperties = outward(
        Object.values(value as Record<string, SchemaObject>)[0]!,
        components,
        isInput,
      )
    else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
      shown[key] = outward(value as SchemaObject, components, isInput)
    // Senders may omit fields with a default.
    else if (key === 'required' && isInput)
      shown[key] = (value as string[]).filter((name) => !('default' in (schema.properties?.[name] ?? {})))
    else if (key === 'anyOf' || key === 'allOf')
      shown[key] = (value as SchemaObject[]).map((one) => outward(one, components, isInput))
    else shown[key] = value
  }
  if (schema.secret === true) shown.format = 'password'
  return shown
}

const withTitle = (schema: OpenapiObject, name: string): OpenapiObject =>
  schema.$ref || schema.title ? schema : { ...schema, title: titleOf(name) }
const titleOf = (name: string): string =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
