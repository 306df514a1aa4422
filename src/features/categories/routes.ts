// Editors' endpoints of the category tree, as far as they may see it.

import { Type } from 'typebox'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import { closed, Page, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import { asJson, prepareJson, type ResponseCache, sendResponse } from '#http/responses/response-cache.ts'
import { listDeletedCategories, restoreCategory } from './deletions.ts'
import { categoryTree, getCategory, listCategories } from './reading.ts'
import { type CategoryContent, deleteCategory } from './removal.ts'
import {
  CategoryCreate,
  CategoryOut,
  CategoryUpdate,
  DeletedCategoryOut,
  DIRECTIONS,
  MovedOut,
  RemovalQuery,
  ReorderIn,
  ReorderOut,
} from './schemas.ts'
import {
  type CategoryDeps,
  createCategory,
  moveCategory,
  reorderCategories,
  reparentCategory,
  updateCategory,
} from './service.ts'

const tags = ['admin']
const config = { access: 'editor' } as const
const keyed = { ...config, idempotent: true } as const
const params = Type.Object({ category_id: PathId('The id of a category.') })

export function categoryRoutes(
  app: App,
  deps: CategoryDeps & { responses: ResponseCache; content: CategoryContent },
): void {
  const { responses } = deps
  /** Cached for those who see everything; others see different ones. */
  const cached = async (actor: Actor, key: string, read: () => Promise<unknown>) =>
    seesEverything(actor)
      ? responses.get(`categories ${key}`, asJson(read, [TAGS.site, TAGS.index]))
      : prepareJson(await read())

  app.get('/api/admin/categories/', {
    config: { ...config, etag: true },
    schema: { tags, summary: 'List categories', response: { 200: Type.Array(CategoryOut) } },
    handler: async (request, reply) =>
      sendResponse(request, reply, await cached(request.actor, 'list', () => listCategories(deps, request.actor))),
  })

  app.post('/api/admin/categories/', {
    config: keyed,
    schema: { tags, summary: 'Create a category', body: CategoryCreate, response: { 201: CategoryOut } },
    handler: (request) => createCategory(once(request, deps), { actor: request.actor }, request.body),
  })

  app.get('/api/admin/categories/tree', {
    config: { ...config, etag: true },
    schema: { tags, summary: 'Read the tree of categories', response: { 200: Type.Array(CategoryOut) } },
    handler: async (request, reply) =>
      sendResponse(request, reply, await cached(request.actor, 'tree', () => categoryTree(deps, request.actor))),
  })

  app.get('/api/admin/categories/trash', {
    config,
    schema: {
      tags,
      summary: 'List deleted categories, newest first',
      querystring: Page,
      response: { 200: Type.Array(DeletedCategoryOut) },
    },
    handler: (request) => listDeletedCategories(deps, request.actor, request.query),
  })

  app.post('/api/admin/categories/trash/:category_id/restore', {
    config,
    schema: {
      tags,
      summary: 'Restore a deleted category with what was deleted with it',
      params,
      response: { 201: CategoryOut },
    },
    handler: (request) => restoreCategory(deps, request.actor, request.params.category_id),
  })

  app.get('/api/admin/categories/:category_id', {
    config: { ...config, etag: true },
    schema: { tags, summary: 'Read a category', params, response: { 200: CategoryOut } },
    handler: async (request, reply) => {
      const { category_id } = request.params
      const read = () => getCategory(deps, category_id, request.actor)
      return sendResponse(request, reply, await cached(request.actor, `${category_id}`, read))
    },
  })

  app.put('/api/admin/categories/:category_id', {
    config,
    schema: { tags, summary: 'Change a category', params, body: CategoryUpdate, response: { 200: CategoryOut } },
    handler: async (request) =>
      updateCategory(deps, { actor: request.actor }, request.params.category_id, request.body),
  })

  app.delete('/api/admin/categories/:category_id', {
    config,
    schema: {
      tags,
      summary: 'Delete a category; say what happens to its content',
      params,
      querystring: RemovalQuery,
      response: { 204: Type.Null() },
    },
    handler: (request) => deleteCategory(deps, request.actor, request.params.category_id, request.query),
  })

  app.post('/api/admin/categories/:category_id/move', {
    config,
    schema: {
      tags,
      summary: 'Swap a category with its neighbour',
      params,
      querystring: Type.Object({ direction: closed(DIRECTIONS) }),
      response: { 200: MovedOut },
    },
    handler: async (request) => moveCategory(deps, request.actor, request.params.category_id, request.query.direction),
  })

  app.post('/api/admin/categories/reorder', {
    config,
    schema: { tags, summary: 'Reorder the children of a category', body: ReorderIn, response: { 200: ReorderOut } },
    handler: async (request) => reorderCategories(deps, request.actor, request.body),
  })

  app.patch('/api/admin/categories/:category_id/parent', {
    config,
    schema: {
      tags,
      summary: 'Move a category under another parent, or to the root',
      params,
      querystring: Type.Object({ new_parent_id: Type.Optional(Type.Integer()) }),
      response: { 200: CategoryOut },
    },
    handler: async (request) =>
      reparentCategory(deps, { actor: request.actor }, request.params.category_id, request.query.new_parent_id ?? null),
  })
}
