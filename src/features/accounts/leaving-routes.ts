// Deleting an account and exporting its data: one's own or, for administrators, anyone's.

import { Type } from 'typebox'
import { FreeForm, PathId } from '#http/atoms.ts'
import { clearSessionCookie } from '#http/cookies.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { deleteAccount, deleteOwnAccount, exportAccount } from './users/leaving.ts'

const params = Type.Object({ user_id: PathId('Id of the user.') })
const Exported = Type.Unsafe<object>({
  ...FreeForm,
  $id: 'AccountExport',
  description: 'Everything that is saved about a person.',
})
const ATTACHMENT = 'attachment; filename="account.json"'

export function leavingRoutes(app: App, deps: Parameters<typeof deleteAccount>[0]): void {
  app.delete('/auth/me', {
    config: { access: 'reader', stepUp: true, enrols: true },
    schema: {
      tags: ['auth'],
      summary: 'Delete your account',
      description:
        'What you wrote is kept and credited to a former member. Sessions, tokens, factors, grants and addresses are deleted; the audit trail keeps the id.',
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      await deleteOwnAccount(deps, getOwner(request))
      clearSessionCookie(request, reply)
    },
  })

  app.get('/auth/me/export', {
    exposeHeadRoute: false,
    config: { access: 'reader', stepUp: true, enrols: true, audited: true },
    schema: { tags: ['auth'], summary: 'Export your data', response: { 200: Exported } },
    handler: async (request, reply) => {
      const { actor } = getOwner(request)
      return reply.header('content-disposition', ATTACHMENT).send(await exportAccount(deps, actor, actor.userId))
    },
  })

  app.delete('/api/admin/users/:user_id', {
    config: { access: 'admin', stepUp: true },
    schema: { tags: ['admin'], summary: 'Delete an account', params, response: { 204: Type.Null() } },
    handler: (request) => deleteAccount(deps, request.actor, request.params.user_id),
  })

  app.get('/api/admin/users/:user_id/export', {
    exposeHeadRoute: false,
    config: { access: 'admin', stepUp: true, audited: true },
    schema: { tags: ['admin'], summary: "Export someone's data", params, response: { 200: Exported } },
    handler: async (request, reply) => {
      const exported = await exportAccount(deps, request.actor, request.params.user_id)
      return reply.header('content-disposition', ATTACHMENT).send(exported)
    },
  })
}
