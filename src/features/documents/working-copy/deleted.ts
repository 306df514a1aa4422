// The working copy of a document that goes to the trash and comes back: with its text, without the time at which it was to
// be published, which may have passed meanwhile.

import type { Actor } from '#actor.ts'
import { documentChanged } from '#changes.ts'
import type { Tx } from '#engine/db/db.ts'
import { findCopyHead } from '../reading/working-copy-store.ts'
import { findCopy, writeCopy } from './store.ts'

type KeptCopy = {
  version: number
  title: string
  summary: string | null
  tags: string
  blocks: string
  /** base is null where the document said what the copy was begun over. */
  base: { version: number; tags: string } | null
  created_at: number
  updated_at: number
}

/** keptCopy is the working copy as JSON, or null. */
export async function keptCopy(tx: Tx, documentId: number): Promise<string | null> {
  const [copy, head] = [await findCopy(tx, documentId), await findCopyHead(tx, documentId)]
  if (!copy || !head) return null
  const { title, summary, tags, blocks, base_version, base_tags, created_at, updated_at } = copy
  const base = head.to_merge === 1 ? { version: base_version, tags: base_tags } : null
  const kept: KeptCopy = { version: head.version, title, summary, tags, blocks, base, created_at, updated_at }
  return JSON.stringify(kept)
}

/** bringBackCopy names who restored it as its author: the one who wrote it may be gone. */
export async function bringBackCopy(
  tx: Tx,
  document: { id: number; version: number; tags: string },
  kept: string | null,
  { userId }: Actor,
): Promise<void> {
  if (kept === null) return
  const { version, base, ...said } = JSON.parse(kept) as KeptCopy
  const { id: document_id } = document
  const { version: base_version, tags: base_tags } = base ?? document
  await writeCopy(tx, { ...said, document_id, base_version, base_tags, author_id: userId }, version + 1)
  documentChanged(tx, document_id, ['draft'])
}
