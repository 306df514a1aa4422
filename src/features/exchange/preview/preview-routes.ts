// A file as a document, shown before anything is written: Markdown as text, a Word file or a saved page as it is.

import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { withBlocks } from '#features/documents/shared-routes.ts'
import type { App } from '#http/kernel.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { viewMarkdown } from './markdown-view.ts'
import { previewCode, previewMarkdown, previewSaved } from './preview.ts'
import { CodePreviewIn, CodePreviewOut, MarkdownViewIn, MarkdownViewOut, PreviewIn, PreviewOut } from './schemas.ts'

const tags = ['docs']
const LARGEST_SAVED = 20 * 1024 * 1024
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const send = (reply: FastifyReply, { blocks, ...rest }: { blocks: string }): FastifyReply =>
  reply.type('application/json').send(withBlocks(rest, blocks))

export function previewRoutes(app: App, deps: Deps): void {
  app.post('/api/docs/preview', {
    config: { access: 'editor' },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: { tags, summary: 'Preview a Markdown file as a document', body: PreviewIn, response: { 200: PreviewOut } },
    handler: async (request, reply) => send(reply, await previewMarkdown(deps, request.actor, request.body.markdown)),
  })

  app.post('/api/docs/preview/markdown', {
    config: { access: 'editor' },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Switch a text between blocks and Markdown',
      description:
        'Without `markdown` the blocks are written as Markdown. With it they become what it says; a block that nobody changed stays as it is. Nothing is saved.',
      body: MarkdownViewIn,
      response: { 200: MarkdownViewOut },
    },
    handler: async (request, reply) => send(reply, await viewMarkdown(deps, request.actor, request.body)),
  })

  app.post('/api/docs/preview/code', {
    config: { access: 'editor' },
    schema: {
      tags,
      summary: 'Preview code in the colours of the site',
      body: CodePreviewIn,
      response: { 200: CodePreviewOut },
    },
    handler: async ({ body }) => ({ html: await previewCode(body.pieces) }),
  })

  app.post('/api/docs/preview/file', {
    config: { access: 'editor' },
    bodyLimit: LARGEST_SAVED,
    schema: {
      tags,
      summary: 'Convert a Word file or a saved page to a document',
      description:
        'The body is the file itself, of at most 20 MiB. Its pictures are kept, as if they had been uploaded; the document is not.',
      consumes: [WORD, 'text/html'],
      response: { 200: PreviewOut },
    },
    handler: async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return send(reply, await previewSaved(deps, request.actor, bytes))
    },
  })
}
