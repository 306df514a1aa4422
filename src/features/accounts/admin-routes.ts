// Administration of accounts: roles, users, invitations, the audit trail; also looking up people for access rules. Endpoints
// that grant access or weaken protection have `stepUp`, so that a stolen session can't make an administrator.

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { ROLES } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { forbidden } from '#errors.ts'
import { PathId } from '#http/atoms.ts'
import { baseOf } from '#http/base.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { listAudit, startAuditExport } from './audit/audit.ts'
import { resetFactors } from './factors/factors.ts'
import { presentUser } from './present.ts'
import { listRoles } from './roles.ts'
import {
  AuditPage,
  AuditQuery,
  AuditSearch,
  InvitationOut,
  PeopleQuery,
  PersonOut,
  RoleOut,
  UserInvite,
  UserOut,
  UserQuery,
  UserUpdate,
} from './schemas.ts'
import { invite, inviteAgain, presentInvitation } from './users/invitations.ts'
import { changeUser, findPeople, listUsers } from './users/users.ts'

export function userRoutes(app: App, deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>): void {
  app.get('/admin/roles', {
    config: { access: 'editor' },
    schema: { tags: ['admin'], summary: 'List roles and what they may do', response: { 200: Type.Array(RoleOut) } },
    handler: async () => listRoles(),
  })

  app.get('/admin/roles/names', {
    config: { access: 'editor' },
    schema: { tags: ['admin'], summary: 'List the names of the roles', response: { 200: Type.Array(Type.String()) } },
    handler: async () => [...ROLES],
  })

  app.get('/api/admin/users', {
    config: { access: 'admin' },
    schema: { tags: ['admin'], summary: 'List users', querystring: UserQuery, response: { 200: Type.Array(UserOut) } },
    handler: async (request) => {
      const { q, limit, offset } = request.query
      return (await listUsers(deps, q, limit, offset)).map(presentUser)
    },
  })

  app.post('/api/admin/users', {
    config: { access: 'admin', stepUp: true },
    schema: { tags: ['admin'], summary: 'Invite someone', body: UserInvite, response: { 201: InvitationOut } },
    handler: async (request) => {
      const { actor } = getOwner(request)
      const invitation = await invite(deps, actor, request.body, baseOf(deps.config, request))
      return presentInvitation(invitation)
    },
  })

  app.get('/api/admin/people', {
    config: { access: 'editor' },
    schema: {
      tags: ['admin'],
      summary: 'List people for an access rule',
      querystring: PeopleQuery,
      response: { 200: Type.Array(PersonOut) },
    },
    handler: (request) => findPeople(deps, request.query.q, request.query.ids?.split(',').map(Number) ?? []),
  })

  app.patch('/api/admin/users/:user_id', {
    config: { access: 'admin', stepUp: true },
    schema: {
      tags: ['admin'],
      summary: "Change a user's role, disable or enable them",
      params: Type.Object({ user_id: PathId('Id of the user.') }),
      body: UserUpdate,
      response: { 200: UserOut },
    },
    handler: async (request) =>
      presentUser(await changeUser(deps, request.actor, request.params.user_id, request.body)),
  })

  app.post('/api/admin/users/:user_id/invite', {
    config: { access: 'admin', stepUp: true },
    schema: {
      tags: ['admin'],
      summary: 'Send an invitation again',
      params: Type.Object({ user_id: PathId('Id of the user.') }),
      response: { 200: InvitationOut },
    },
    handler: async (request) => {
      const { actor } = getOwner(request)
      return presentInvitation(await inviteAgain(deps, actor, request.params.user_id, baseOf(deps.config, request)))
    },
  })

  app.delete('/api/admin/users/:user_id/factors', {
    config: { access: 'admin', stepUp: true },
    schema: {
      tags: ['admin'],
      summary: "Remove someone's second factors",
      params: Type.Object({ user_id: PathId('Id of the user.') }),
      response: { 204: Type.Null() },
    },
    handler: async (request) => {
      // `stepUp` is not asked of API tokens, which need only their scope and may be stolen too.
      if (getOwner(request).sessionId === null) throw forbidden('An API token cannot change second factors')
      await resetFactors(deps, request.actor, request.params.user_id)
    },
  })

  app.get('/api/admin/audit', {
    config: { access: 'admin' },
    schema: {
      tags: ['admin'],
      summary: 'List the audit trail, newest first',
      querystring: AuditQuery,
      response: { 200: AuditPage },
    },
    handler: (request) => {
      const { cursor, limit, ...search } = request.query
      return listAudit(deps, search, cursor, limit)
    },
  })

  app.get('/api/admin/audit/export', {
    config: { access: 'admin', audited: true },
    schema: {
      tags: ['admin'],
      summary: 'Export the audit trail as JSON lines',
      querystring: AuditSearch,
      produces: ['application/x-ndjson'],
      response: { 200: Type.Unsafe<Readable>(Type.String()) },
    },
    handler: async (request, reply) => {
      const lines = await startAuditExport(deps, request.actor, request.query)
      return reply.type('application/x-ndjson').header('cache-control', 'no-store').send(Readable.from(lines))
    },
  })
}
