// Relocates a document's threads when a text is published, in the same transaction.

import type { Block } from 'galley-blocks/model.ts'
import type { Tx } from '#engine/db/db.ts'
import { AnchoredText } from './anchor.ts'
import { listAnchors, updateAnchor } from './store.ts'

/**
 * Takes blocks as JSON, and saves the new context of each thread. A thread whose text is gone keeps its old one: the text may
 * come back.
 */
export async function followText(tx: Tx, documentId: number, blocks: string): Promise<void> {
  const anchors = await listAnchors(tx, { documentId })
  if (anchors.length === 0) return
  const text = new AnchoredText(JSON.parse(blocks) as Block[])
  for (const anchor of anchors) {
    const spot = text.spot(anchor)
    // A merely similar block may be another one: following it would drift further with each save.
    if (!spot || !(spot.isExact || spot.block_id === anchor.block_id)) continue
    const seen = text.anchor(spot.block_id, spot.isExact ? anchor.quote : '')!
    const isSame = (['block_id', 'said', 'before', 'after'] as const).every((part) => seen[part] === anchor[part])
    if (!isSame) await updateAnchor(tx, anchor.id, seen)
  }
}
