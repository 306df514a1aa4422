// Imports of folders: uploaded in pieces, previewed, started, followed and undone.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { listUploads } from '#features/documents/uploads/uploads.ts'
import { Page, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import {
  createImport,
  discardImport,
  getImport,
  keepPiece,
  listImports,
  readImport,
  startImport,
  stopImport,
  undoImport,
} from './imports.ts'
import { ImportIn, ImportListOut, ImportOut, PIECE_BYTES, ReadIn, UploadsIn, UploadsOut } from './schemas.ts'

const tags = ['admin']
const config = { access: 'editor' } as const
const params = Type.Object({ import_id: PathId('The id of an import.') })
const piece = Type.Object({
  ...params.properties,
  number: Type.Integer({ minimum: 0, description: 'Counted from 0.' }),
})

export function importRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/imports', {
    config,
    schema: {
      tags,
      summary: 'List imports, newest first',
      querystring: Page,
      response: { 200: Type.Array(ImportListOut) },
    },
    handler: (request) => listImports(deps, request.actor, request.query),
  })

  app.post('/api/admin/imports', {
    config,
    schema: {
      tags,
      summary: 'Create an import',
      description:
        'An import takes a zip file of at most 500 MiB: a folder of Markdown, Word files or saved pages. Send it in pieces, have it read, look at the preview, then start it.',
      body: ImportIn,
      response: { 201: ImportOut },
    },
    handler: async (request, reply) => {
      reply.code(201)
      return createImport(deps, request.actor, request.body)
    },
  })

  app.post('/api/admin/imports/present', {
    config,
    schema: {
      tags,
      summary: 'List pictures and files that need not be uploaded again',
      description: 'Returns those of the addresses under which there is an upload that you may have.',
      body: UploadsIn,
      response: { 200: UploadsOut },
    },
    handler: async ({ actor, body }) => ({ uploads: await listUploads(deps, actor, body.uploads) }),
  })

  app.get('/api/admin/imports/:import_id', {
    config,
    schema: { tags, summary: 'Read an import with its preview or report', params, response: { 200: ImportOut } },
    handler: (request) => getImport(deps, request.actor, request.params.import_id),
  })

  app.delete('/api/admin/imports/:import_id', {
    config,
    schema: { tags, summary: 'Discard an import that was not started', params, response: { 204: Type.Null() } },
    handler: (request) => discardImport(deps, request.actor, request.params.import_id),
  })

  app.put('/api/admin/imports/:import_id/pieces/:number', {
    config,
    bodyLimit: PIECE_BYTES,
    schema: {
      tags,
      summary: 'Upload a piece of the zip file',
      description:
        'The body is the piece itself: 2 MiB, and what is left in the last one. Pieces may come in any order, and again.',
      params: piece,
      consumes: ['application/octet-stream'],
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, params: { import_id, number }, body }) =>
      keepPiece(deps, actor, import_id, { number, bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }),
  })

  app.post('/api/admin/imports/:import_id/read', {
    config,
    schema: {
      tags,
      summary: 'Preview an import',
      description:
        'Reads the whole upload and writes nothing. A worker does that: the state is `reading`, then `ready` or `failed`. Ask again to preview it with other choices.',
      params,
      body: ReadIn,
      response: { 202: ImportOut },
    },
    handler: async (request, reply) => {
      reply.code(202)
      return readImport(deps, request.actor, request.params.import_id, request.body)
    },
  })

  app.post('/api/admin/imports/:import_id/start', {
    config,
    schema: {
      tags,
      summary: 'Start an import as its preview shows it',
      description: 'An import that was interrupted goes on where it was.',
      params,
      response: { 202: ImportOut },
    },
    handler: async (request, reply) => {
      reply.code(202)
      return startImport(deps, request.actor, request.params.import_id)
    },
  })

  app.post('/api/admin/imports/:import_id/stop', {
    config,
    schema: {
      tags,
      summary: 'Stop an import',
      description: 'What it has written stays: it is `interrupted`, and can be started again or undone.',
      params,
      response: { 200: ImportOut },
    },
    handler: (request) => stopImport(deps, request.actor, request.params.import_id),
  })

  app.post('/api/admin/imports/:import_id/undo', {
    config,
    schema: {
      tags,
      summary: 'Undo an import',
      description:
        'Documents that it made go to the trash, together; those that it changed are as they were. What someone has written in since is left as it is and named.',
      params,
      response: { 202: ImportOut },
    },
    handler: async (request, reply) => {
      reply.code(202)
      return undoImport(deps, request.actor, request.params.import_id)
    },
  })
}
