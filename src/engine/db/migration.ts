// What a migration is: a number and a name that never change once released, and its statements for an engine.
// `fill` comes after them, in the same transaction, for values that SQL can't work out in the same way on both.

import type { Dialect } from './dialect.ts'
import type { Tx } from './tx.ts'

export type Migration = {
  name: string
  statements: (dialect: Dialect) => string[]
  fill?: (tx: Tx) => Promise<void>
}
