// Groups for administrators; editors find them by name for access lists.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { Id, Nullable, named, Omittable, PathId, pageFields, Timestamp } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { MAX_GROUP_NAME } from '#limits.ts'
import { changeGroup, createGroup, deleteGroup, getGroup, listGroups } from './groups/groups.ts'

const MOST_MEMBERS = 20_000
const Name = Type.String({ trim: true, nfc: true, minLength: 1, maxLength: MAX_GROUP_NAME })
const ExternalId = Nullable(
  Type.String({ minLength: 1, maxLength: 200, description: 'How the directory that fills the group calls it.' }),
)
const People = Type.Array(Type.Integer(), { maxItems: MOST_MEMBERS })

const groupFields = {
  id: Id,
  name: Type.String(),
  external_id: Nullable(Type.String()),
  member_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
}
const GroupOut = named('GroupOut', groupFields)
const GroupDetail = named('GroupDetail', {
  ...groupFields,
  members: Type.Array(
    Type.Object({
      id: Id,
      display_name: Nullable(Type.String()),
      email: Type.String(),
      sources: Type.Array(Type.String(), {
        description: 'hand, scim, or oidc: and the id of an identity provider.',
      }),
    }),
  ),
})
const GroupCreate = named('GroupCreate', {
  name: Name,
  external_id: Type.Optional(ExternalId),
  members: Omittable(People),
})
const GroupUpdate = named('GroupUpdate', {
  name: Omittable(Name),
  external_id: Type.Optional(ExternalId),
  add: Omittable(People),
  remove: Omittable(People),
})

const tags = ['admin']
const params = Type.Object({ group_id: PathId('The id of a group.') })
const admin = { access: 'admin' } as const
const granting = { access: 'admin', stepUp: true } as const

export function groupRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.get('/api/admin/groups', {
    config: { access: 'editor' },
    schema: {
      tags,
      summary: 'List groups by name',
      querystring: Type.Object({
        q: Type.String({ default: '', maxLength: 100 }),
        ids: Type.Optional(
          Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,499}$', description: 'Ids of groups to list as well.' }),
        ),
        ...pageFields,
      }),
      response: { 200: Type.Array(GroupOut) },
    },
    handler: (request) => {
      const { ids, ...search } = request.query
      return listGroups(deps, { ...search, ids: ids?.split(',').map(Number) ?? [] })
    },
  })

  app.post('/api/admin/groups', {
    config: granting,
    schema: { tags, summary: 'Create a group', body: GroupCreate, response: { 201: GroupDetail } },
    handler: async (request) => getGroup(deps, await createGroup(deps, request.actor, request.body)),
  })

  app.get('/api/admin/groups/:group_id', {
    config: admin,
    schema: { tags, summary: 'Read a group with its members', params, response: { 200: GroupDetail } },
    handler: (request) => getGroup(deps, request.params.group_id),
  })

  app.patch('/api/admin/groups/:group_id', {
    config: granting,
    schema: {
      tags,
      summary: 'Change a group: its name and who is in it',
      params,
      body: GroupUpdate,
      response: { 200: GroupDetail },
    },
    handler: async (request) => {
      await changeGroup(deps, request.actor, request.params.group_id, request.body)
      return getGroup(deps, request.params.group_id)
    },
  })

  app.delete('/api/admin/groups/:group_id', {
    config: granting,
    schema: { tags, summary: 'Delete a group', params, response: { 204: Type.Null() } },
    handler: (request) => deleteGroup(deps, request.actor, request.params.group_id),
  })
}
