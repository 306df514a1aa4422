// Proposals and publishing rules, for editors with an account. Someone on a trusted network without one only proposes by
// saving under review; otherwise they could remove a rule.

import { Type } from 'typebox'
import { closed, Id, PathId } from '#http/atoms.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { PROPOSAL_STATES } from '../schemas.ts'
import type { DocumentRouteDeps } from '../shared-routes.ts'
import { mergeProposal } from './merge.ts'
import { getProposal, listProposals } from './reading.ts'
import { getPublishing, setPublishing } from './rules.ts'
import {
  ApprovalIn,
  ProposalCommentIn,
  ProposalDetail,
  ProposalIn,
  ProposalOut,
  ProposalUpdate,
  PublishingIn,
  PublishingOut,
  RejectionIn,
} from './schemas.ts'
import { approve, comment, createProposal, reject, updateProposal, withdraw } from './service.ts'

const tags = ['admin']
const config = { access: 'editor', bound: true } as const
const params = Type.Object({ proposal_id: PathId('The id of a proposal.') })
const response = { 200: ProposalDetail }

export function proposalRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/admin/proposals', {
    config,
    schema: {
      tags,
      summary: 'List proposals',
      description: 'The newest first, without their texts.',
      querystring: Type.Object({
        state: closed(['waiting', 'closed', ...PROPOSAL_STATES, 'all'], {
          default: 'waiting',
          description: '`waiting` are all that are neither merged, rejected nor withdrawn.',
        }),
        document_id: Type.Optional(Id),
        author_id: Type.Optional(Id),
        reviewer_id: Type.Optional(Id),
        before: Type.Optional(Type.Integer({ minimum: 1, description: 'The last id of the page before.' })),
        limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      }),
      response: { 200: Type.Array(ProposalOut) },
    },
    handler: async ({ actor, query }) => listProposals(deps, actor, query),
  })

  app.post('/api/admin/proposals', {
    config,
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Propose a change',
      description: 'The document stays as it is until the proposal is merged.',
      body: ProposalIn,
      response: { 201: ProposalDetail },
    },
    handler: async ({ actor, body }) => createProposal(deps, actor, body),
  })

  app.get('/api/admin/proposals/:proposal_id', {
    config,
    schema: { tags, summary: 'Read a proposal', params, response },
    handler: async ({ actor, params: { proposal_id } }) => getProposal(deps, actor, proposal_id),
  })

  app.put('/api/admin/proposals/:proposal_id', {
    config,
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Change a proposal',
      description: 'Approvals stay for the parts that say what they said.',
      params,
      body: ProposalUpdate,
      response,
    },
    handler: async ({ actor, params: { proposal_id }, body }) => updateProposal(deps, actor, proposal_id, body),
  })

  app.post('/api/admin/proposals/:proposal_id/comments', {
    config,
    schema: {
      tags,
      summary: 'Comment on a proposal, or request changes',
      description: 'Begins a thread; replies go to `/api/threads/{thread_id}/comments`.',
      params,
      body: ProposalCommentIn,
      response: { 201: ProposalDetail },
    },
    handler: async (request) => comment(deps, getOwner(request).actor, request.params.proposal_id, request.body),
  })

  app.post('/api/admin/proposals/:proposal_id/approve', {
    config: { ...config, bodyOptional: true },
    schema: {
      tags,
      summary: 'Approve a proposal, or parts of it',
      description: 'With the last approval that its rule asks for, the proposal is approved and can be merged.',
      params,
      body: ApprovalIn,
      response,
    },
    handler: async (request) => approve(deps, getOwner(request).actor, request.params.proposal_id, request.body ?? {}),
  })

  app.post('/api/admin/proposals/:proposal_id/reject', {
    config: { ...config, bodyOptional: true },
    schema: { tags, summary: 'Reject a proposal', params, body: RejectionIn, response },
    handler: async (request) => reject(deps, getOwner(request).actor, request.params.proposal_id, request.body?.reason),
  })

  app.post('/api/admin/proposals/:proposal_id/withdraw', {
    config,
    schema: { tags, summary: 'Withdraw your proposal', params, response },
    handler: async (request) => withdraw(deps, getOwner(request).actor, request.params.proposal_id),
  })

  app.post('/api/admin/proposals/:proposal_id/merge', {
    config,
    schema: {
      tags,
      summary: 'Merge a proposal',
      description:
        'Publishes its text with what the document has come to say since, and does what else it asks for. Where both changed the same part: 409 with both texts.',
      params,
      response,
    },
    handler: async (request) => mergeProposal(deps, getOwner(request).actor, request.params.proposal_id),
  })

  for (const [path, kind, ids] of [
    ['/api/docs/:id/publishing', 'document', Type.Object({ id: PathId('The id of a document.') })],
    ['/api/admin/categories/:id/publishing', 'category', Type.Object({ id: PathId('The id of a category.') })],
  ] as const) {
    const of = (id: number) => (kind === 'document' ? { document_id: id } : { category_id: id })
    app.get(path, {
      config: { access: 'editor' },
      schema: {
        tags,
        summary: `Get how a ${kind} is published`,
        description: 'By its own rule, or that of the nearest category above it.',
        params: ids,
        response: { 200: PublishingOut },
      },
      handler: async (request) => getPublishing(deps, request.actor, of(request.params.id)),
    })
    app.put(path, {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: `Set how a ${kind} is published`,
        description:
          'With `review`, changes wait as proposals until as many people as the rule says have approved them.',
        params: ids,
        body: PublishingIn,
        response: { 200: PublishingOut },
      },
      handler: async (request) => setPublishing(deps, getOwner(request).actor, of(request.params.id), request.body),
    })
  }
}
