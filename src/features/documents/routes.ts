// Reading documents, and writing them, under /api/docs.
// What is read often goes out as ready-made bytes (http/answers.ts); the services know nothing of that.

import { Type } from 'typebox'
import { type AnswerHeaders, asJson, freshAnswer, type Made, sendAnswer } from '#http/answers.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { expectedVersion } from '#http/preconditions.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests.ts'
import { documentTree, publicTree } from './lists/tree.ts'
import {
  type BlocksView,
  getBlocks,
  getDocument,
  getMarkdown,
  listDocuments,
  listPublicDocuments,
} from './reading/reading.ts'
import { BlocksPayload, DocumentCreate, DocumentListOut, DocumentOut, DocumentUpdate, TreeOut } from './schemas.ts'
import { answerFor, type DocumentRouteDeps, docId, documentMade, Page, withBlocks } from './shared-routes.ts'
import { blockIssues } from './writing/prepare.ts'
import { createDocument, deleteDocument, replaceBlocks, setPinned, updateDocument } from './writing/service.ts'

const tags = ['docs']
const MARKDOWN: AnswerHeaders = {
  type: 'text/markdown; charset=utf-8',
  cache: 'private, no-cache',
  vary: 'accept-encoding',
}
const documentId = Type.Object({ document_id: PathId('The id of a document.') })

const blocksMade = ({ blocks, ...head }: BlocksView): Made => ({
  text: withBlocks(head, blocks),
  version: head.version,
})

export function documentRoutes(app: App, deps: DocumentRouteDeps): void {
  const { db, answers, views } = deps
  const listResponse = { 200: Type.Array(DocumentListOut) }

  for (const path of ['/api/docs/', '/api/docs'] as const) {
    app.get(
      path,
      {
        config: { access: 'open' },
        schema: { tags, summary: 'Documents that everyone may read', querystring: Page, response: listResponse },
      },
      async (request, reply) => {
        const page = request.query
        const make = asJson(() => listPublicDocuments(deps, page))
        const key = `list public ${page.limit} ${page.offset}`
        return sendAnswer(request, reply, answers.get(db.version('content'), key, make))
      },
    )
  }

  app.post(
    '/api/docs/',
    {
      config: { access: 'editor', furtherIssues: blockIssues },
      bodyLimit: CONTENT_BODY_LIMIT,
      schema: { tags, summary: 'Create a document', body: DocumentCreate, response: { 201: DocumentOut } },
    },
    async (request, reply) => {
      const made = documentMade(await createDocument(deps, request.actor, request.body))
      return sendAnswer(request, reply.code(201), freshAnswer(made))
    },
  )

  app.get(
    '/api/docs/private',
    {
      config: { access: 'reader' },
      schema: { tags, summary: 'Documents that you may read', querystring: Page, response: listResponse },
    },
    async (request, reply) => {
      const page = request.query
      const make = asJson(() => listDocuments(deps, request.actor, page))
      const name = `list ${page.limit} ${page.offset}`
      return sendAnswer(request, reply, answerFor(deps, request.actor, 'content', name, make))
    },
  )

  app.get(
    '/api/docs/tree',
    { config: { access: 'open' }, schema: { tags, summary: 'The public tree', response: { 200: TreeOut } } },
    async (request, reply) => {
      const make = asJson(() => publicTree(deps))
      return sendAnswer(request, reply, answers.get(db.version('tree'), 'tree public', make))
    },
  )

  app.get(
    '/api/docs/tree/me',
    {
      config: { access: 'reader' },
      schema: { tags, summary: 'The tree as you may read it', response: { 200: TreeOut } },
    },
    async (request, reply) => {
      const make = asJson(() => documentTree(deps, request.actor))
      return sendAnswer(request, reply, answerFor(deps, request.actor, 'tree', 'tree', make))
    },
  )

  app.get(
    '/api/docs/:slug',
    {
      config: { access: 'reader' },
      schema: {
        tags,
        summary: 'One document by its slug',
        params: Type.Object({ slug: Type.String() }),
        response: { 200: DocumentOut },
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const make = async () => documentMade(await getDocument(deps, request.actor, { slug }))
      const answer = await answerFor(deps, request.actor, 'content', `slug ${slug}`, make)
      if (request.method === 'GET') views.count(answer.viewed)
      return sendAnswer(request, reply, answer)
    },
  )

  app.put(
    '/api/docs/:doc_id',
    {
      config: { access: 'editor', takesVersion: true, furtherIssues: blockIssues },
      bodyLimit: CONTENT_BODY_LIMIT,
      schema: {
        tags,
        summary: 'Change a document',
        params: docId,
        body: DocumentUpdate,
        response: { 200: DocumentOut },
      },
    },
    async (request, reply) => {
      const { doc_id } = request.params
      const view = await updateDocument(deps, request.actor, doc_id, request.body, expectedVersion(request))
      return sendAnswer(request, reply, freshAnswer(documentMade(view)))
    },
  )

  app.delete(
    '/api/docs/:doc_id',
    {
      config: { access: 'editor' },
      schema: { tags, summary: 'Delete a document', params: docId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await deleteDocument(deps, request.actor, request.params.doc_id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/docs/:doc_id/pin',
    {
      config: { access: 'editor' },
      schema: { tags, summary: 'Pin a document', params: docId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await setPinned(deps, request.params.doc_id, true)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/docs/:doc_id/unpin',
    {
      config: { access: 'editor' },
      schema: { tags, summary: 'Unpin a document', params: docId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await setPinned(deps, request.params.doc_id, false)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/docs/:document_id/blocks',
    {
      config: { access: 'guarded:any' },
      schema: { tags, summary: "A document's blocks", params: documentId, response: { 200: BlocksPayload } },
    },
    async (request, reply) => {
      const { document_id } = request.params
      const make = async () => blocksMade(await getBlocks(deps, request.actor, document_id))
      return sendAnswer(request, reply, answerFor(deps, request.actor, 'content', `blocks ${document_id}`, make))
    },
  )

  app.put(
    '/api/docs/:document_id/blocks',
    {
      config: { access: 'guarded:editor', takesVersion: true, furtherIssues: blockIssues },
      bodyLimit: CONTENT_BODY_LIMIT,
      schema: {
        tags,
        summary: "Replace a document's blocks",
        params: documentId,
        body: BlocksPayload,
        response: { 200: BlocksPayload },
      },
    },
    async (request, reply) => {
      const { document_id } = request.params
      const { blocks } = request.body
      const view = await replaceBlocks(deps, request.actor, document_id, blocks, expectedVersion(request))
      return sendAnswer(request, reply, freshAnswer(blocksMade(view)))
    },
  )

  app.get(
    '/api/docs/:doc_id/markdown',
    {
      config: { access: 'guarded:any' },
      schema: { tags, summary: 'A document as Markdown', params: docId, produces: ['text/markdown'] },
    },
    async (request, reply) => {
      const text = await getMarkdown(deps, request.actor, request.params.doc_id)
      return sendAnswer(request, reply, freshAnswer({ text }), MARKDOWN)
    },
  )
}
