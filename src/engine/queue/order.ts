// The order of the queue, kept in memory by each process that is asked for queue positions: a position costs no query,
// however many jobs wait. Rows decide what is queued; this file only keeps which job comes before which.
// Why not count rows: `node bench/queue.ts` with 10,000 queued jobs against 50, SQLite, CPU a request. Counting made a page
// of 50 queued documents 4.4 times and the status of a job 1.7 times as expensive; with this file both cost the same (1.0).
// What this process moves into or out of the queue is noted as it commits, so it never reports a stale position for its
// own changes. What others change shows in the change log and is read again at most every REREAD_MS.

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Query, Tx } from '../db/db.ts'
import type { MovedJob } from './moving.ts'
import { hasStatus } from './states.ts'

const REREAD_MS = 500
/** WINDOW ids are read in one go, about a millisecond; others get their turn before the next ones. */
const WINDOW = 5_000
const HIGHEST_PRIORITY = 9
/** A job that enters or leaves the queue moves its document to another bucket, which is a change of content. */
const WATCHED = ['content']

type QueuedJob = { id: number; queue: string; priority: number }
type Noted = { job: QueuedJob; isQueued: boolean }

/** IdsByPriority has the ids of each priority in ascending order, which is the order of their claims. */
type IdsByPriority = number[][]

const orders = new WeakMap<Db, QueueOrder>()

/** orderOf is the one order of a process's database handle. */
export function orderOf(db: Db): QueueOrder {
  const known = orders.get(db) ?? new QueueOrder(db)
  orders.set(db, known)
  return known
}

/** noteMoves notes jobs that a transaction of this process moved; those that it deletes are noted as not queued. */
export function noteMoves(db: Db, tx: Tx, jobs: readonly (Omit<MovedJob, 'status'> & { status: string })[]): void {
  tx.afterCommit(() => {
    for (const { jobId, queue, priority, status } of jobs)
      orderOf(db).note({ job: { id: jobId, queue, priority }, isQueued: status === 'queued' })
  })
}

class QueueOrder {
  readonly #db: Db
  readonly #queues = new Map<string, IdsByPriority>()
  /** What was noted while a read is under way: the read may already have passed that id. */
  readonly #notedMeanwhile: Noted[] = []
  #moment = Number.NEGATIVE_INFINITY
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** findPositions gives each job's position in its queue: 1 is the next to be claimed. */
  async findPositions(jobs: readonly QueuedJob[]): Promise<Map<number, number>> {
    if (jobs.length === 0) return new Map()
    await this.#refresh(jobs)
    return new Map(jobs.map((job) => [job.id, this.#positionOf(job)]))
  }

  note(noted: Noted): void {
    if (this.#reading) this.#notedMeanwhile.push(noted)
    this.#apply(noted)
  }

  #positionOf({ id, queue, priority }: QueuedJob): number {
    const ids = this.#queues.get(queue)!
    const before = ids.slice(priority + 1).reduce((sum, higher) => sum + higher.length, 0)
    return before + indexIn(ids[priority]!, id) + 1
  }

  async #refresh(jobs: readonly QueuedJob[]): Promise<void> {
    while (this.#isStale(jobs)) {
      this.#reading ??= this.#read(new Set([...this.#queues.keys(), ...jobs.map(({ queue }) => queue)])).finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
  }

  #isStale(jobs: readonly QueuedJob[]): boolean {
    if (jobs.some(({ queue }) => !this.#queues.has(queue))) return true
    if (this.#db.isCurrent(this.#moment, WATCHED)) return false
    return performance.now() - this.#readAt >= REREAD_MS
  }

  async #read(queues: Iterable<string>): Promise<void> {
    const moment = this.#db.moment()
    this.#notedMeanwhile.length = 0
    const read: [string, IdsByPriority][] = []
    for (const queue of queues) read.push([queue, await readQueue(this.#db.read, queue)])
    for (const [queue, ids] of read) this.#queues.set(queue, ids)
    for (const noted of this.#notedMeanwhile.splice(0)) this.#apply(noted)
    this.#moment = moment ?? Number.NEGATIVE_INFINITY
    this.#readAt = performance.now()
  }

  #apply({ job: { id, queue, priority }, isQueued }: Noted): void {
    const ids = this.#queues.get(queue)?.[priority]
    if (!ids) return
    const index = indexIn(ids, id)
    if ((ids[index] === id) === isQueued) return
    if (isQueued) ids.splice(index, 0, id)
    else ids.splice(index, 1)
  }
}

/** indexIn is where an id is, or would be, in ascending ids. */
function indexIn(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

const isQueued = hasStatus(['queued'])

async function readQueue(query: Query, queue: string): Promise<IdsByPriority> {
  const ids: IdsByPriority = Array.from({ length: HIGHEST_PRIORITY + 1 }, () => [])
  const levels = sql.join(ids.map((_, priority) => sql`(${sql.lit(priority)})`))
  const { rows } = await sql<{ priority: number }>`
    select column1 as priority from (values ${levels}) as levels
    where exists (select 1 from jobs where ${isQueued} and queue = ${queue} and priority = column1)`.execute(query)
  for (const { priority } of rows) await readIds(query, queue, priority, ids[priority]!)
  return ids
}

async function readIds(query: Query, queue: string, priority: number, ids: number[]): Promise<void> {
  for (;;) {
    const window = await query
      .selectFrom('jobs')
      .select('id')
      .where(isQueued)
      .where('queue', '=', queue)
      .where('priority', '=', priority)
      .where('id', '>', ids.at(-1) ?? 0)
      .orderBy('id')
      .limit(WINDOW)
      .execute()
    for (const { id } of window) ids.push(id)
    if (window.length < WINDOW) return
    await setImmediate()
  }
}
