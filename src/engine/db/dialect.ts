// What differs between the database engines, each difference a documented member. sqlite.ts and postgres.ts
// implement the same members in the same order; nothing outside engine/ asks which engine it is.

import type { RawBuilder } from 'kysely'
import type { SearchIndex } from './search.ts'
import type { Tx } from './tx.ts'

export type Dialect = {
  /** name is for logs, metrics and test names only. */
  name: 'sqlite' | 'postgres'
  /** id is the column definition of a generated integer primary key. */
  id: string
  /** ownedId is the column definition of a primary key that is the id of another table's row. */
  ownedId: string
  /** lock makes transactions that name the same thing run one after another until they end. */
  lock: (tx: Tx, name: string) => Promise<void>
  /** uniqueViolation returns 'table.column[,column]' of the unique rule that an error broke, or undefined. */
  uniqueViolation: (error: unknown) => string | undefined
  /** foreignKeyViolation: whether an error is a reference to a row that does not exist, or no longer does. */
  foreignKeyViolation: (error: unknown) => boolean
  /** isOutage: whether an error means that the storage itself is unreachable, full, locked or read-only. */
  isOutage: (error: unknown) => boolean
  /** binaryText is a text column that sorts by its bytes, so that both engines put rows in the same order. */
  binaryText: string
  /** bytes is a column of bytes as they are. */
  bytes: string
  /** forUpdate is appended to a select whose rows this transaction is about to change on the strength of what it read. */
  forUpdate: string
  /** forRemoval is forUpdate for rows that will be deleted: it also waits for transactions that refer to them. */
  forRemoval: string
  /** forShare is appended to a select whose rows must stay as they are until this transaction ends. */
  forShare: string
  /** forReference is appended to a select whose rows must not go before this transaction ends, because it refers to them. */
  forReference: string
  /** forUpdateSkipLocked is appended to a claiming select, so that concurrent claims take different rows. */
  forUpdateSkipLocked: string
  /** manyNodes: whether several service nodes can share this database. */
  manyNodes: boolean
  /** listed is a table of given rows, for statements that change many rows in different ways: one value, however many there are. */
  listed: <Row extends object>(rows: readonly Row[], columns: Record<keyof Row, 'bigint' | 'text'>) => RawBuilder<Row>
  /** optimize refreshes the statistics by which the planner chooses its indexes, in bounded time. */
  optimize: (tx: Tx) => Promise<void>
  /** search is the engine's full-text index over documents. */
  search: SearchIndex
}
