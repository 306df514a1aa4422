// Autosaved text and presence: written by the editor while someone types, read by whoever opens the document for editing.

import { Type } from 'typebox'
import type { App } from '#http/kernel.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { AutosaveOut, EditedOut, PresenceOut } from './draft-schemas.ts'
import { endPresence, reportPresence } from './drafts/presence.ts'
import { autosave, getEdited } from './editing/drafts.ts'
import { AutosaveIn } from './schemas.ts'
import { type DocumentRouteDeps, docId, withBlocks } from './shared-routes.ts'
import { blockIssues } from './writing/prepare/prepare.ts'

const tags = ['docs']

export function autosaveRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/docs/:doc_id/autosave', {
    config: { access: 'editor', bound: true, etag: true },
    schema: {
      tags,
      summary: 'Get the text that editors go on from',
      description: 'What the working copy says, or else what is published.',
      params: docId,
      response: { 200: EditedOut },
    },
    handler: async (request, reply) => {
      const { head, blocks } = await getEdited(deps, request.actor, request.params.doc_id)
      return sendResponse(request, reply, prepareResponse({ text: withBlocks(head, blocks) }))
    },
  })

  app.post('/api/docs/:doc_id/autosave', {
    config: { access: 'editor', bound: true, furtherIssues: blockIssues },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Keep what is being typed (autosave)',
      description:
        'The working copy then says it; what is scheduled stays as it was. What others wrote since `parent` stays, in the same paragraph too. Where both changed the same words, 409 with `conflicts`, `base` and `theirs`: the working copy has everything but these places, and the text is kept as the revision `kept`.',
      params: docId,
      body: AutosaveIn,
      response: { 200: AutosaveOut },
    },
    handler: async ({ actor, params, body }) => autosave(deps, actor, params.doc_id, body),
  })

  app.post('/api/docs/:doc_id/presence', {
    config: { access: 'editor', bound: true },
    schema: {
      tags,
      summary: 'Tell that you have a document open',
      description: 'Repeat it every ten seconds. The response names the others who do, and the text to go on from.',
      params: docId,
      response: { 200: PresenceOut },
    },
    handler: async ({ actor, params }) => reportPresence(deps, actor, params.doc_id),
  })

  app.delete('/api/docs/:doc_id/presence', {
    config: { access: 'editor', bound: true },
    schema: { tags, summary: 'Tell that you have closed a document', params: docId, response: { 204: Type.Null() } },
    handler: ({ actor, params }) => endPresence(deps, actor, params.doc_id),
  })
}
