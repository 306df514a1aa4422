// What is edited of a document besides its blocks, and what this browser keeps of it until it is on the server.

import type { Block } from 'galley-blocks/model.ts'
import type { DocumentCreate, DocumentOut } from 'galley-client/schema.ts'
import type { Base, KeptEdit } from '../../saving/text.ts'
import { forget, readKept } from '../../ui/kept.ts'
import type { EditedDocument, Stand } from './edited.ts'

export type DocumentFields = Pick<
  DocumentOut,
  'title' | 'slug' | 'summary' | 'category_id' | 'visibility' | 'access' | 'published' | 'lang' | 'tags' | 'position'
>
export type DocumentBase = Base<DocumentFields, Stand>

/** Together these say who may read: one person's choice for one field does not go with someone else's for another. */
export const AUDIENCE: (keyof DocumentFields)[] = ['visibility', 'access', 'published', 'category_id']

export const baseOf = ({ blocks, stand, isAhead, ...document }: EditedDocument): DocumentBase => ({
  fields: {
    title: document.title,
    slug: document.slug,
    summary: document.summary,
    category_id: document.category_id,
    visibility: document.visibility,
    access: document.access ?? { roles: [], users: [] },
    published: document.published,
    lang: document.lang,
    tags: document.tags,
    position: document.position,
  },
  blocks,
  stand,
  isAhead,
})

export const keptName = (id: number) => `document:${id}`

/** asNew is a body for a document of its own; its address is made from its title. */
export const asNew = ({ slug: _, ...fields }: DocumentFields, blocks: Block[]): DocumentCreate => ({
  ...fields,
  title: fields.title.trim() || 'Untitled',
  blocks,
})

const findKept = (id: number) => readKept<KeptEdit<DocumentFields, Stand>>(keptName(id))

/** findCopy is the text that this browser keeps of a document, as a document of its own. */
export function findCopy(id: number): { body: DocumentCreate; blocks: Block[]; drop: () => void } | undefined {
  const stored = findKept(id)
  // Where it is not known who could read the document, nothing is offered that would be open to all.
  if (!stored?.blocks || !stored.base) return undefined
  const { base, own, blocks } = stored
  return { body: asNew({ ...base.fields, ...own }, blocks), blocks, drop: () => forget(keptName(id)) }
}

/** keptTitle is the title of a document of which this browser keeps a text. */
export function keptTitle(id: number): string {
  const stored = findKept(id)
  return stored?.own.title || stored?.base?.fields.title || `Document ${id}`
}
