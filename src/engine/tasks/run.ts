// The loops of a worker, which look for work on a signal, and regularly without one. Tasks run in parallel, each under a lease
// that is renewed until the task ends.

import type { Logger } from 'pino'
import { type Clock, SECOND } from '#time.ts'
import { Bell } from '../bell.ts'
import type { Db, Topic } from '../db/db.ts'
import { holdTask, type TaskKind, TaskLost, type TaskRow, type TaskTable } from './tasks.ts'

type LoopDeps = { db: Db; clock: Clock; log: Logger }

const OUTAGE_PAUSE_MS = 1 * SECOND

/** `pollMs`: a signal may get lost, and the end of a pause sends none. `failed` is the log message for a failing round. */
type Rounds = { topic?: Topic; signal: AbortSignal; pollMs: number; failed: string }

/** Returns after the signal, once the current round has ended. A round that returns true is followed at once by another. */
export async function runRounds(
  { db, log }: Pick<LoopDeps, 'db' | 'log'>,
  { topic, signal, pollMs, failed }: Rounds,
  round: (bell: Bell) => Promise<unknown>,
): Promise<void> {
  const bell = new Bell()
  const ring = () => bell.ring()
  const stopListening = topic && db.on(topic, ring)
  signal.addEventListener('abort', ring)
  while (!signal.aborted) {
    try {
      if ((await round(bell)) !== true) await bell.wait(pollMs)
    } catch (error) {
      log.error({ err: error }, failed)
      await bell.wait(OUTAGE_PAUSE_MS)
    }
  }
  signal.removeEventListener('abort', ring)
  stopListening?.()
}

export type TaskWork<T extends TaskTable> = {
  kind: TaskKind<T>
  /** Claims due tasks, as many as this process has room for. */
  claim: (running: readonly TaskRow<T>[]) => Promise<TaskRow<T>[]>
  /** Does the task and ends its claim. The signal means that the worker stops, or has lost the task. */
  perform: (row: TaskRow<T>, signal: AbortSignal) => Promise<unknown>
}

/** Returns after an orderly stop, once all its tasks have ended. */
export async function runTasks<T extends TaskTable>(
  deps: LoopDeps,
  { kind, claim, perform }: TaskWork<T>,
  rounds: Omit<Rounds, 'failed'>,
): Promise<void> {
  const running = new Map<TaskRow<T>, Promise<void>>()
  await runRounds(deps, { ...rounds, failed: `tasks of ${kind.table} could not be claimed` }, async (bell) => {
    const rows = await claim([...running.keys()])
    for (const row of rows) {
      const run = performHeld(deps, { kind, row, signal: rounds.signal }, perform).finally(() => {
        running.delete(row)
        bell.ring()
      })
      running.set(row, run)
    }
    return rows.length > 0
  })
  await Promise.all(running.values())
}

/** Never rejects: errors are logged, and the task is due again when its lease expires. */
async function performHeld<T extends TaskTable>(
  { db, clock, log }: LoopDeps,
  { kind, row, signal }: { kind: TaskKind<T>; row: TaskRow<T>; signal: AbortSignal },
  perform: TaskWork<T>['perform'],
): Promise<void> {
  const lost = new AbortController()
  const note = (error: unknown) => {
    if (error instanceof TaskLost) lost.abort()
    else log.error({ err: error, [kind.table]: row.id }, 'a task failed; its lease expires')
  }
  const heartbeat = setInterval(() => {
    db.inTransaction((tx) => holdTask(tx, kind, row, clock.now())).catch(note)
  }, kind.leaseMs / 3)
  await perform(row, AbortSignal.any([signal, lost.signal])).catch(note)
  clearInterval(heartbeat)
}
