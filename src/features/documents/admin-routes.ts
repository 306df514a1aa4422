// Editors' view of all documents by bucket, and the write endpoints again under /api/admin/docs.

import { Type } from 'typebox'
import { TAGS } from '#changes.ts'
import { closed, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { asJson, prepareJson, sendResponse } from '#http/responses/response-cache.ts'
import { changeMany } from './editing/many.ts'
import { placeCategory, placeDocument } from './editing/placing.ts'
import { countBuckets, pageOfBucket } from './lists/buckets.ts'
import { listStatuses } from './lists/statuses.ts'
import { getDocument, listChosenDocuments, listDocuments } from './reading/reading.ts'
import {
  BUCKETS,
  BucketCounts,
  BucketPage,
  CategoryFilter,
  DocumentListOut,
  DocumentOut,
  DocumentStatusOut,
  LIST_ORDERS,
  ManyIn,
  ManyOut,
  PlaceCategoryIn,
  PlaceIn,
} from './schemas.ts'
import { type DocumentRouteDeps, documentContent, responseFor } from './shared-routes.ts'
import { writingRoutes } from './writing-routes.ts'

const tags = ['admin']
const config = { access: 'editor' } as const
// Ids start at 1 in this part of the API; elsewhere an impossible one is simply not found.
const params = Type.Object({ doc_id: Type.Integer({ minimum: 1, description: 'The id of a document.' }) })

export function adminDocumentRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/admin/docs/buckets/counts', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'Count the documents in each bucket',
      querystring: Type.Object({ category_id: CategoryFilter }),
      response: { 200: BucketCounts },
    },
    handler: async (request, reply) => {
      const { category_id } = request.query
      const make = asJson(() => countBuckets(deps, request.actor, category_id), [TAGS.documents])
      return sendResponse(request, reply, await responseFor(deps, request, `buckets ${category_id}`, make))
    },
  })

  app.get('/api/admin/docs/buckets/:bucket', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List a bucket, each document with its newest job',
      params: Type.Object({ bucket: closed(BUCKETS) }),
      querystring: Type.Object({
        q: Type.String({ default: '', description: 'Searches title, slug and category.' }),
        page: Type.Integer({ minimum: 1, default: 1 }),
        page_size: Type.Integer({ minimum: 1, maximum: 200, default: 30 }),
        category_id: CategoryFilter,
      }),
      response: { 200: BucketPage },
    },
    handler: async (request, reply) => {
      const wanted = { bucket: request.params.bucket, ...request.query }
      return sendResponse(request, reply, prepareJson(await pageOfBucket(deps, request.actor, wanted)))
    },
  })

  app.get('/api/admin/docs/', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List every document',
      querystring: Type.Object({
        skip: Type.Integer({ minimum: 0, default: 0 }),
        limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        category_id: CategoryFilter,
        sort: Type.Optional(
          closed(LIST_ORDERS, {
            description:
              'By title, or the newest first; `updated` is pinned ones first, then the last change; `edited` is the last change, drafts included.',
          }),
        ),
        unpublished: Type.Boolean({
          default: false,
          description: 'Only documents that are not published, or whose working copy is not.',
        }),
      }),
      response: { 200: Type.Array(DocumentListOut) },
    },
    handler: async (request, reply) => {
      const { skip: offset, limit, category_id: categoryId, sort = 'updated', unpublished } = request.query
      const page = { limit, offset }
      const read = () =>
        sort === 'updated' && !unpublished
          ? listDocuments(deps, request.actor, page, categoryId)
          : listChosenDocuments(deps, request.actor, page, { categoryId, sort, unpublished })
      const key = `chosen ${limit} ${offset} ${categoryId} ${sort} ${unpublished}`
      const isOfDrafts = unpublished || sort === 'edited'
      // Autosaves invalidate nothing, so a list that shows them is not cached.
      const make = asJson(read, [TAGS.documents], !isOfDrafts)
      return sendResponse(request, reply, await responseFor(deps, request, key, make))
    },
  })

  app.get('/api/admin/docs/statuses', {
    config,
    schema: {
      tags,
      summary: 'List documents whose text is changed, scheduled or in review',
      response: { 200: Type.Array(DocumentStatusOut) },
    },
    handler: async (request) => listStatuses(deps, request.actor),
  })

  writingRoutes(app, deps, {
    paths: {
      all: '/api/admin/docs/',
      one: '/api/admin/docs/:doc_id',
      pin: '/api/admin/docs/:doc_id/pin',
      unpin: '/api/admin/docs/:doc_id/unpin',
    },
    tags,
    params,
    config,
    bodyOptional: true,
  })

  app.get('/api/admin/docs/:doc_id', {
    config: { ...config, etag: true },
    schema: { tags, summary: 'Read a document by its id', params, response: { 200: DocumentOut } },
    handler: async (request, reply) => {
      const { doc_id: id } = request.params
      const make = async () => documentContent(await getDocument(deps, request.actor, { id }))
      return sendResponse(request, reply, await responseFor(deps, request, `id ${id}`, make))
    },
  })

  app.post('/api/admin/docs/many', {
    config,
    schema: {
      tags,
      summary: 'Change, publish, delete or restore many documents',
      description: 'Each has a transaction of its own: what is refused for one is done to the others.',
      body: ManyIn,
      response: { 200: ManyOut },
    },
    handler: (request) => changeMany(deps, request.actor, request.body),
  })

  app.post('/api/admin/docs/:doc_id/place', {
    config,
    schema: {
      tags,
      summary: 'Move a document within or between categories',
      params,
      body: PlaceIn,
      response: { 204: Type.Null() },
    },
    handler: async (request) => {
      const { category_id, ...next } = request.body
      await placeDocument(deps, request.actor, request.params.doc_id, { level: category_id, ...next })
    },
  })

  app.post('/api/admin/categories/:category_id/place', {
    config,
    schema: {
      tags,
      summary: 'Move a category within or between levels, also among their documents',
      params: Type.Object({ category_id: PathId('The id of a category.') }),
      body: PlaceCategoryIn,
      response: { 204: Type.Null() },
    },
    handler: async (request) => {
      const { parent_id, ...next } = request.body
      await placeCategory(deps, request.actor, request.params.category_id, { level: parent_id, ...next })
    },
  })
}
