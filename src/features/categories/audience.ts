// Who reaches what, worked out when the tree changes instead of when it is read: the audience of every category and
// document, and the gates (restricted categories) above each category.

import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/tables.ts'
import { sameMembers } from './access-list.ts'
import { listGates, listShapes, narrowDocuments, type Shape, updateCategory, writeGates } from './store.ts'

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[one] >= RANK[other] ? one : other)

/** settleAccess brings audiences and gates in line with the tree as it is now; what is already right is not written. */
export async function settleAccess(tx: Tx): Promise<void> {
  const shapes = await listShapes(tx)
  const stored = Map.groupBy(await listGates(tx), (gate) => gate.category_id)
  const settled = new Map<number, { audience: Visibility; gates: number[] }>()
  const changed: Record<Visibility, number[]> = { public: [], members: [], restricted: [] }
  for (const shape of shapes) {
    const { audience, gates } = settle(shape, settled)
    if (audience !== shape.audience) {
      await updateCategory(tx, shape.id, { audience })
      changed[audience].push(shape.id)
    }
    const known = stored.get(shape.id)?.map((gate) => gate.gate_id) ?? []
    if (!sameMembers(known, gates)) await writeGates(tx, shape.id, gates)
  }
  for (const audience of ['public', 'members', 'restricted'] as const) {
    await narrowDocuments(tx, changed[audience], audience)
  }
}

function settle(shape: Shape, settled: Map<number, { audience: Visibility; gates: number[] }>) {
  const above = shape.parent_id === null ? undefined : settled.get(shape.parent_id)
  const result = {
    audience: narrower(shape.visibility, above?.audience ?? 'public'),
    gates: [...(above?.gates ?? []), ...(shape.visibility === 'restricted' ? [shape.id] : [])],
  }
  settled.set(shape.id, result)
  return result
}
