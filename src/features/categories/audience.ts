// Computes access when the tree changes rather than when it is read: the audience of every category and document, and the
// gates (restricted categories) above each category. Documents are narrowed by an injected function.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { sameMembers } from './access-list.ts'
import { type CategoryShape, listGates, listShapes, updateCategory, writeGates } from './store.ts'

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[one] >= RANK[other] ? one : other)

/** Categories whose audience changed, by their new audience. */
type NarrowedCategories = Record<Visibility, number[]>
/** Sets documents of categories to the narrower of their own visibility and the audience. */
export type NarrowDocuments = (deps: Pick<Deps, 'clock'>, tx: Tx, narrowed: NarrowedCategories) => Promise<void>
/** What a change of the tree needs of documents (injected). */
export type DocumentsOfTree = {
  narrowDocuments: NarrowDocuments
  /** Something in these categories, or one of them, is under review. */
  isReviewed: (tx: Tx, categoryIds: readonly number[]) => Promise<boolean>
  /** Makes a change, unless visitors would notice it on one of these pages that are under review. */
  keepPublicViews: <T>(tx: Tx, pages: readonly number[], change: () => Promise<T>, asked: string) => Promise<T>
}
export type AudienceDeps = Pick<Deps, 'db' | 'clock'> & DocumentsOfTree

/** Updates audiences and gates to the current tree. Writes only differences. */
export async function settleAccess(deps: AudienceDeps, tx: Tx): Promise<void> {
  const shapes = await listShapes(tx)
  const stored = Map.groupBy(await listGates(tx), (gate) => gate.category_id)
  const settled = new Map<number, { audience: Visibility; gates: number[] }>()
  const narrowed: NarrowedCategories = { public: [], members: [], restricted: [] }
  for (const shape of shapes) {
    const { audience, gates } = settle(shape, settled)
    if (audience !== shape.audience) {
      await updateCategory(tx, shape.id, { audience })
      narrowed[audience].push(shape.id)
    }
    const storedGates = stored.get(shape.id)?.map((gate) => gate.gate_id) ?? []
    if (!sameMembers(storedGates, gates)) await writeGates(tx, shape.id, gates)
  }
  await deps.narrowDocuments(deps, tx, narrowed)
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
