// Applies a narrower category audience to its documents. Injected into categories/, which may not write documents.

import { batchesOf } from '#engine/db/batches.ts'
import { noteBehind } from '#engine/db/search.ts'
import { VISIBILITIES } from '#engine/db/vocabulary.ts'
import type { NarrowDocuments } from '#features/categories/audience.ts'
import { emitWithdrawn } from '#features/webhooks/emit.ts'
import { listNarrowed, updateAudiences } from './store.ts'

/** The caller records it with the tree's change, because it may concern every document of the site. */
export const narrowDocuments: NarrowDocuments = async ({ clock }, tx, narrowed) => {
  for (const audience of VISIBILITIES)
    for (const some of batchesOf(narrowed[audience])) {
      const before = await listNarrowed(tx, some, audience)
      const after = new Map((await updateAudiences(tx, some, audience)).map((row) => [row.id, row.audience]))
      if (after.size === 0) continue
      await noteBehind(tx, [...after.keys()])
      const changed = before.map((was) => ({ was, is: { ...was, audience: after.get(was.id) ?? was.audience } }))
      await emitWithdrawn(tx, changed, clock.now())
    }
}
