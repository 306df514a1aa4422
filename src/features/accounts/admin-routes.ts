// The two role endpoints of section 4.5, and what was added: users, people to name in access rules, and the audit trail.

import { Type } from 'typebox'
import { ROLES } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { PathId } from '../../http/atoms.ts'
import type { App } from '../../http/kernel.ts'
import { listAudit } from './audit.ts'
import { presentUser } from './present.ts'
import { listRoles } from './roles.ts'
import { AuditPage, AuditQuery, PeopleQuery, PersonOut, RoleOut, UserOut, UserQuery, UserUpdate } from './schemas.ts'
import { changeUser, findPeople, listUsers } from './users.ts'

export function userRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.get(
    '/admin/roles',
    {
      config: { access: 'editor' },
      schema: { tags: ['admin'], summary: 'Roles and what they may do', response: { 200: Type.Array(RoleOut) } },
    },
    async () => listRoles(),
  )

  app.get(
    '/admin/roles/names',
    {
      config: { access: 'editor' },
      schema: { tags: ['admin'], summary: 'Names of the roles', response: { 200: Type.Array(Type.String()) } },
    },
    async () => [...ROLES],
  )

  app.get(
    '/api/admin/users',
    {
      config: { access: 'admin' },
      schema: { tags: ['admin'], summary: 'Users', querystring: UserQuery, response: { 200: Type.Array(UserOut) } },
    },
    async (request) => {
      const { q = '', limit = 50, offset = 0 } = request.query
      return (await listUsers(deps, q, limit, offset)).map(presentUser)
    },
  )

  app.get(
    '/api/admin/people',
    {
      config: { access: 'editor' },
      schema: {
        tags: ['admin'],
        summary: 'People to name in an access rule',
        querystring: PeopleQuery,
        response: { 200: Type.Array(PersonOut) },
      },
    },
    (request) => findPeople(deps, request.query.q ?? '', request.query.ids?.split(',').map(Number) ?? []),
  )

  app.patch(
    '/api/admin/users/:user_id',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: "Change a user's role, disable or enable them",
        params: Type.Object({ user_id: PathId('Id of the user.') }),
        body: UserUpdate,
        response: { 200: UserOut },
      },
    },
    async (request) => presentUser(await changeUser(deps, request.actor, request.params.user_id, request.body)),
  )

  app.get(
    '/api/admin/audit',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Who did what, newest first',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    (request) => listAudit(deps, request.query.cursor, request.query.limit ?? 50),
  )
}
