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
  /** Serialises transactions that lock the same name, until they end. */
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
  /** Appended to a select whose rows this transaction will update based on what it reads. */
  forUpdate: string
  /** forUpdate for rows to delete: also waits for transactions that reference them. */
  forRemoval: string
  /** forShare is appended to a select whose rows must stay as they are until this transaction ends. */
  forShare: string
  /** Appended to a select of rows that this transaction references, so that they aren't deleted before it ends. */
  forReference: string
  /** forUpdateSkipLocked is appended to a claiming select, so that concurrent claims take different rows. */
  forUpdateSkipLocked: string
  /** manyNodes: whether several service nodes can share this database. */
  manyNodes: boolean
  /** A table of given rows passed as a single value, for statements that update many rows differently. */
  listed: <Row extends object>(rows: readonly Row[], columns: Record<keyof Row, 'bigint' | 'text'>) => RawBuilder<Row>
  /** optimize refreshes the statistics by which the planner chooses its indexes, in bounded time. */
  optimize: (tx: Tx) => Promise<void>
  /** search is the engine's full-text index over documents. */
  search: SearchIndex
}
