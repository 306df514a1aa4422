// Handles on the database: what reads, what writes inside a transaction, and whom a transaction wakes when it commits.
// The lowest file of this folder: everything else in it may know these types, they know only the tables.
//
// Glossary
//   topic    a signal between processes without content (look again), sent by tx.notify when the transaction commits

import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const TOPICS = ['jobs', 'events', 'processes', 'logs', 'webhooks', 'imports', 'mails', 'live'] as const
export type Topic = (typeof TOPICS)[number]

type Writing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto'
type Owning = 'transaction' | 'startTransaction' | 'schema' | 'destroy'

/** A Query handle can read; inside a transaction it is a Tx, which can also write. */
export type Query = Omit<Kysely<Tables>, Writing | Owning>

export type Tx = Kysely<Tables> & {
  /** notify wakes the topic's listeners on every node when this transaction commits. */
  notify: (topic: Topic) => void
  /**
   * beforeCommit runs inside the transaction when all its work is done; what costs less when many do it at once belongs here.
   * Where transactions share a commit, all that they put off is run together, the lowest order first.
   */
  beforeCommit: (order: number, run: () => Promise<void>) => void
  /** afterCommit runs on this node after the commit; it must not throw. */
  afterCommit: (run: () => void) => void
}

/** TxOptions.patient: it may take as long as it needs. */
export type TxOptions = { patient?: boolean }
