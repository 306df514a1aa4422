// The connections of one process to PostgreSQL, and who may take them. Reads and transactions share `poolSize` of them, but
// transactions never have all: while every writer waits, reads go on. What a request needs before its own work (is what I
// cached up to date, whose token is this, can the database be read) has two of its own, which nothing else takes.

import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { StartError, storageUnavailable } from '#errors.ts'
import { isStalePlan, runOne } from './batch.ts'

const CONNECT_WAIT_MS = 3_000
/** A transaction whose node says nothing for this long is taken for frozen, and what it locked is free again. */
const FROZEN_AFTER_MS = 5_000
/** The longest that a timer can wait: some 24 days. */
export const PATIENT_WAIT_MS = 2 ** 31 - 1
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

/** isPatient holds while a transaction may take as long as it needs. */
export const isPatient = new AsyncLocalStorage<boolean>()

type Pools = {
  /** connection is how one more connection is made. */
  connection: pg.ClientConfig
  shared: pg.Pool
  urgent: pg.Pool
  /** writers is how many transactions there are at once. */
  writers: number
  /** writing runs a transaction when fewer than the writers' share of connections are taken by others. */
  writing: <T>(transact: () => Promise<T>) => Promise<T>
  use: () => { used: number; idle: number; waiting: number }
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
    shared: outagesAsErrors(shared),
    urgent: outagesAsErrors(urgent),
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
  }
}

/** WriterSlots lets so many in at once, the others in the order in which they came, and sends away who waited too long. */
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

  /** give hands the slot to the next in the queue, so that nobody overtakes it. */
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
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.query(SET_UP).catch(() => {}))
  sendInBatches(pool)
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

/**
 * sendInBatches sends what the builder runs on a connection as a batch of one. When another node has added a column, PostgreSQL
 * refuses plans that return it: what was refused is run again under another name.
 */
function sendInBatches(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as (...args: unknown[]) => unknown
    const batched = (...args: unknown[]) => {
      const [text, values] = args
      if (typeof text !== 'string' || !Array.isArray(values)) return plain(...args)
      const run = () => runOne(plain, { text, values }, isPatient.getStore() ? PATIENT_WAIT_MS : undefined)
      // Inside a transaction nothing can follow an error: the transaction is run again as a whole.
      return run().catch((error) =>
        isStalePlan(error) ? run().catch(() => Promise.reject(error)) : Promise.reject(error),
      )
    }
    client.query = batched as typeof client.query
    client.on('error', () => {})
  })
}

/** outagesAsErrors makes "can't get a connection" the same 503 for reads as for transactions. */
function outagesAsErrors(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  return Object.assign(Object.create(pool) as pg.Pool, {
    connect: async () => {
      try {
        return await connect()
      } catch (error) {
        throw storageUnavailable(error)
      }
    },
    end: async () => {
      if (!pool.ending) await pool.end()
    },
  })
}
