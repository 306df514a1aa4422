// Owners of documents and categories, for editors; an administrator transfers a leaving person's.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import * as owners from './owners.ts'
import { OwnerIn, OwnerOut, PassedOnOut, PassOnIn } from './schemas.ts'

const tags = ['admin']
const config = { access: 'editor', bound: true } as const
const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const categoryId = Type.Object({ category_id: PathId('The id of a category.') })
const response = { 200: OwnerOut }

export function ownerRoutes(app: App, deps: owners.OwnerDeps): void {
  app.get('/api/docs/:doc_id/owner', {
    config,
    schema: {
      tags,
      summary: 'Get the owner of a document',
      description: 'Its own, or that of the nearest category above it.',
      params: docId,
      response,
    },
    handler: async ({ actor, params }) => owners.getDocumentOwner(deps, actor, params.doc_id),
  })

  app.put('/api/docs/:doc_id/owner', {
    config,
    schema: { tags, summary: 'Set the owner of a document', params: docId, body: OwnerIn, response },
    handler: async ({ actor, params, body }) => owners.setDocumentOwner(deps, actor, params.doc_id, body),
  })

  app.get('/api/admin/categories/:category_id/owner', {
    config,
    schema: { tags, summary: 'Get the owner of a category', params: categoryId, response },
    handler: async ({ actor, params }) => owners.getCategoryOwner(deps, actor, params.category_id),
  })

  app.put('/api/admin/categories/:category_id/owner', {
    config,
    schema: { tags, summary: 'Set the owner of a category', params: categoryId, body: OwnerIn, response },
    handler: async ({ actor, params, body }) => owners.setCategoryOwner(deps, actor, params.category_id, body),
  })

  app.post('/api/admin/owners/pass-on', {
    config: { access: 'admin' },
    schema: {
      tags,
      summary: 'Pass on all that someone answers for',
      body: PassOnIn,
      response: { 200: PassedOnOut },
    },
    handler: async ({ actor, body }) => owners.transferOwnership(deps, actor, body.from_id, body.to_id),
  })
}
