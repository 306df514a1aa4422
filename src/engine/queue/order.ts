// The order of the queue, kept in memory by each process that is asked for places in it: a place costs no query, however
// many jobs wait. Rows decide what is queued; this file only keeps who is before whom.
// What this process enqueues or takes out is noted as it commits, so its own answers are never stale. What others change
// shows in the content counter (a job that enters or leaves the queue moves its document to another bucket) and is read
// again at most every REREAD_MS.

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Query, Tx } from '../db/db.ts'

const REREAD_MS = 500
/** WINDOW ids are read in one go, about a millisecond; others get their turn before the next ones. */
const WINDOW = 5_000
const HIGHEST_PRIORITY = 9

export type QueuedJob = { id: number; queue: string; priority: number }
type Change = { job: QueuedJob; isQueued: boolean }

/** A Line has the ids of each priority in ascending order, which is the order of their claims. */
type Line = number[][]

const orders = new WeakMap<Db, QueueOrder>()

/** orderOf is the one order of a process's database handle. */
export function orderOf(db: Db): QueueOrder {
  const known = orders.get(db) ?? new QueueOrder(db)
  orders.set(db, known)
  return known
}

/** enterOrder notes jobs that a transaction of this process makes queued. */
export function enterOrder(db: Db, tx: Tx, jobs: readonly QueuedJob[]): void {
  tx.afterCommit(() => {
    for (const job of jobs) orderOf(db).note({ job, isQueued: true })
  })
}

/** leaveOrder notes a job that a transaction of this process takes out of the queue. */
export function leaveOrder(db: Db, tx: Tx, job: QueuedJob): void {
  tx.afterCommit(() => orderOf(db).note({ job, isQueued: false }))
}

/** forgetOrder is for a transaction that does not know which jobs it takes away: the next question reads all again. */
export function forgetOrder(db: Db, tx: Tx): void {
  tx.afterCommit(() => orderOf(db).forget())
}

class QueueOrder {
  readonly #db: Db
  readonly #lines = new Map<string, Line>()
  /** What was noted while a reading is under way: the reading may already have passed that place. */
  readonly #changes: Change[] = []
  #version = Number.NaN
  #readAt = Number.NEGATIVE_INFINITY
  #forgotten = 0
  #reading: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** findPlaces gives each job's place in its queue: 1 is the next to be claimed. */
  async findPlaces(jobs: readonly QueuedJob[]): Promise<Map<number, number>> {
    if (jobs.length === 0) return new Map()
    await this.#refresh(jobs)
    return new Map(jobs.map((job) => [job.id, this.#placeOf(job)]))
  }

  note(change: Change): void {
    if (this.#reading) this.#changes.push(change)
    this.#apply(change)
  }

  forget(): void {
    this.#forgotten++
    this.#readAt = Number.NEGATIVE_INFINITY
    this.#version = Number.NaN
  }

  #placeOf({ id, queue, priority }: QueuedJob): number {
    const line = this.#lines.get(queue)!
    const before = line.slice(priority + 1).reduce((sum, ids) => sum + ids.length, 0)
    return before + indexIn(line[priority]!, id) + 1
  }

  async #refresh(jobs: readonly QueuedJob[]): Promise<void> {
    while (this.#isStale(jobs)) {
      this.#reading ??= this.#read(new Set([...this.#lines.keys(), ...jobs.map(({ queue }) => queue)])).finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
  }

  #isStale(jobs: readonly QueuedJob[]): boolean {
    if (jobs.some(({ queue }) => !this.#lines.has(queue))) return true
    if (this.#db.version('content') === this.#version) return false
    return performance.now() - this.#readAt >= REREAD_MS
  }

  async #read(queues: Iterable<string>): Promise<void> {
    const [version, forgotten] = [this.#db.version('content'), this.#forgotten]
    this.#changes.length = 0
    const read: [string, Line][] = []
    for (const queue of queues) read.push([queue, await readLine(this.#db.read, queue)])
    for (const [queue, line] of read) this.#lines.set(queue, line)
    for (const change of this.#changes.splice(0)) this.#apply(change)
    if (forgotten !== this.#forgotten) return
    this.#version = version
    this.#readAt = performance.now()
  }

  #apply({ job: { id, queue, priority }, isQueued }: Change): void {
    const ids = this.#lines.get(queue)?.[priority]
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

// As in queue.ts, the status is a literal in the statements, so that the planners see that the partial index fits.
async function readLine(query: Query, queue: string): Promise<Line> {
  const line: Line = Array.from({ length: HIGHEST_PRIORITY + 1 }, () => [])
  const levels = sql.join(line.map((_, priority) => sql`(${sql.lit(priority)})`))
  const { rows } = await sql<{ priority: number }>`
    select column1 as priority from (values ${levels}) as levels
    where exists (select 1 from jobs where status = 'queued' and queue = ${queue} and priority = column1)`.execute(
    query,
  )
  for (const { priority } of rows) await readIds(query, queue, priority, line[priority]!)
  return line
}

async function readIds(query: Query, queue: string, priority: number, ids: number[]): Promise<void> {
  for (;;) {
    const window = await query
      .selectFrom('jobs')
      .select('id')
      .where(sql<boolean>`status = 'queued'`)
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
