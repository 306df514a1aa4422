// Editable fields of a document besides blocks, and the browser's copy of unsaved text.

import type { Block } from 'galley-blocks/model.ts'
import type { DocumentCreate, DocumentOut } from 'galley-client/schema.ts'
import type { Base, LocalEdit } from '../../saving/text.ts'
import { forget, readLocalCopy } from '../../ui/localCopies.ts'
import type { BaseVersions, EditedDocument } from './edited.ts'

export type DocumentFields = Pick<
  DocumentOut,
  'title' | 'slug' | 'summary' | 'category_id' | 'visibility' | 'access' | 'published' | 'lang' | 'tags' | 'position'
>
export type DocumentBase = Base<DocumentFields, BaseVersions>

/** Fields that together decide who may read, so they are merged as one. */
export const AUDIENCE: (keyof DocumentFields)[] = ['visibility', 'access', 'published', 'category_id']

export const baseOf = ({ blocks, stand, isAhead, ...document }: EditedDocument): DocumentBase => ({
  fields: {
    title: document.title,
    slug: document.slug,
    summary: document.summary,
    category_id: document.category_id,
    visibility: document.visibility,
    access: document.access ?? { roles: [], users: [], groups: [] },
    published: document.published,
    lang: document.lang,
    tags: document.tags,
    position: document.position,
  },
  blocks,
  stand,
  isAhead,
})

export const localCopyName = (id: number) => `document:${id}`

/** The body of a new document with this content; its slug is made from the title. */
export const asNew = ({ slug: _, ...fields }: DocumentFields, blocks: Block[]): DocumentCreate => ({
  ...fields,
  title: fields.title.trim() || 'Untitled',
  blocks,
})

const findLocalEdit = (id: number) => readLocalCopy<LocalEdit<DocumentFields, BaseVersions>>(localCopyName(id))

/** This browser's copy of a document's text, as a new document. */
export function findCopy(id: number): { body: DocumentCreate; blocks: Block[]; drop: () => void } | undefined {
  const stored = findLocalEdit(id)
  // Without the access rule, nothing is offered that might become public.
  if (!stored?.blocks || !stored.base) return undefined
  const { base, own, blocks } = stored
  return { body: asNew({ ...base.fields, ...own }, blocks), blocks, drop: () => forget(localCopyName(id)) }
}

/** The title of a document with a copy in this browser. */
export function localCopyTitle(id: number): string {
  const stored = findLocalEdit(id)
  return stored?.own.title || stored?.base?.fields.title || `Document ${id}`
}
