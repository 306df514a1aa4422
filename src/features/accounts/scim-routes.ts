// SCIM 2.0 for identity providers, at /scim/v2. Its own documents describe it (ServiceProviderConfig, Schemas, ResourceTypes), so
// the OpenAPI document does not. An API token of an administrator with the scope `admin` authorises it.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import { baseOf } from '#http/base.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { deleteGroup } from './groups/groups.ts'
import { asScimError, listOf, SCHEMA, type ScimObject, scimError } from './scim/messages.ts'
import {
  createScimGroup,
  createScimUser,
  getScimGroup,
  getScimUser,
  listScimGroups,
  listScimUsers,
  MOST_LISTED,
  patchScimGroup,
  patchScimUser,
  replaceScimGroup,
  replaceScimUser,
  type ScimCall,
} from './scim/scim.ts'
import { deleteAccount } from './users/leaving.ts'

const TYPE = 'application/scim+json'
const config = { access: 'admin', scopes: ['admin'] } as const
const granting = { ...config, stepUp: true } as const
const params = Type.Object({ id: PathId('The id of the resource.') })
const body = Type.Unsafe<ScimObject>({})
const querystring = Type.Object({
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
  excludedAttributes: Type.Optional(Type.String()),
  attributes: Type.Optional(Type.String()),
})

export function scimRoutes(app: App, deps: Parameters<typeof deleteAccount>[0] & Deps): void {
  const common = {
    config,
    errorHandler: (error: unknown) => {
      throw asScimError(error)
    },
    onSend: async (_request: FastifyRequest, reply: FastifyReply) => {
      if (reply.statusCode !== 204) reply.type(TYPE)
    },
  }
  const callOf = (request: FastifyRequest): ScimCall => ({
    actor: getOwner(request).actor,
    base: baseOf(deps.config, request),
  })
  const send = (reply: FastifyReply, resource: ScimObject, status = 200) =>
    reply.code(status).type(TYPE).send(JSON.stringify(resource))
  const hidden = { hide: true } as const

  app.get('/scim/v2/ServiceProviderConfig', {
    ...common,
    schema: hidden,
    handler: (request, reply) => send(reply, providerConfig(callOf(request).base)),
  })
  for (const [path, present] of [
    ['/scim/v2/ResourceTypes', presentType],
    ['/scim/v2/Schemas', presentSchema],
  ] as const) {
    const resourcesFor = (request: FastifyRequest) => TYPES.map((type) => present(callOf(request).base, type))
    app.get(path, {
      ...common,
      schema: hidden,
      handler: (request, reply) => send(reply, listOf(resourcesFor(request), TYPES.length, 1)),
    })
    app.get(`${path}/:name`, {
      ...common,
      schema: { ...hidden, params: Type.Object({ name: Type.String() }) },
      handler: (request, reply) => {
        const found = resourcesFor(request).find(({ id }) => id === request.params.name)
        if (!found) throw scimError(404, 'Not Found')
        return send(reply, found)
      },
    })
  }

  app.get('/scim/v2/Users', {
    ...common,
    schema: { ...hidden, querystring },
    handler: async (request, reply) => send(reply, await listScimUsers(deps, callOf(request), request.query)),
  })
  app.post('/scim/v2/Users', {
    ...common,
    config: granting,
    schema: { ...hidden, body },
    handler: async (request, reply) => send(reply, await createScimUser(deps, callOf(request), request.body), 201),
  })
  app.get('/scim/v2/Users/:id', {
    ...common,
    schema: { ...hidden, params },
    handler: async (request, reply) => send(reply, await getScimUser(deps, callOf(request), request.params.id)),
  })
  app.put('/scim/v2/Users/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params, body },
    handler: async (request, reply) =>
      send(reply, await replaceScimUser(deps, callOf(request), request.params.id, request.body)),
  })
  app.patch('/scim/v2/Users/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params, body },
    handler: async (request, reply) =>
      send(reply, await patchScimUser(deps, callOf(request), request.params.id, request.body)),
  })
  app.delete('/scim/v2/Users/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params },
    handler: async (request, reply) => {
      await deleteAccount(deps, request.actor, request.params.id)
      return reply.code(204).send()
    },
  })

  app.get('/scim/v2/Groups', {
    ...common,
    schema: { ...hidden, querystring },
    handler: async (request, reply) => send(reply, await listScimGroups(deps, callOf(request), request.query)),
  })
  app.post('/scim/v2/Groups', {
    ...common,
    config: granting,
    schema: { ...hidden, body },
    handler: async (request, reply) => send(reply, await createScimGroup(deps, callOf(request), request.body), 201),
  })
  app.get('/scim/v2/Groups/:id', {
    ...common,
    schema: { ...hidden, params, querystring },
    handler: async (request, reply) => {
      const { excludedAttributes = '' } = request.query
      const withMembers = !/(?:^|[\s,])members(?:$|[\s,])/i.test(excludedAttributes)
      return send(reply, await getScimGroup(deps, callOf(request), request.params.id, withMembers))
    },
  })
  app.put('/scim/v2/Groups/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params, body },
    handler: async (request, reply) => {
      const call = callOf(request)
      await replaceScimGroup(deps, call, request.params.id, request.body)
      return send(reply, await getScimGroup(deps, call, request.params.id))
    },
  })
  // A group may have 20,000 members, which nobody who changed one wants to read.
  app.patch('/scim/v2/Groups/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params, body },
    handler: async (request, reply) => {
      await patchScimGroup(deps, callOf(request), request.params.id, request.body)
      return reply.code(204).send()
    },
  })
  app.delete('/scim/v2/Groups/:id', {
    ...common,
    config: granting,
    schema: { ...hidden, params },
    handler: async (request, reply) => {
      await deleteGroup(deps, request.actor, request.params.id)
      return reply.code(204).send()
    },
  })
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

const TYPES = [
  { name: 'User', path: 'Users', schema: SCHEMA.user },
  { name: 'Group', path: 'Groups', schema: SCHEMA.group },
] as const
type ResourceType = (typeof TYPES)[number]

const metaOf = (base: string, path: string, resourceType: string) => ({
  location: `${base}/scim/v2/${path}`,
  resourceType,
})

const presentType = (base: string, { name, path, schema }: ResourceType): ScimObject => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${path}`,
  schema,
  meta: metaOf(base, `ResourceTypes/${name}`, 'ResourceType'),
})

const presentSchema = (base: string, { name, schema }: ResourceType): ScimObject => ({
  schemas: [`${CORE}:Schema`],
  id: schema,
  name,
  attributes: ATTRIBUTES[name],
  meta: metaOf(base, `Schemas/${schema}`, 'Schema'),
})

const providerConfig = (base: string): ScimObject => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'API token', description: 'An API token with the scope admin', primary: true },
  ],
  meta: metaOf(base, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

const attribute = (name: string, more: ScimObject = {}): ScimObject => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
})
const ATTRIBUTES = {
  User: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    attribute('name', { type: 'complex', subAttributes: [attribute('givenName'), attribute('familyName')] }),
    attribute('active', { type: 'boolean' }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
  ],
  Group: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', { mutability: 'immutable' }),
        attribute('display', { mutability: 'readOnly' }),
      ],
    }),
  ],
}
