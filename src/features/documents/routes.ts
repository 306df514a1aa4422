// Reading and writing documents under /api/docs. Frequent reads are cached responses (http/responses/response-cache.ts);
// services don't know of that.

import { Type } from 'typebox'
import { VISITOR } from '#actor.ts'
import { TAGS } from '#changes.ts'
import { Page, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { expectedVersion } from '#http/requests/preconditions.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import {
  asJson,
  JSON_HEADERS,
  prepareResponse,
  type ResponseContent,
  type ResponseHeaders,
  sendResponse,
} from '#http/responses/response-cache.ts'
import type { Variant } from './access/variants.ts'
import { SaveQuery } from './draft-schemas.ts'
import { replaceDraftBlocks } from './editing/drafts.ts'
import { replaceBlocks } from './editing/service.ts'
import { TREE_TAGS, Trees } from './lists/tree.ts'
import * as reading from './reading/reading.ts'
import { BlocksPayload, DocumentListOut, DocumentOut, TreeOut } from './schemas.ts'
import { type DocumentRouteDeps, docId, documentContent, responseFor, withBlocks } from './shared-routes.ts'
import { documentTags } from './tags.ts'
import { blockIssues } from './writing/prepare/prepare.ts'
import { writingRoutes } from './writing-routes.ts'

const tags = ['docs']
const MARKDOWN: ResponseHeaders = {
  type: 'text/markdown; charset=utf-8',
  cache: 'private, no-cache',
  vary: 'accept-encoding',
}
const documentId = Type.Object({ document_id: PathId('The id of a document.') })

const blocksContent = ({ blocks, ...head }: reading.BlocksView): ResponseContent => ({
  text: withBlocks(head, blocks),
  tags: documentTags(head.document_id),
  version: head.version,
})

export function documentRoutes(app: App, deps: DocumentRouteDeps): void {
  const { views } = deps
  const trees = new Trees(deps)
  const tree = async (variant: Variant) => ({ text: await trees.getJson(variant), tags: TREE_TAGS })
  const listResponse = { 200: Type.Array(DocumentListOut) }

  app.get('/api/docs/private', {
    config: { access: 'reader', bound: true, etag: true },
    schema: { tags, summary: 'List documents you may read', querystring: Page, response: listResponse },
    handler: async (request, reply) => {
      const page = request.query
      const make = asJson(() => reading.listDocuments(deps, request.actor, page), [TAGS.documents])
      const name = `list ${page.limit} ${page.offset}`
      return sendResponse(request, reply, responseFor(deps, request, name, make))
    },
  })

  app.get('/api/docs/tree', {
    config: { access: 'open', etag: true },
    schema: { tags, summary: 'Read the public tree', response: { 200: TreeOut } },
    handler: async (request, reply) => {
      return sendResponse(request, reply, responseFor(deps, request, 'tree', tree, VISITOR))
    },
  })

  app.get('/api/docs/tree/me', {
    config: { access: 'reader', bound: true, etag: true },
    schema: { tags, summary: 'Get the tree of what you may read', response: { 200: TreeOut } },
    handler: async (request, reply) => {
      return sendResponse(request, reply, responseFor(deps, request, 'tree', tree))
    },
  })

  // `tree`, `search` and other paths under /api/docs are reserved slugs (limits.ts).
  app.get('/api/docs/:slug', {
    config: { access: 'reader', bound: true, etag: true },
    schema: {
      tags,
      summary: 'Read a document by its slug',
      params: Type.Object({ slug: Type.String({ nfc: true }) }),
      response: { 200: DocumentOut },
    },
    handler: async (request, reply) => {
      const { slug } = request.params
      const make = async () => documentContent(await reading.getDocument(deps, request.actor, { slug }))
      const response = responseFor(deps, request, `slug ${slug}`, make)
      return sendResponse(request, reply, response, JSON_HEADERS, ({ viewed }) => views.count(viewed))
    },
  })

  writingRoutes(app, deps, {
    paths: {
      all: '/api/docs/',
      one: '/api/docs/:doc_id',
      pin: '/api/docs/:doc_id/pin',
      unpin: '/api/docs/:doc_id/unpin',
    },
    tags,
    params: docId,
    config: { access: 'editor', bound: true },
  })

  app.get('/api/docs/:document_id/blocks', {
    config: { access: 'guarded:any', bound: true, etag: true },
    schema: { tags, summary: "Read a document's blocks", params: documentId, response: { 200: BlocksPayload } },
    handler: async (request, reply) => {
      const { document_id } = request.params
      const make = async () => blocksContent(await reading.getBlocks(deps, request.actor, document_id))
      return sendResponse(request, reply, responseFor(deps, request, `blocks ${document_id}`, make))
    },
  })

  app.put('/api/docs/:document_id/blocks', {
    config: { access: 'guarded:editor', bound: true, takesVersion: true, furtherIssues: blockIssues },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: "Replace a document's blocks",
      params: documentId,
      querystring: SaveQuery,
      body: BlocksPayload,
      response: { 200: BlocksPayload },
    },
    handler: async (request, reply) => {
      const { params, body, query, actor } = request
      const condition = { expected: expectedVersion(request), document: query.version, base: query.base_version }
      const view = query.publish
        ? await replaceBlocks(deps, actor, params.document_id, body.blocks, condition.expected)
        : await replaceDraftBlocks(deps, actor, params.document_id, body.blocks, condition)
      return sendResponse(request, reply, prepareResponse(blocksContent(view)))
    },
  })

  app.get('/api/docs/:doc_id/markdown', {
    config: { access: 'guarded:any', bound: true, etag: true },
    schema: { tags, summary: 'Read a document as Markdown', params: docId, produces: ['text/markdown'] },
    handler: async (request, reply) => {
      const text = await reading.getMarkdown(deps, request.actor, request.params.doc_id)
      return sendResponse(request, reply, prepareResponse({ text }), MARKDOWN)
    },
  })
}
