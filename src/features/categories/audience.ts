// Who reaches what, worked out when the tree changes instead of when it is read: the audience of every category and
// document, and the gates (restricted categories) above each category. The documents themselves belong to documents/, which
// hands over how their audience is narrowed.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { VISIBILITIES, type Visibility } from '#engine/db/vocabulary.ts'
import { sameMembers } from './access-list.ts'
import { type CategoryShape, listGates, listShapes, updateCategory, writeGates } from './store.ts'

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[one] >= RANK[other] ? one : other)

/** NarrowDocuments gives the documents of these categories the narrower of their own visibility and the audience. */
export type NarrowDocuments = (
  deps: Pick<Deps, 'db' | 'clock'>,
  tx: Tx,
  categoryIds: readonly number[],
  audience: Visibility,
) => Promise<void>
/** A change of who may enter goes on to documents, which this feature does not know: it is handed how. */
export type AudienceDeps = Pick<Deps, 'db' | 'clock'> & { narrowDocuments: NarrowDocuments }

/**
 * settleAccess brings audiences and gates in line with the tree as it is now, and returns the categories that other people
 * may enter now; what is already right is not written.
 */
export async function settleAccess(deps: AudienceDeps, tx: Tx): Promise<number[]> {
  const shapes = await listShapes(tx)
  const stored = Map.groupBy(await listGates(tx), (gate) => gate.category_id)
  const settled = new Map<number, { audience: Visibility; gates: number[] }>()
  const regated: number[] = []
  const changed: Record<Visibility, number[]> = { public: [], members: [], restricted: [] }
  for (const shape of shapes) {
    const { audience, gates } = settle(shape, settled)
    if (audience !== shape.audience) {
      await updateCategory(tx, shape.id, { audience })
      changed[audience].push(shape.id)
    }
    const known = stored.get(shape.id)?.map((gate) => gate.gate_id) ?? []
    if (sameMembers(known, gates)) continue
    await writeGates(tx, shape.id, gates)
    regated.push(shape.id)
  }
  for (const audience of VISIBILITIES) {
    await deps.narrowDocuments(deps, tx, changed[audience], audience)
  }
  return [...new Set([...regated, ...Object.values(changed).flat()])]
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
