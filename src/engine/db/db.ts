// The seam to the database: open it, read from it, change it in transactions, learn that others changed it.
// Reads outside a transaction go through `read`; every write happens inside `inTransaction`.
//
// Glossary
//   scope    something cached under a counter: a transaction that changes it raises the counter (changes.ts)
//            ('content': documents and categories in any way; 'tree': what a sidebar shows of them; 'accounts': people)
//   version  the counter's value as this node knows it: exact on the node that wrote, at most a second old elsewhere
//   topic    a signal between processes without content (look again), sent by tx.notify when the transaction commits

import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#config.ts'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables.ts'
import type { Turns } from './turns.ts'

export type Scope = 'content' | 'tree' | 'accounts'

export const TOPICS = ['jobs', 'events', 'processes'] as const
export type Topic = (typeof TOPICS)[number]

type Writing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto'
type Owning = 'transaction' | 'startTransaction' | 'schema' | 'destroy'

/** A Query handle can read; inside a transaction it is a Tx, which can also write. */
export type Query = Omit<Kysely<Tables>, Writing | Owning>

export type Tx = Kysely<Tables> & {
  /** touch raises the scope's counter when this transaction commits. */
  touch: (scope: Scope) => void
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

export type Db = {
  dialect: Dialect
  read: Query
  /** inTransaction fails when a query or the turn to write takes very long, unless it is patient: a migration may be. */
  inTransaction: <T>(work: (tx: Tx) => Promise<T>, options?: { patient?: boolean }) => Promise<T>
  version: (scope: Scope) => number
  /** on calls the listener when the topic may have news; calls may be spurious, and one may stand for many. */
  on: (topic: Topic, listener: () => void) => () => void
  /** ping answers when the database can be read now, or throws. */
  ping: () => Promise<void>
  /** findDamage reads a database of at most `mostBytes` bytes and names its first fault; PostgreSQL looks after itself. */
  findDamage: (mostBytes: number) => Promise<string | undefined>
  /** backup writes a consistent copy to a file while others go on writing; progress is 0..1. */
  backup: (file: string, onProgress: (share: number) => void) => Promise<void>
  /** poolUse is for /metrics: connections in use and waiting requests. */
  poolUse: () => { used: number; idle: number; waiting: number }
  close: () => Promise<void>
}

export type DbConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'poolSize'>

/** databaseFile is where SQLite keeps everything. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'galley.db')

/** openDb is given `turns` where another thread of this process writes to the same SQLite file. */
export async function openDb(config: DbConfig, turns?: Turns): Promise<Db> {
  if (config.databaseUrl === '') return (await import('./sqlite.ts')).openSqlite(config, turns)
  return (await import('./postgres.ts')).openPostgres(config)
}
