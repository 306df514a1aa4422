// The tools that write documents. Nothing here publishes: what an assistant writes is a document or a working copy that only editors
// know of.

import { Type } from 'typebox'
import { conflict } from '#errors.ts'
import { updateDraft } from '#features/documents/editing/drafts.ts'
import { createDocument } from '#features/documents/editing/service.ts'
import { DocumentCreate, DocumentUpdate } from '#features/documents/schemas.ts'
import { audited, type WritingDeps } from './audited.ts'
import { readPage } from './reading-tools.ts'
import { exact, Slug } from './shapes.ts'
import { type Tool, type ToolAccess, tool } from './tool.ts'

const writing: ToolAccess = { access: 'editor', scopes: ['write'], bound: true }

const Markdown = Type.String({ minLength: 1, maxLength: 500_000, description: 'GitHub-flavoured Markdown.' })
const PANEL_DOCUMENT = '/panel/documents/'

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
        'Saves a new text as the working copy of a page, which stays as it is until an editor publishes the copy. Refused where a working copy exists, unless it is the one that you proposed: then give its draft_version.',
      input: exact({
        slug: Slug,
        version: Type.Integer({ minimum: 1, description: 'The version that get_page gave: the one you have read.' }),
        markdown: Type.Optional(Markdown),
        title: DocumentUpdate.properties.title,
        summary: Type.Optional(Type.String({ maxLength: 1_000 })),
        draft_version: Type.Optional(Type.Integer({ minimum: 1, description: 'What your last proposal returned.' })),
      }),
      output: exact({
        id: Type.Integer(),
        slug: Type.String(),
        draft_version: Type.Integer(),
        edit_url: Type.String(),
      }),
      run: async (call, { slug, version, draft_version, ...change }) => {
        const { id, slug: current, draft } = (await readPage(deps, call, slug)).head
        if (draft && draft.version !== draft_version)
          throw conflict(`Page ${current} has a working copy; publish or discard it first`)
        const within = audited(deps, 'propose_edit', call, () => `document:${id}`)
        // Whoever saves a copy, or the page, at the same moment is noticed by the version.
        const condition = { expected: draft_version ?? 0, document: version, base: version }
        const { head } = await updateDraft(within, call.actor, id, change, condition)
        const edit_url = `${call.base}${PANEL_DOCUMENT}${id}`
        return { id, slug: current, draft_version: head.draft?.version ?? 0, edit_url }
      },
    }),
  ]
}
