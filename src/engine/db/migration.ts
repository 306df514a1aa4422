// What a migration is: a number and a name that never change once released, and its statements for an engine.
// `fill` comes after them, in the same transaction, for values that SQL can't work out in the same way on both. What goes over
// every text comes after that, in batches: each is a transaction that also notes how far it came.

import type { Catalog } from './catalog.ts'
import type { Dialect } from './dialect.ts'
import type { Tx } from './tx.ts'

/**
 * expand only adds, so nodes of the version before go on beside it, and may start on it. contract takes away what they still
 * use: it comes one release after whatever replaced that. A test holds every migration against its statements.
 */
export type MigrationPhase = 'expand' | 'contract'

export type MigrationSteps = {
  /** phase is expand where nothing is said. */
  phase?: MigrationPhase
  /** copies: it writes most of the database once more. */
  copies?: true
  statements: (dialect: Dialect) => string[]
  fill?: (tx: Tx, catalog: Catalog) => Promise<void>
  /** batches come one after another; nothing else uses the database until the last is through. */
  batches?: MigrationBatches[]
  /** finish is the last transaction of a migration with batches. */
  finish?: (tx: Tx) => Promise<void>
}

/** MigrationBatches go over the ids of a table, some at a time and from the lowest on. */
type MigrationBatches = {
  /** begin is what has to be there first, and can be only when the batches before are through. */
  begin?: string
  /** from is a table, or a query in brackets, with the column `id`. */
  from: string
  move: (tx: Tx, ids: number[]) => Promise<void>
}

/** A Migration is named after its file. */
export type Migration = MigrationSteps & { name: string }
