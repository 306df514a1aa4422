// The transactions in which the API saves a document. Each takes only plain values, so that it can run in the writer thread
// as well (engine/writer-thread.ts). What happens inside is write.ts.

import type { Deps } from '#deps.ts'
import { conflict } from '#errors.ts'
import { addDocument, type Cause, changeDocument, type DocumentChange, type NewDocument } from './write.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock'>
type By = Omit<Cause, 'at'>

const SLUG_TRIES = 5
export const FIRST_VERSION = 1

export const SAVES = {
  /** add returns the new document's id. */
  add: async (deps: SaveDeps, { input, by }: { input: NewDocument; by: By }): Promise<number> => {
    for (let tries = 1; ; tries++) {
      try {
        return await deps.db.inTransaction((tx) => addDocument(deps, tx, input, { ...by, at: deps.clock.now() }))
      } catch (error) {
        if (deps.db.dialect.uniqueViolation(error) !== 'documents.slug') throw error
        if (input.slug !== undefined) throw conflict(`The slug ${input.slug} is taken`)
        // Someone else has just made the same slug: the next try sees it.
        if (tries === SLUG_TRIES) throw error
      }
    }
  },

  /** change returns the document's version afterwards. */
  change: async (
    deps: SaveDeps,
    { id, input, by, expected }: { id: number; input: DocumentChange; by: By; expected: number | undefined },
  ): Promise<number> => {
    try {
      return await deps.db.inTransaction((tx) =>
        changeDocument(deps, tx, id, input, { ...by, at: deps.clock.now() }, expected),
      )
    } catch (error) {
      if (deps.db.dialect.uniqueViolation(error) === 'documents.slug') throw conflict(`The slug ${input.slug} is taken`)
      throw error
    }
  },
}

/** save runs in place, or in the writer thread. */
export function save<Name extends keyof typeof SAVES>(
  deps: Pick<Deps, 'db' | 'clock' | 'writing'>,
  name: Name,
  input: Parameters<(typeof SAVES)[Name]>[1],
): Promise<number> {
  const inPlace = () => SAVES[name](deps, input as never)
  return deps.writing ? deps.writing.run(name, input, inPlace) : inPlace()
}
