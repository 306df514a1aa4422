// The tools that write documents. None publishes: an assistant writes a document that only editors see, or a proposal that
// they review.

import { Type } from 'typebox'
import { createDocument } from '#features/documents/editing/service.ts'
import { diffTexts } from '#features/documents/history/diff.ts'
import { BlockChangeOut } from '#features/documents/history/diff-schemas.ts'
import { createProposal, updateProposal } from '#features/documents/proposals/service.ts'
import { DocumentCreate, DocumentUpdate, PROPOSAL_STATES } from '#features/documents/schemas.ts'
import { closed } from '#http/atoms.ts'
import { audited, type WritingDeps } from './audited.ts'
import { readPage } from './reading-tools.ts'
import { exact, Slug } from './shapes.ts'
import { type Tool, type ToolAccess, tool } from './tool.ts'

const writing: ToolAccess = { access: 'editor', scopes: ['write'], bound: true }

const Markdown = Type.String({ minLength: 1, maxLength: 500_000, description: 'GitHub-flavoured Markdown.' })
const PANEL_DOCUMENT = '/panel/documents/'
const PANEL_PROPOSAL = '/panel/proposals/'
const MOST_CHANGES = 30

export function writingTools(deps: WritingDeps): Tool[] {
  return [
    tool({
      ...writing,
      name: 'create_draft',
      title: 'Create an unpublished document',
      description: 'Creates a document that only editors can see. A person reviews and publishes it.',
      input: exact({
        title: DocumentCreate.properties.title,
        markdown: Markdown,
        summary: Type.Optional(Type.String({ maxLength: 1_000 })),
        category_id: Type.Optional(Type.Integer({ minimum: 1 })),
        tags: DocumentCreate.properties.tags,
      }),
      output: exact({
        id: Type.Integer(),
        slug: Type.String(),
        title: Type.String(),
        published: Type.Boolean(),
        edit_url: Type.String(),
      }),
      run: async (call, input) => {
        const within = audited(deps, 'create_draft', call, (id: number) => `document:${id}`)
        const { head } = await createDocument(within, call.actor, { ...input, published: false })
        const { id, slug, title, published } = head
        return { id, slug, title, published, edit_url: `${call.base}${PANEL_DOCUMENT}${id}` }
      },
    }),

    tool({
      ...writing,
      name: 'propose_edit',
      title: 'Propose a new text for a page',
      description:
        'Proposes a new text for a page, which stays as it is until editors have approved and merged the proposal. To change a proposal of yours, give its proposal_id.',
      input: exact({
        slug: Slug,
        version: Type.Integer({ minimum: 1, description: 'The version that get_page gave: the one you have read.' }),
        markdown: Type.Optional(Markdown),
        title: DocumentUpdate.properties.title,
        summary: Type.Optional(Type.String({ maxLength: 1_000 })),
        reason: Type.Optional(Type.String({ maxLength: 4_000, description: 'Why, for those who review it.' })),
        proposal_id: Type.Optional(Type.Integer({ minimum: 1, description: 'What your last proposal returned.' })),
      }),
      output: exact({
        id: Type.Integer(),
        slug: Type.String(),
        proposal_id: Type.Integer(),
        state: closed(PROPOSAL_STATES),
        review_url: Type.String(),
        changes: Type.Array(BlockChangeOut, {
          description: 'What it changes in the blocks: check that nothing else is there.',
        }),
        more_changes: Type.Integer({ description: 'How many more there are.' }),
      }),
      run: async (call, { slug, version, reason, proposal_id, ...change }) => {
        const { id, slug: current } = (await readPage(deps, call, slug)).head
        const within = audited(deps, 'propose_edit', call, () => `document:${id}`)
        const input = { change, base_version: version, ...(reason && { reason }) }
        const proposal =
          proposal_id === undefined
            ? await createProposal(within, call.actor, { document_id: id, ...input })
            : await updateProposal(within, call.actor, proposal_id, input)
        const review_url = `${call.base}${PANEL_PROPOSAL}${proposal.id}`
        const { base, text } = proposal
        const blocks = base && text ? (await diffTexts(deps, call.actor, base, text)).blocks : []
        const [changes, more_changes] = [blocks.slice(0, MOST_CHANGES), Math.max(0, blocks.length - MOST_CHANGES)]
        return { id, slug: current, proposal_id: proposal.id, state: proposal.state, review_url, changes, more_changes }
      },
    }),
  ]
}
