// Who reaches what, worked out when the tree changes instead of when it is read: the audience of every category and
// document, and the gates (restricted categories) above each category. The documents themselves belong to documents/, which
// hands over how their audience is narrowed.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { sameMembers } from './access-list.ts'
import { type CategoryShape, listGates, listShapes, updateCategory, writeGates } from './store.ts'

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[one] >= RANK[other] ? one : other)

/** NarrowedCategories are those whose audience is another one now, by that. */
type NarrowedCategories = Record<Visibility, number[]>
/** NarrowDocuments gives the documents of categories the narrower of their own visibility and the audience. */
export type NarrowDocuments = (deps: Pick<Deps, 'clock'>, tx: Tx, narrowed: NarrowedCategories) => Promise<void>
/** DocumentsOfTree is what a change of the tree asks of documents, which this feature does not know. */
export type DocumentsOfTree = {
  narrowDocuments: NarrowDocuments
  /** isReviewed: whether something in these categories, or one of them, is published after review. */
  isReviewed: (tx: Tx, categoryIds: readonly number[]) => Promise<boolean>
}
export type AudienceDeps = Pick<Deps, 'db' | 'clock'> & DocumentsOfTree

/**
 * settleAccess brings audiences and gates in line with the tree as it is now, and returns the categories that other people
 * may enter now; what is already right is not written. `ruled` have a new rule themselves: it counts for all below them.
 */
export async function settleAccess(deps: AudienceDeps, tx: Tx, ruled: readonly number[] = []): Promise<number[]> {
  const shapes = await listShapes(tx)
  const stored = Map.groupBy(await listGates(tx), (gate) => gate.category_id)
  const settled = new Map<number, { audience: Visibility; gates: number[] }>()
  const entered = new Set(ruled)
  const narrowed: NarrowedCategories = { public: [], members: [], restricted: [] }
  for (const shape of shapes) {
    const { audience, gates } = settle(shape, settled)
    if (audience !== shape.audience) {
      await updateCategory(tx, shape.id, { audience })
      narrowed[audience].push(shape.id)
      entered.add(shape.id)
    }
    if (gates.some((gate) => ruled.includes(gate))) entered.add(shape.id)
    const storedGates = stored.get(shape.id)?.map((gate) => gate.gate_id) ?? []
    if (sameMembers(storedGates, gates)) continue
    await writeGates(tx, shape.id, gates)
    entered.add(shape.id)
  }
  await deps.narrowDocuments(deps, tx, narrowed)
  return [...entered]
}

function settle(shape: CategoryShape, settled: Map<number, { audience: Visibility; gates: number[] }>) {
  const above = shape.parent_id === null ? undefined : settled.get(shape.parent_id)
  const result = {
    audience: narrower(shape.visibility, above?.audience ?? 'public'),
    gates: [...(above?.gates ?? []), ...(shape.visibility === 'restricted' ? [shape.id] : [])],
  }
  settled.set(shape.id, result)
  return result
}
