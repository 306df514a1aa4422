// Writing on SQLite: transactions run one after another, and those that wait while one runs share its commit, because
// the sync to disk is what a write costs. Each but the first has a savepoint of its own, so one whose work fails harms no
// other; the first has none, which spares SQLite copying each changed page. No caller
// gets a result, failure or conflict before the commit that it depends on is on disk.

import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { sql } from 'kysely'
import { handleOn } from '../prepared.ts'
import { asTx, newPending, type Pending, runPutOff } from '../transaction.ts'
import type { Topic, Tx } from '../tx.ts'

const WRITE_WAIT_MS = 10_000
const LONGEST_SLEEP_MS = 8
/** Longest delay of a shared commit. */
const SHARED_MS = 10
const MOST_SHARING = 100

/** Processes further behind treat everything as changed. */
const CHANGES_KEPT = 20_000
const trimChanges = sql`delete from changes where id <= (select max(id) from changes) - ${sql.lit(CHANGES_KEPT)}`
const TRIM_EVERY = 1_000

type TxWork = (tx: Tx) => Promise<unknown>
type QueuedWork = { work: TxWork; until: number; resolve: (value: unknown) => void; reject: (error: unknown) => void }
type WorkResult = { settle: () => void; refuse: (error: unknown) => void; pending?: Pending; fault?: unknown }

type SqliteWriter = {
  inTransaction: <T>(work: (tx: Tx) => Promise<T>, options?: { patient?: boolean }) => Promise<T>
  /** Unfinished transactions, including the running one. */
  waiting: () => number
  /** idle resolves when nothing is left to write. */
  idle: () => Promise<void>
}

export function createSqliteWriter(
  writer: Database,
  write: Parameters<typeof asTx>[0],
  rules: {
    isBusy: (error: unknown) => boolean
    asOutage: (error: unknown) => unknown
    /** Called when the commit is on disk, before its transactions resolve. */
    onCommit: (topics: Set<Topic>) => void
    /** SHARED_MS, except in tests, which must not depend on the machine's speed. */
    sharedMs?: number
  },
): SqliteWriter {
  const savepoint = writer.prepare('savepoint own')
  const release = writer.prepare('release own')
  const queue: QueuedWork[] = []
  let unsettled = 0
  let commits = 0
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    // Waits a turn of the event loop, so that requests that arrived together share the commit.
    do {
      await setImmediate()
      await commitTogether()
    } while (queue.length > 0)
    running = undefined
  }

  /** Takes the write lock at once: after a read, a transaction couldn't upgrade if the file had changed. */
  async function begin(): Promise<boolean> {
    const giveUpAt = queue[0]!.until
    for (let wait = 1; ; wait = Math.min(wait * 2, LONGEST_SLEEP_MS)) {
      try {
        writer.exec('begin immediate')
        return true
      } catch (error) {
        if (!rules.isBusy(error) || performance.now() >= giveUpAt) {
          queue.shift()!.reject(rules.asOutage(error))
          return false
        }
        await sleep(wait)
      }
    }
  }

  async function commitTogether(): Promise<void> {
    if (!(await begin())) return
    const done: WorkResult[] = []
    try {
      const endAt = performance.now() + (rules.sharedMs ?? SHARED_MS)
      do done.push(await runOne(queue.shift()!, done.length > 0))
      while (writer.inTransaction && queue.length > 0 && done.length < MOST_SHARING && performance.now() < endAt)

      // The first one's failure ends the transaction; some faults of the disk do, too, and with it everyone who shares it.
      if (!writer.inTransaction) throw done.at(-1)!.fault

      const good = done.flatMap(({ pending }) => pending ?? [])
      await runPutOff(good)
      if (++commits % TRIM_EVERY === 0) await trimChanges.execute(write)
      writer.exec('commit')
      rules.onCommit(new Set(good.flatMap(({ topics }) => [...topics])))
      for (const { afterCommit } of good) for (const run of afterCommit) run()
      for (const { settle } of done) settle()
    } catch (error) {
      rollBack('rollback')
      for (const { refuse } of done) refuse(rules.asOutage(error))
    }
  }

  /** Returns whether it succeeded, because callers must get the original error. */
  function rollBack(how: 'rollback' | 'rollback to own; release own'): boolean {
    try {
      if (writer.inTransaction) writer.exec(how)
      return true
    } catch {
      return false
    }
  }

  async function runOne({ work, resolve, reject }: QueuedWork, isFurther: boolean): Promise<WorkResult> {
    const pending = newPending()
    try {
      if (isFurther) savepoint.run()
      const value = await work(asTx(handleOn(write), pending))
      if (isFurther) release.run()
      return { settle: () => resolve(value), refuse: reject, pending }
    } catch (error) {
      if (!isFurther || !rollBack('rollback to own; release own')) rollBack('rollback')
      return {
        settle: () => reject(rules.asOutage(error)),
        refuse: () => reject(rules.asOutage(error)),
        fault: error,
      }
    }
  }

  return {
    inTransaction: <T>(work: (tx: Tx) => Promise<T>, { patient = false } = {}) => {
      const until = patient ? Number.POSITIVE_INFINITY : performance.now() + WRITE_WAIT_MS
      const turn = new Promise<unknown>((resolve, reject) => queue.push({ work, until, resolve, reject }))
      unsettled++
      running ??= drain()
      return turn.finally(() => unsettled--) as Promise<T>
    },
    waiting: () => unsettled,
    idle: async () => {
      while (running) await running
    },
  }
}
