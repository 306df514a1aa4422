// The sources of a document's blocks: reading and editing them.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { attachSource, type ProposeSource, removeSource, showSource } from './attach.ts'
import { type EvidenceDeps, getEvidence } from './reading.ts'
import { EvidenceOut, EvidenceSourceIn } from './schemas.ts'

const tags = ['docs']
const WAITS = 'Under review it becomes a proposal, and visitors see it once that is merged.'
const editing = { access: 'editor', bound: true } as const
const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const sourceKey = Type.Object({ ...docId.properties, key: PathId('The key of a source.') })

export function evidenceRoutes(app: App, deps: EvidenceDeps & Deps & { proposeSource: ProposeSource }): void {
  app.get('/api/docs/:doc_id/evidence', {
    config: { access: 'guarded:any', bound: true },
    schema: { tags, summary: 'List the sources of each block', params: docId, response: { 200: EvidenceOut } },
    handler: async (request) => getEvidence(deps, request.actor, request.params.doc_id),
  })

  app.post('/api/docs/:doc_id/evidence', {
    config: editing,
    schema: {
      tags,
      summary: 'Attach a source to a block',
      description: WAITS,
      params: docId,
      body: EvidenceSourceIn,
      response: { 201: EvidenceOut },
    },
    handler: (request) => attachSource(deps, request.actor, request.params.doc_id, request.body),
  })

  app.put('/api/docs/:doc_id/evidence/:key/public', {
    config: editing,
    schema: {
      tags,
      summary: 'Show a source to all readers of the document, or to editors only',
      description: 'Under review, showing one becomes a proposal; hiding one happens at once.',
      params: sourceKey,
      body: Type.Object({ public: Type.Boolean() }),
      response: { 200: EvidenceOut },
    },
    handler: async ({ actor, params, body }) => showSource(deps, actor, params.doc_id, params.key, body.public),
  })

  app.delete('/api/docs/:doc_id/evidence/:key', {
    config: editing,
    schema: {
      tags,
      summary: 'Remove a source from a block',
      description: WAITS,
      params: sourceKey,
      response: { 200: EvidenceOut },
    },
    handler: async ({ actor, params }) => removeSource(deps, actor, params.doc_id, params.key),
  })
}
