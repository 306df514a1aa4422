// The seam to the database: read from it, change it in transactions, learn that others changed it. Both engines implement
// Db; open.ts chooses one. Reads outside a transaction go through `read`; every write happens inside `inTransaction`.

import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Clock } from '#time.ts'
import type { Catalog } from './catalog.ts'
import type { Dialect } from './dialect.ts'
import type { Query, Topic, Tx, TxOptions } from './tx.ts'

/** Code outside the folder imports only this file; inside, handles come from tx.ts, which avoids a cycle. */
export type { Query, Topic, Tx, TxOptions } from './tx.ts'

export type Db = {
  dialect: Dialect
  read: Query
  /** urgent is for what a request needs before its own work, such as whose token it has: no slow query or lock delays it. */
  urgent: Query
  /** clock is the one that all who share the database go by: PostgreSQL's own; for SQLite the machine's. */
  clock: Clock
  /** inTransaction fails when a query or the turn to write takes very long, unless it is patient: a migration may be. */
  inTransaction: <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>
  /** sequence is taken before reading what will be cached; undefined while it is not confirmed what has changed. */
  sequence: () => number | undefined
  /** Loads changes. If it can't, `sequence` stays undefined and reads fail with the outage. */
  confirm: () => Promise<void>
  /**
   * isCurrent: nothing under these tags has changed since that sequence. Exact on the node that wrote, at most a second behind
   * elsewhere, and never true while the database can't confirm it.
   */
  isCurrent: (sequence: number, tags: readonly string[]) => boolean
  /** The tables, for code that handles all of them. */
  catalog: Catalog
  /** on calls the listener when the topic may have news; calls may be spurious, and one may stand for many. */
  on: (topic: Topic, listener: () => void) => () => void
  /** ping resolves when the database can be read now, and rejects otherwise. */
  ping: () => Promise<void>
  /** findDamage reads a database of at most `mostBytes` bytes and names its first fault; PostgreSQL looks after itself. */
  findDamage: (mostBytes: number) => Promise<string | undefined>
  /**
   * backup writes a consistent copy to a file while others go on writing; progress is 0..1. `inspect` may then read the very
   * moment that was copied.
   */
  backup: (
    file: string,
    onProgress: (share: number) => void,
    inspect?: (snapshot: Query) => Promise<void>,
  ) => Promise<void>
  /** nameMoment makes a restore point in the server's log; undefined where the file can be copied instead. */
  nameMoment: ((name: string) => Promise<void>) | undefined
  /** poolUse is for /metrics: connections in use and waiting requests. */
  poolUse: () => { used: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/** skewOf is how far this machine's clock is ahead of the database's, in milliseconds. */
export const skewOf = ({ clock }: Pick<Db, 'clock'>): number => Date.now() - clock.now()

export type DbConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'poolSize'>

/** databaseFile is where SQLite keeps everything. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'galley.db')
