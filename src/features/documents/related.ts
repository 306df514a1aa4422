// Documents that may ground the draft of another one: those that every reader of that one may read at this moment.
// The rule is on the safe side: whoever may read a restricted document is signed in, so what members may read will do
// for it; another restricted document never will, even where the same people may read both.

import type { Query } from '../../engine/db/db.ts'
import { findOpenDocuments } from './store.ts'

/** findOpenToReadersOf returns those of the documents that every reader of the target may read and that say something. */
export const findOpenToReadersOf = async (query: Query, targetId: number, ids: readonly number[]) =>
  ids.length === 0 ? [] : findOpenDocuments(query, targetId, ids)
