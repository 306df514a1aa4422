// What a change of a category's audience means for the documents in it. The composition hands this to categories/, which may
// not write documents.

import { batchesOf } from '#engine/db/batches.ts'
import { noteBehind } from '#engine/db/search.ts'
import type { NarrowDocuments } from '#features/categories/audience.ts'
import { updateAudiences } from './store.ts'

/** narrowDocuments is reported by the caller as part of the tree's change: it may be about every document of the site. */
export const narrowDocuments: NarrowDocuments = async (tx, categoryIds, audience) => {
  for (const some of batchesOf(categoryIds)) await noteBehind(tx, await updateAudiences(tx, some, audience))
}
