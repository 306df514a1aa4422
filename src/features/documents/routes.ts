// Section 4.3 without search, suggestions and drafts: reading documents, and writing them under /api/docs.
// What is read often goes out as ready-made bytes (http/answers.ts); the services know nothing of that.

import { Type } from 'typebox'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Scope } from '../../engine/db/db.ts'
import { type Answer, type Answers, freshAnswer, type Made, sendAnswer } from '../../http/answers.ts'
import { PathId } from '../../http/atoms.ts'
import type { App } from '../../http/kernel.ts'
import { expectedVersion } from '../../http/preconditions.ts'
import { CONTENT_BODY_LIMIT } from '../../http/requests.ts'
import { blockIssues } from './prepare.ts'
import {
  type BlocksView,
  type DocumentView,
  getBlocks,
  getDocument,
  listDocuments,
  listPublicDocuments,
} from './reading.ts'
import { BlocksPayload, DocumentCreate, DocumentListOut, DocumentOut, DocumentUpdate, TreeOut } from './schemas.ts'
import { createDocument, deleteDocument, replaceBlocks, setPinned, updateDocument } from './service.ts'
import { documentTree, publicTree } from './tree.ts'
import type { Variants } from './variants.ts'
import type { ViewCounter } from './views.ts'

export type DocumentRouteDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'threads' | 'writing'> & {
  answers: Answers
  variants: Variants
  views: ViewCounter
}

const tags = ['docs']
export const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const documentId = Type.Object({ document_id: PathId('The id of a document.') })
export const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, default: 0 }),
})

/** documentJson puts the stored blocks into the document without reading them. */
const documentJson = ({ head, blocks }: DocumentView): string =>
  `${JSON.stringify(head).slice(0, -1)},"blocks":${blocks}}`

const blocksJson = ({ blocks, ...head }: BlocksView): string =>
  `${JSON.stringify(head).slice(0, -1)},"blocks":${blocks}}`

const SETTLED = new Set(['approved', 'superseded'])

/** documentMade is not kept while its job can change without the document: a job under way, or one that may be answered. */
export const documentMade = (view: DocumentView): Made => ({
  text: documentJson(view),
  lead: view.head.version,
  subject: view.head.id,
  keep: view.head.job === null || SETTLED.has(view.head.job.status),
})

const blocksMade = (view: BlocksView): Made => ({ text: blocksJson(view), lead: view.version })

/**
 * answerFor keeps what is made for a reader for everyone who may read the same. What that reader may read can change while it
 * is made: then it is sent to that reader and to no one else.
 */
export function answerFor(
  deps: Pick<DocumentRouteDeps, 'db' | 'answers' | 'variants'>,
  actor: Actor,
  scope: Scope,
  name: string,
  make: () => Promise<Made>,
): Answer | Promise<Answer> {
  const { db, answers, variants } = deps
  const answerOf = (variant: string) => {
    const makeAndLook = async () => {
      const made = await make()
      return { ...made, keep: made.keep !== false && (await variants.isStill(actor, variant)) }
    }
    const whose = variant.startsWith('reader') ? String(actor.userId) : ''
    return answers.get(db.version(scope), `${name} ${variant}`, makeAndLook, whose)
  }
  // Nearly always both are known: no promise is made then.
  const variant = variants.of(actor)
  return typeof variant === 'string' ? answerOf(variant) : variant.then(answerOf)
}

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
        const make = async () => ({ text: JSON.stringify(await listPublicDocuments(deps, page)) })
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
      const make = async () => ({ text: JSON.stringify(await listDocuments(deps, request.actor, page)) })
      const name = `list ${page.limit} ${page.offset}`
      return sendAnswer(request, reply, answerFor(deps, request.actor, 'content', name, make))
    },
  )

  app.get(
    '/api/docs/tree',
    { config: { access: 'open' }, schema: { tags, summary: 'The public tree', response: { 200: TreeOut } } },
    async (request, reply) => {
      const make = async () => ({ text: JSON.stringify(await publicTree(deps)) })
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
      const make = async () => ({ text: JSON.stringify(await documentTree(deps, request.actor)) })
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
      if (request.method === 'GET') views.count(answer.subject)
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
      config: { access: 'guarded:editor', takesVersion: true },
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
}
