// The scheduler (`beat` is its process kind in the API): runs the tasks of schedules.ts. Each run holds a lease on the row of its
// schedule, so that only one scheduler of a cluster runs it, and another one repeats it if that one dies.

import { Cron } from 'croner'
import type { Deps } from '#deps.ts'
import { SCHEDULES } from '#engine/tasks/kinds.ts'
import { runTasks } from '#engine/tasks/run.ts'
import { isAmong, listSchedules, putSchedules } from '#engine/tasks/schedules.ts'
import { claimDueTasks, endTask } from '#engine/tasks/tasks.ts'
import { DAY, SECOND } from '#time.ts'

/** When it runs (an interval in ms, or a cron pattern in UTC) and what it does. */
export type Schedule = {
  name: string
  when: number | string
  /** Returns a sentence about what it did, or '' if there was nothing to do. */
  run: (signal: AbortSignal) => Promise<string>
}

const TICK_MS = SECOND
const MOST_TRIES = 3

export async function runBeat(deps: Deps, schedules: Schedule[], signal: AbortSignal, tickMs = TICK_MS): Promise<void> {
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  let isListed = false
  await runTasks(
    deps,
    {
      kind: SCHEDULES,
      claim: async () => {
        if (!isListed) await writeSchedules(deps, schedules)
        isListed = true
        return claimDueTasks(deps, SCHEDULES, { limit: schedules.length, where: isAmong([...byName.keys()]) })
      },
      perform: (row, stop) => runOnce(deps, byName.get(row.name)!, row, stop),
    },
    { signal, pollMs: tickMs },
  )
}

/** Runs missed while no scheduler ran are due at once; a pattern that never ran waits for its first time. */
function nextRun({ when }: Schedule, last: number | null, now: number): number {
  if (typeof when === 'number') return last === null ? now : last + when
  return new Cron(when, { paused: true, timezone: 'UTC' }).nextRun(new Date(last ?? now))?.getTime() ?? now + 365 * DAY
}

async function writeSchedules({ db, clock }: Deps, schedules: Schedule[]): Promise<void> {
  const now = clock.now()
  await db.inTransaction(async (tx) => {
    const byName = new Map((await listSchedules(tx)).map((row) => [row.name, row]))
    const rows = schedules.map((schedule) => {
      const row = byName.get(schedule.name)
      // The time already set is kept, so that a missed run is made up for.
      const promised = row?.run_at ?? Number.POSITIVE_INFINITY
      return { name: schedule.name, run_at: Math.min(promised, nextRun(schedule, row?.last_run_at ?? null, now)) }
    })
    await putSchedules(tx, rows)
  })
}

type ClaimedSchedule = Awaited<ReturnType<typeof listSchedules>>[number]

async function runOnce(deps: Deps, schedule: Schedule, claim: ClaimedSchedule, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  const last_run_at = clock.now()
  const { result, failed } = await attempt(schedule, claim, signal)
  const duration_ms = clock.now() - last_run_at
  const outcome = { last_run_at, duration_ms, result: result || 'Nothing to do', failed: failed ? 1 : 0 } as const
  const run_at = nextRun(schedule, last_run_at, last_run_at)
  await db.inTransaction((tx) => endTask(tx, SCHEDULES, claim, { ...outcome, run_at, attempts: 0 }))
  const about = { schedule: schedule.name, duration_ms, result }
  if (failed) log.error(about, 'schedule failed')
  else log[result ? 'info' : 'debug'](about, 'schedule done')
}

async function attempt({ run }: Schedule, { attempts }: ClaimedSchedule, signal: AbortSignal) {
  try {
    // The task itself may be what kills the process.
    if (attempts > MOST_TRIES) throw new Error('The scheduler ended during each of several runs')
    return { result: await run(signal), failed: false }
  } catch (error) {
    return { result: error instanceof Error ? error.message : String(error), failed: true }
  }
}
