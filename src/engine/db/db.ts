// The interface to the database: reads, transactions, and notifications of others' changes. Both engines implement
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
  /** For queries that every request needs first, such as its token's: on connections of its own, so slow queries don't delay it. */
  urgent: Query
  /** The clock that all processes share: PostgreSQL's, or for SQLite the machine's. */
  clock: Clock
  /** Fails if a query or the wait for the write lock takes too long, unless `patient`, as migrations are. */
  inTransaction: <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>
  /** Taken before reading a value to cache; undefined while changes can't be confirmed. */
  sequence: () => number | undefined
  /** Loads changes. If it can't, `sequence` stays undefined and reads fail with the outage. */
  confirm: () => Promise<void>
  /**
   * Whether these tags are unchanged since that sequence. Exact on the writing node, at most a second behind
   * elsewhere, and false while the database can't confirm it.
   */
  isCurrent: (sequence: number, tags: readonly string[]) => boolean
  /** The tables, for code that handles all of them. */
  catalog: Catalog
  /** Calls the listener when the topic may have news; calls may be spurious or merged. */
  on: (topic: Topic, listener: () => void) => () => void
  /** ping resolves when the database can be read now, and rejects otherwise. */
  ping: () => Promise<void>
  /** Checks a SQLite file of up to `mostBytes` bytes and returns its first fault. */
  findDamage: (mostBytes: number) => Promise<string | undefined>
  /**
   * Writes a consistent copy to a file without blocking writers; progress is 0..1. `inspect` may then read the same
   * snapshot.
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

/** How far this machine's clock is ahead of the database's, in ms. */
export const skewOf = ({ clock }: Pick<Db, 'clock'>): number => Date.now() - clock.now()

export type DbConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'poolSize'>

/** databaseFile is where SQLite keeps everything. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'galley.db')
