// Threads follow the text that they are about: whoever publishes a text tells it here, in the same transaction.

import type { Block } from 'galley-blocks/model.ts'
import type { Tx } from '#engine/db/db.ts'
import { AnchoredText } from './anchor.ts'
import { listAnchors, updateAnchor } from './store.ts'

/** followText takes the blocks as JSON, and remembers what stands around the words now. A thread whose words are gone stays as it is: they may come back. */
export async function followText(tx: Tx, documentId: number, blocks: string): Promise<void> {
  const anchors = await listAnchors(tx, { documentId })
  if (anchors.length === 0) return
  const text = new AnchoredText(JSON.parse(blocks) as Block[])
  for (const anchor of anchors) {
    const spot = text.spot(anchor)
    // Words that are only alike may be others: following them would lead away step by step.
    if (!spot || !(spot.isExact || spot.block_id === anchor.block_id)) continue
    const seen = text.anchor(spot.block_id, spot.isExact ? anchor.quote : '')!
    const isSame = (['block_id', 'said', 'before', 'after'] as const).every((part) => seen[part] === anchor[part])
    if (!isSame) await updateAnchor(tx, anchor.id, seen)
  }
}
