// The connections of one process to PostgreSQL, and who may take them. Reads and transactions share `poolSize` of them, but
// transactions never have all: while every writer waits, reads go on. What a request needs before its own work (is what I
// cached up to date, whose token is this, can the database be read) has two connections of its own.

import pg from 'pg'
import { StartError, storageUnavailable } from '#errors.ts'

const CONNECT_WAIT_MS = 3_000
/** A transaction idle for this long is aborted, because its node may be frozen. */
const FROZEN_AFTER_MS = 5_000
const URGENT_CONNECTIONS = 2
/** Of ten connections, transactions may have seven. */
const WRITERS_SHARE = 0.7

// The driver gives bigint as text. Our ids, times and counts stay below 2 ** 53, and SQLite gives numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * The planner takes a search with many conditions for a long one (a cost of 200,000), and would compile it before each run.
 * Long texts are packed by lz4, where the server was built with it: the default takes several times as long.
 */
const SET_UP = `select set_config(name, wanted, false)
  from (values ('jit', 'off'), ('default_toast_compression', 'lz4')) as given (name, wanted) join pg_settings using (name)
  where enumvals is null or wanted = any (enumvals)`

/** A pool; throws storage-unavailable errors. */
export type Lender = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void>; options: object }

type Pools = {
  /** connection is how one more connection is made. */
  connection: pg.ClientConfig
  shared: Lender
  urgent: Lender
  /** writers is how many transactions there are at once. */
  writers: number
  /** writing runs a transaction when fewer than the writers' share of connections are taken by others. */
  writing: <T>(transact: () => Promise<T>) => Promise<T>
  use: () => { used: number; idle: number; waiting: number }
  end: () => Promise<void>
}

export async function openPools(
  { databaseUrl, poolSize }: { databaseUrl: string; poolSize: number },
  queryWaitMs: number,
  lockWaitMs: number,
): Promise<Pools> {
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_WAIT_MS, keepAlive: true }
  const open = (max: number) =>
    openPool({
      ...connection,
      max,
      query_timeout: queryWaitMs,
      pipeline: true,
      idle_in_transaction_session_timeout: FROZEN_AFTER_MS,
      lock_timeout: lockWaitMs,
    })
  const shared = open(poolSize)
  await connectOnce(shared, databaseUrl)
  const urgent = open(URGENT_CONNECTIONS)
  const writers = Math.max(1, Math.floor(poolSize * WRITERS_SHARE))
  const slots = new WriterSlots(writers)
  const sum = (count: (pool: pg.Pool) => number) => count(shared) + count(urgent)
  return {
    connection,
    shared: lend(shared),
    urgent: lend(urgent),
    writers,
    writing: async (transact) => {
      await slots.take()
      try {
        return await transact()
      } finally {
        slots.give()
      }
    },
    use: () => ({
      used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount) + slots.waiting,
    }),
    // Closing twice is allowed; the driver would throw.
    end: async () => {
      for (const pool of [shared, urgent]) if (!pool.ended) await pool.end()
    },
  }
}

/** A semaphore with a FIFO queue and a timeout. */
class WriterSlots {
  #free: number
  readonly #queue = new Set<() => void>()

  constructor(free: number) {
    this.#free = free
  }

  get waiting(): number {
    return this.#queue.size
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#queue.add(turn.resolve)
    const timer = setTimeout(() => {
      this.#queue.delete(turn.resolve)
      turn.reject(storageUnavailable(new Error('every connection for writing is taken')))
    }, CONNECT_WAIT_MS)
    await turn.promise.finally(() => clearTimeout(timer))
  }

  /** Hands the slot to the next in the queue. */
  give(): void {
    const [next] = this.#queue
    if (next === undefined) this.#free++
    else {
      this.#queue.delete(next)
      next()
    }
  }
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // A connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query(SET_UP).catch(() => {})
  })
  return pool
}

async function connectOnce(pool: pg.Pool, url: string): Promise<void> {
  try {
    const client = await pool.connect()
    const { rows } = await client.query('show server_version_num')
    client.release()
    if (Number(rows[0].server_version_num) < 150_000) throw new Error('PostgreSQL 15 or newer is needed')
  } catch (error) {
    await pool.end().catch(() => {})
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'the given address', pathname: '' }
    throw new StartError(
      `PostgreSQL at ${host}${pathname} can't be used (${(error as Error).message || (error as { code?: string }).code}); check DATABASE_URL and that the server runs.`,
      { cause: error },
    )
  }
}

/** The pool is ended by Pools.end: Kysely would end it only if it had run a statement itself. */
const lend = (pool: pg.Pool): Lender => ({
  connect: () => pool.connect().catch((error: unknown) => Promise.reject(storageUnavailable(error))),
  end: async () => {},
  options: {},
})
