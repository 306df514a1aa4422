// Managing redirects, for editors. Following them is in reader/missing.ts.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import {
  createRedirect,
  deleteRedirect,
  deleteRedirects,
  listLinks,
  listRedirects,
  updateRedirect,
} from './redirects.ts'
import { RedirectFilter, RedirectIn, RedirectLinksOut, RedirectOut, RedirectsDeleteIn } from './schemas.ts'

const tags = ['docs']
const config = { access: 'editor' } as const
const params = Type.Object({ redirect_id: PathId('The id of a redirect.') })

export function redirectRoutes(app: App, deps: Deps): void {
  app.get('/api/redirects', {
    config,
    schema: {
      tags,
      summary: 'List redirects of old addresses',
      querystring: RedirectFilter,
      response: { 200: Type.Array(RedirectOut) },
    },
    handler: async (request) => listRedirects(deps, request.query),
  })

  app.get('/api/redirects/links', {
    config,
    schema: {
      tags,
      summary: 'List pages that link to old addresses',
      description:
        'Of the redirects that the list has with the same parameters; those without such pages are left out.',
      querystring: RedirectFilter,
      response: { 200: Type.Array(RedirectLinksOut) },
    },
    handler: async (request) => listLinks(deps, request.actor, request.query),
  })

  app.post('/api/redirects/delete', {
    config,
    schema: {
      tags,
      summary: 'Delete several redirects',
      body: RedirectsDeleteIn,
      response: { 200: Type.Object({ deleted: Type.Integer() }) },
    },
    handler: async (request) => deleteRedirects(deps, request.actor, request.body.ids),
  })

  app.post('/api/redirects', {
    config: { ...config, idempotent: true },
    schema: { tags, summary: 'Redirect an old address', body: RedirectIn, response: { 201: RedirectOut } },
    handler: (request) => createRedirect(once(request, deps), request.actor, request.body),
  })

  app.put('/api/redirects/:redirect_id', {
    config,
    schema: { tags, summary: 'Change a redirect', params, body: RedirectIn, response: { 200: RedirectOut } },
    handler: async (request) => updateRedirect(deps, request.actor, request.params.redirect_id, request.body),
  })

  app.delete('/api/redirects/:redirect_id', {
    config,
    schema: { tags, summary: 'Delete a redirect', params, response: { 204: Type.Null() } },
    handler: (request) => deleteRedirect(deps, request.actor, request.params.redirect_id),
  })
}
