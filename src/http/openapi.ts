// The OpenAPI document: 3.1.0, made from the declared routes in the form that FastAPI gives it, so that clients and generators
// written for the one work with the other. TypeBox schemas are JSON Schema already; named ones become components.
//
// Why not @fastify/swagger: the specification fixes titles, operation ids, `HTTPValidationError`, cookie parameters, the
// responses that follow from a route's access, and one path name where two routes spell a parameter differently. The plugin
// would collect the routes (30 lines here) and leave all of these to its transform callbacks.

import type { FastifyInstance, RouteOptions } from 'fastify'
import { API_VERSION } from '#version.ts'
import { ACCESS, type Access, TOKEN_COOKIES } from './access.ts'
import {
  ERROR_OUT,
  HTTP_VALIDATION_ERROR,
  IDEMPOTENCY_KEY,
  ifMatch,
  PASSWORD_FORM,
  VALIDATION_ERROR,
  VALIDATION_RESPONSE,
} from './openapi-parts.ts'
import { type RouteSchema, type SchemaObject, schemaOf } from './route-schema.ts'

type OpenapiObject = { [key: string]: unknown }
export type DocumentedRoute = {
  method: string
  url: string
  access: Access
  schema: RouteSchema
  bodyOptional: boolean
  takesForm: boolean
  takesVersion: boolean | 'moment'
  idempotent: boolean
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

/** collectRoutes gathers the routes in the order of their declaration; those with `hide` stay out of the document. */
export function collectRoutes(app: FastifyInstance): DocumentedRoute[] {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = schemaOf(route)
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || schema.hide) continue
      const { access = 'open', bodyOptional = false, takesForm = false, takesVersion = false } = route.config ?? {}
      const idempotent = route.config?.idempotent ?? false
      routes.push({ method, url: route.url, access, schema, bodyOptional, takesForm, takesVersion, idempotent })
    }
  })
  return routes
}

export function openapiDocument(routes: DocumentedRoute[]): OpenapiObject {
  const components = new Map<string, OpenapiObject>([
    ['HTTPValidationError', HTTP_VALIDATION_ERROR],
    ['ValidationError', VALIDATION_ERROR],
    ['ErrorOut', ERROR_OUT],
  ])
  const paths: Record<string, OpenapiObject> = {}
  const named = new Map<string, string>()
  for (const route of routes) {
    const spelled = route.url.replace(/:(\w+)/g, '{$1}')
    // OpenAPI takes paths that differ only in a parameter's name for the same: the first name stands for all.
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
        'A documentation CMS: documents made of blocks, read by access rules, drafted by a pipeline, published by approval.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        OAuth2PasswordBearer: { type: 'oauth2', flows: { password: { scopes: {}, tokenUrl: 'auth/login' } } },
      },
    },
  }
}

function operation(route: DocumentedRoute, path: string, components: Map<string, OpenapiObject>): OpenapiObject {
  const { schema, access } = route
  const isProtected = takesToken(route)
  const parameters = [
    ...namedAsIn(path, parametersOf(schema.params, 'path', components)),
    ...parametersOf(schema.querystring, 'query', components),
    ...(route.takesVersion ? [ifMatch(route.takesVersion)] : []),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(isProtected ? TOKEN_COOKIES.map(cookieParameter) : []),
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

/** takesToken: guarded routes declare no requirement, as the specification has it; the text says when they have one. */
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
  components: Map<string, OpenapiObject>,
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

/** namedAsIn gives path parameters the names that the documented path has for them, by position. */
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

function requestBody(route: DocumentedRoute, components: Map<string, OpenapiObject>): OpenapiObject {
  const schema = outward(route.schema.body!, components)
  const content: OpenapiObject = { 'application/json': { schema } }
  if (route.takesForm) content['application/x-www-form-urlencoded'] = { schema: PASSWORD_FORM }
  return { required: !route.bodyOptional, content }
}

const fileBody = (types: string[]): OpenapiObject => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
})

function responses(route: DocumentedRoute, components: Map<string, OpenapiObject>): OpenapiObject {
  const { schema, access } = route
  const found: OpenapiObject = {}
  for (const [status, body] of Object.entries(schema.response ?? { 200: {} }))
    found[status] = success(status, body, schema.produces, components)
  const refuse = (status: number, description: string) => {
    found[status] ??= {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorOut' } } },
    }
  }
  // Where a token is taken its cookies are declared parameters, and FastAPI's clients know a 422 wherever there are any.
  const hasInput = schema.params || schema.querystring || schema.body || schema.consumes || takesToken(route)
  const changes = route.method !== 'GET'
  if (access !== 'open' || takesToken(route)) refuse(401, 'Not authenticated')
  if (access !== 'open' || changes) refuse(403, 'Not allowed')
  if (schema.params || schema.body || schema.querystring) refuse(404, 'Not found')
  if (changes) refuse(409, 'The current state forbids it')
  if (schema.body || schema.consumes) refuse(413, 'The body is too large')
  if (hasInput) found[422] ??= VALIDATION_RESPONSE
  refuse(429, 'Over a rate limit')
  refuse(503, 'Storage unavailable')
  if (route.takesVersion) refuse(412, 'The version is not current')
  return found
}

function success(
  status: string,
  body: SchemaObject,
  produces: string[] | undefined,
  components: Map<string, OpenapiObject>,
): OpenapiObject {
  const own = typeof body.description === 'string' && (!body.$id || Number(status) >= 400)
  const description = own ? body.description : 'Successful Response'
  if (status === '204' || status.startsWith('3')) return { description }
  const schema = outward(body, components)
  return {
    description,
    content: Object.fromEntries((produces ?? ['application/json']).map((type) => [type, { schema }])),
  }
}

/** outward is a schema as the document shows it: without our own keywords, named schemas replaced by references. */
function outward(schema: SchemaObject, components: Map<string, OpenapiObject>): OpenapiObject {
  if (schema.$defs)
    for (const [name, definition] of Object.entries(schema.$defs)) addComponent(name, definition, components)
  if (schema.$id && !schema.$ref) {
    addComponent(schema.$id, schema, components)
    return { $ref: `#/components/schemas/${schema.$id}` }
  }
  return inner(schema, components)
}

function addComponent(name: string, schema: SchemaObject, components: Map<string, OpenapiObject>): void {
  if (components.has(name)) return
  components.set(name, {})
  components.set(name, { ...inner(schema, components), title: name })
}

function inner(schema: SchemaObject, components: Map<string, OpenapiObject>): OpenapiObject {
  const shown: OpenapiObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (OWN_KEYWORDS.has(key) || key.startsWith('~')) continue
    if (key === '$ref') shown[key] = `#/components/schemas/${String(value)}`
    else if (key === 'properties') {
      shown[key] = Object.fromEntries(
        Object.entries(value as Record<string, SchemaObject>).map(([name, property]) => [
          name,
          withTitle(outward(property, components), name),
        ]),
      )
    } else if (key === 'patternProperties')
      shown.additionalProperties = outward(Object.values(value as Record<string, SchemaObject>)[0]!, components)
    else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
      shown[key] = outward(value as SchemaObject, components)
    else if (key === 'anyOf' || key === 'allOf')
      shown[key] = (value as SchemaObject[]).map((one) => outward(one, components))
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
