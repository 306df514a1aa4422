// The scheduler (`beat` is its process kind in the API): runs the tasks of schedules.ts, in one process of the whole cluster,
// by a lease. Each run is also claimed in its row: otherwise a scheduler suspended past its lease and its successor would
// both run a task.

import { Cron } from 'croner'
import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import * as rows from '#engine/supervisor/schedules.ts'
import { DAY, SECOND } from '#time.ts'

type BeatDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>

/** When it runs (an interval in ms, or a cron pattern in UTC) and what it does. */
export type Schedule = {
  name: string
  when: number | string
  /** Returns a sentence about what it did, or '' if there was nothing to do. */
  run: (signal: AbortSignal) => Promise<string>
}

const TICK_MS = SECOND

export async function runBeat(
  deps: BeatDeps,
  schedules: Schedule[],
  signal: AbortSignal,
  tickMs = TICK_MS,
): Promise<void> {
  const { config, db, clock, log } = deps
  const holder = `${config.nodeName} ${process.pid}`
  let heldUntil = 0
  const running = new Map<string, Promise<void>>()
  let isBeat = false
  let isListed = false

  async function tick(): Promise<void> {
    const wasBeat = isBeat
    const now = clock.now()
    // Renewed when a third of its time is over.
    if (heldUntil - now < (rows.BEAT_LEASE_MS * 2) / 3) {
      isBeat = await db.inTransaction((tx) => rows.holdBeat(tx, holder, now))
      heldUntil = isBeat ? now + rows.BEAT_LEASE_MS : 0
    }
    if (isBeat !== wasBeat) log.info(isBeat ? 'this is the beat' : 'another process is the beat; waiting')
    if (!isBeat) return
    if (!isListed) await listSchedules(deps, schedules)
    isListed = true
    for (const schedule of await findDue(deps, schedules)) {
      if (running.has(schedule.name)) continue
      const run = runOnce(deps, schedule, signal).finally(() => running.delete(schedule.name))
      running.set(schedule.name, run)
    }
  }

  const bell = new Bell()
  signal.addEventListener('abort', () => bell.ring())
  while (!signal.aborted) {
    await tick().catch((error: unknown) => log.warn({ err: error }, 'the beat missed a tick'))
    if (!signal.aborted) await bell.wait(tickMs)
  }
  await Promise.allSettled(running.values())
  // While the database is away it runs out instead.
  if (isBeat) await db.inTransaction((tx) => rows.dropBeat(tx, holder)).catch(() => {})
}

/** Runs missed while no scheduler ran are due at once; a pattern that never ran waits for its first time. */
function nextRun({ when }: Schedule, last: number | null, now: number): number {
  if (typeof when === 'number') return last === null ? now : last + when
  return new Cron(when, { paused: true, timezone: 'UTC' }).nextRun(new Date(last ?? now))?.getTime() ?? now + 365 * DAY
}

async function listSchedules({ db, clock }: BeatDeps, schedules: Schedule[]): Promise<void> {
  const now = clock.now()
  const names = schedules.map(({ name }) => name)
  await db.inTransaction(async (tx) => {
    await rows.deleteSchedulesExcept(tx, names)
    const byName = new Map((await rows.listSchedules(tx)).map((row) => [row.name, row]))
    for (const schedule of schedules) {
      const row = byName.get(schedule.name)
      // The time already set is kept, so that a missed run is made up for.
      const promised = row?.next_run_at ?? Number.POSITIVE_INFINITY
      const next = Math.min(promised, nextRun(schedule, row?.last_run_at ?? null, now))
      await rows.writeNextRun(tx, schedule.name, next)
    }
  })
}

async function findDue({ db, clock }: BeatDeps, schedules: Schedule[]): Promise<Schedule[]> {
  const due = new Set(await rows.listDueNames(db.read, clock.now()))
  return schedules.filter(({ name }) => due.has(name))
}

async function runOnce(deps: BeatDeps, schedule: Schedule, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  const { name } = schedule
  try {
    if (!(await claim(deps, schedule))) return
    const startedAt = clock.now()
    const { result, failed } = await attempt(schedule, signal)
    const durationMs = clock.now() - startedAt
    const outcome = { result: result || 'Nothing to do', failed, durationMs }
    await db.inTransaction((tx) => rows.writeOutcome(tx, name, outcome))
    const about = { schedule: name, duration_ms: durationMs, result }
    if (failed) log.error(about, 'schedule failed')
    else log[result ? 'info' : 'debug'](about, 'schedule done')
  } catch (error) {
    log.warn({ schedule: name, err: error }, 'schedule could not be written down')
  }
}

async function claim({ db, clock }: BeatDeps, schedule: Schedule): Promise<boolean> {
  const now = clock.now()
  return db.inTransaction((tx) => rows.claimRun(tx, schedule.name, now, nextRun(schedule, now, now)))
}

async function attempt(schedule: Schedule, signal: AbortSignal): Promise<{ result: string; failed: boolean }> {
  try {
    return { result: await schedule.run(signal), failed: false }
  } catch (error) {
    return { result: error instanceof Error ? error.message : String(error), failed: true }
  }
}
