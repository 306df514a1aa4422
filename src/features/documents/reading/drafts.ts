// Reads a document's draft, for editors: its text, and whether what is published has changed since its base.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { ReadDeps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp, stampOrNull } from '#time.ts'
import { readableBy } from '../access/access.ts'
import type { DraftHeadOut, DraftOut } from '../draft-schemas.ts'
import type { CopyContent } from '../revisions/merge.ts'
import { findRevision } from '../revisions/store.ts'
import { type DraftHeadRow, findDraftHead, findWholeDraft } from './drafts-store.ts'

/** Has no access rule: show the result to editors only. */
export async function findDraft(query: Query, documentId: number): Promise<DraftOut | null> {
  const found = await findDraftHead(query, documentId)
  return found ? presentDraft(found) : null
}

const presentDraft = (row: DraftHeadRow): DraftOut => ({
  version: row.version,
  updated_at: stamp(row.updated_at),
  author: presentPerson(row.author_id, row.author_name),
  base_version: row.base_version,
  to_merge: row.to_merge === 1,
  revision: row.head_id,
  scheduled_at: stampOrNull(row.scheduled_at),
  scheduled_revision: row.scheduled_id,
  scheduled_as_of: stampOrNull(row.scheduled_as_of),
  fault: row.fault,
})

/** Blocks as saved JSON, like DocumentView. */
type DraftView = { head: DraftHeadOut; blocks: string }

export async function getWorkingCopy({ db }: ReadDeps, actor: Actor, documentId: number): Promise<DraftView> {
  const row = await findWholeDraft(db.read, documentId, readableBy(actor))
  if (!row) throw notFound('Working copy')
  const { title, summary, tags, blocks, document_id, created_at } = row
  const base = row.to_merge === 1 ? presentText((await findRevision(db.read, row.base_id))!) : null
  const text = { title, summary, tags: JSON.parse(tags) as string[] }
  return { head: { document_id, ...presentDraft(row), ...text, created_at: stamp(created_at), base }, blocks }
}

/** A whole text beside another one. */
export const presentText = ({ title, summary, tags, blocks }: CopyContent) => ({
  title,
  summary,
  tags: JSON.parse(tags) as string[],
  blocks: JSON.parse(blocks) as (Block & Record<string, unknown>)[],
})
