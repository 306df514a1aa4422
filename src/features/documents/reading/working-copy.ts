// Reads a working copy, for editors: its text, and whether the document has changed since its base.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { ReadDeps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp, stampOrNull } from '#time.ts'
import { readableBy } from '../access/access.ts'
import type { CopyContent } from '../revisions/merge.ts'
import { findPublished, findTextAt } from '../revisions/store.ts'
import type { CopyHeadOut, DraftOut } from '../working-copy-schemas.ts'
import { type CopyHead, findCopyHead, findWholeCopy } from './working-copy-store.ts'

/** Has no access rule: show the result to editors only. */
export async function findDraft(query: Query, documentId: number): Promise<DraftOut | null> {
  const found = await findCopyHead(query, documentId)
  return found ? presentDraft(found) : null
}

const presentDraft = (row: CopyHead): DraftOut => ({
  version: row.version,
  updated_at: stamp(row.updated_at),
  author: presentPerson(row.author_id, row.author_name),
  base_version: row.base_version,
  to_merge: row.to_merge === 1,
  scheduled_at: stampOrNull(row.scheduled_at),
  fault: row.fault,
})

/** Blocks as saved JSON, like DocumentView. */
type CopyView = { head: CopyHeadOut; blocks: string }

export async function getWorkingCopy({ db }: ReadDeps, actor: Actor, documentId: number): Promise<CopyView> {
  const row = await findWholeCopy(db.read, documentId, readableBy(actor))
  if (!row) throw notFound('Working copy')
  const { title, summary, tags, blocks, document_id, created_at } = row
  const base = row.to_merge === 1 ? presentText(await getBase(db.read, documentId, row.base_version)) : null
  const text = { title, summary, tags: JSON.parse(tags) as string[] }
  return { head: { document_id, ...presentDraft(row), ...text, created_at: stamp(created_at), base }, blocks }
}

/** The document's text when the copy was begun; the current one if an administrator purged that. */
const getBase = async (query: Query, documentId: number, version: number): Promise<CopyContent> =>
  (await findTextAt(query, documentId, version)) ?? (await findPublished(query, documentId))!

/** A whole text beside another one. */
export const presentText = ({ title, summary, tags, blocks }: CopyContent) => ({
  title,
  summary,
  tags: JSON.parse(tags) as string[],
  blocks: JSON.parse(blocks) as (Block & Record<string, unknown>)[],
})
