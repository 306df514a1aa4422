// Search over documents: keeps the index in step with them and finds what a reader may read. The words are cut in
// words.ts, an entry is made in search-entry.ts; the engine's index is behind dialect.search.

import type { Tx } from '../../engine/db/db.ts'
import type { Dialect } from '../../engine/db/dialect.ts'
import { entryOf, type Searchable } from './search-entry.ts'

/** indexDocument belongs into every transaction that changes a title, tags, a summary or the text. */
export async function indexDocument(dialect: Dialect, tx: Tx, document: Searchable): Promise<void> {
  await dialect.search.put(tx, entryOf(document))
}

export async function unindexDocument(dialect: Dialect, tx: Tx, id: number): Promise<void> {
  await dialect.search.remove(tx, id)
}
