// Runs a node's background processes as children of the service. They end with it, even after SIGKILL: the channel
// closes, and they stop gracefully (commands/member.ts). Wishes are in the rows, which are read every
// second and on notification, so requests may arrive at any node.
//
// States: starting → running (reported by the process) → stopping (a wish, or the service's end: SIGTERM, SIGKILL after
// 30 s) → stopped. An unexpected end is `crashed`: restarted after 1, 2, 4, 8 s, given up at the fifth crash
// in a minute. A stopped row with the wish `run` is started, so the next service starts the same processes.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DAY, MINUTE, SECOND } from '#time.ts'
import { Bell } from '../bell.ts'
import { expireLeasesOf } from '../queue/queue.ts'
import { answerLogRequests, logFolder, openForAppend, readLogEnd, removeOrphans } from './logs.ts'
import * as rows from './rows.ts'

/** A small young generation saves 14 MB per process. */
const FLAGS = ['--max-semi-space-size=1']
const SCRIPT = fileURLToPath(new URL('../../main.ts', import.meta.url))
/** Logs without a row are kept a while: after a restore they may be needed. */
const ORPHANS_KEPT_MS = 7 * DAY

export const TIMING = {
  lookMs: SECOND,
  drainMs: 30 * SECOND,
  crashes: { most: 5, withinMs: MINUTE, firstDelayMs: SECOND },
}
type SupervisorOptions = { env: NodeJS.ProcessEnv; timing?: Partial<typeof TIMING>; script?: string }

type Exit = { code: number | null; why: string }
type Child = {
  row: rows.ProcessRow
  process: ChildProcess
  exit?: Exit
  isAsked?: boolean
  isOverdue?: boolean
  killTimer?: NodeJS.Timeout
}

export class Supervisor {
  readonly #deps: rows.SupervisorDeps
  readonly #env: NodeJS.ProcessEnv
  readonly #script: string
  readonly #timing: typeof TIMING
  /** Children by row id, until their end is recorded. */
  readonly #children = new Map<number, Child>()
  /** Recent ends of each process. */
  readonly #ends = new Map<number, number[]>()
  readonly #bell = new Bell()
  #isUp = false
  #isEnding = false
  #looking: Promise<void> | undefined

  constructor(deps: rows.SupervisorDeps, { env, timing, script = SCRIPT }: SupervisorOptions) {
    this.#deps = deps
    this.#env = env
    this.#script = script
    this.#timing = { ...TIMING, ...timing }
  }

  async start(): Promise<void> {
    await this.#look()
    this.#looking = this.#keepLooking()
  }

  /** Drains all children and resolves when the last one has ended. Wishes are unchanged. */
  async end(): Promise<void> {
    this.#isEnding = true
    for (const child of this.#children.values()) this.#stop(child)
    this.#bell.ring()
    await this.#looking
  }

  /** Kills all children without draining. */
  kill(): void {
    for (const child of this.#children.values()) child.process.kill('SIGKILL')
  }

  async #keepLooking(): Promise<void> {
    const { db, log } = this.#deps
    const logFailure = (err: unknown) => log.warn({ err }, 'a log could not be sent to the node that asked for it')
    const stops = [
      db.on('processes', () => this.#bell.ring()),
      db.on('logs', () => void answerLogRequests(this.#deps).catch(logFailure)),
    ]
    for (let isOver = false; !isOver; ) {
      await this.#bell.wait(this.#timing.lookMs)
      isOver = this.#isEnding && [...this.#children.values()].every(({ exit }) => exit)
      await this.#look()
    }
    for (const stop of stops) stop()
  }

  async #look(): Promise<void> {
    const { db, config, log } = this.#deps
    try {
      if (!this.#isUp) await this.#bringUp()
      const all = await rows.listRows(db.read)
      if (!this.#isEnding) await rows.takeOverBeat(this.#deps, all)
      for (const row of all) if (row.node === config.nodeName && row.origin !== 'command') await this.#tend(row, all)
    } catch (error) {
      log.warn({ err: error }, 'the background processes could not be looked after; trying again')
    }
  }

  async #bringUp(): Promise<void> {
    const { db, config, clock } = this.#deps
    await db.inTransaction((tx) => rows.bringUp(this.#deps, tx))
    this.#isUp = true
    const owned = new Set((await rows.listRows(db.read)).map(({ log_file }) => log_file))
    removeOrphans(logFolder(config.dataDir), owned, clock.now() - ORPHANS_KEPT_MS)
  }

  /** Takes the next step from a row's status to its wish. */
  async #tend(row: rows.ProcessRow, all: rows.ProcessRow[]): Promise<void> {
    const child = this.#children.get(row.id)
    if (child?.exit) return this.#recordEnd(child, child.exit, row.wish)
    if (child && (this.#isEnding || row.wish !== 'run' || row.run !== child.row.run)) this.#stop(child)
    if (child || this.#isEnding || row.wish === 'stop') return
    const now = this.#deps.clock.now()
    // Already started by another service of the same name.
    if (rows.isActive(row) && row.pid !== null && !rows.isSilent(row, now)) return
    const isDue = row.status !== 'crashed' || (row.retry_at !== null && row.retry_at <= now)
    const isSecondBeat =
      row.kind === 'beat' && all.some((one) => one.kind === 'beat' && one !== row && rows.isActive(one))
    if ((isDue || row.wish === 'restart') && !isSecondBeat) await this.#launch(row)
  }

  #stop(child: Child): void {
    if (child.isAsked) return
    child.isAsked = true
    child.process.kill('SIGTERM')
    child.killTimer = setTimeout(() => {
      child.isOverdue = child.process.kill('SIGKILL')
      this.#deps.log.warn({ process: child.row.name, child: child.process.pid }, 'did not end in time and was killed')
    }, this.#timing.drainMs)
  }

  async #launch(row: rows.ProcessRow): Promise<void> {
    const { db, config, clock, log } = this.#deps
    const begun = await db.inTransaction((tx) => rows.beginRun(tx, row, clock.now()))
    if (!begun) return
    // A manual restart resets the crash count.
    if (row.status !== 'crashed' || row.wish === 'restart') this.#ends.delete(row.id)
    const process = this.#spawn(begun)
    const child: Child = { row: begun, process }
    this.#children.set(row.id, child)
    const ended = (exit: Exit) => {
      child.exit = exit
      clearTimeout(child.killTimer)
      const now = clock.now()
      const lately = (this.#ends.get(row.id) ?? []).filter((at) => at > now - this.#timing.crashes.withinMs)
      this.#ends.set(row.id, [...lately, now])
      this.#bell.ring()
    }
    process.on('error', (error) => {
      // A signal that can't be sent is reported as an error, too.
      if (process.pid === undefined) ended({ code: null, why: `It can't be started: ${error.message}` })
    })
    process.once('exit', (code, signal) => {
      if (signal) ended({ code: 128 + constants.signals[signal], why: `Ended by ${signal}` })
      else if (code === 0) ended({ code, why: 'Ended without being asked' })
      else ended({ code, why: `Exit code ${code}: ${lastLogLine(logFolder(config.dataDir), begun.log_file!)}` })
    })
    const { pid } = process
    if (pid === undefined) return
    await db.inTransaction((tx) => rows.recordPid(tx, begun, pid))
    log.info({ process: begun.name, child: pid, run: begun.run }, 'background process started')
  }

  /**
   * Runs a fixed script with two numbers: no shell, no input from requests. A separate session
   * lets a worker have its own niceness. In a container a child writes to our standard output and to its log; elsewhere only to
   * its log, because our standard output may close first.
   */
  #spawn({ id, run, kind, log_file }: rows.ProcessRow): ChildProcess {
    const { dataDir, container } = this.#deps.config
    const log = openForAppend(logFolder(dataDir), log_file!)
    try {
      return spawn(process.execPath, [...FLAGS, this.#script, kind, '--id', String(id), '--run', String(run)], {
        shell: false,
        detached: true,
        stdio: ['ignore', container === '' ? log : 'inherit', log, 'ipc'],
        env: this.#env,
      })
    } finally {
      closeSync(log)
    }
  }

  async #recordEnd(child: Child, exit: Exit, wish: rows.ProcessRow['wish']): Promise<void> {
    const { db, clock, log } = this.#deps
    const { row, process } = child
    const now = clock.now()
    const isAsked = child.isAsked || wish !== 'run'
    const overdue = child.isOverdue ? `Killed after ${this.#timing.drainMs / SECOND} s of draining` : null
    const end = isAsked
      ? { status: 'stopped' as const, exit_code: exit.code, reason: overdue }
      : this.#crash(row, exit, now)
    await db.inTransaction(async (tx) => {
      const isOurs = await rows.recordEnd(tx, row, end, now)
      if (isOurs && row.kind === 'worker') await expireLeasesOf(tx, row.name)
    })
    this.#children.delete(row.id)
    this.#bell.ring()
    const about = { process: row.name, child: process.pid, exit_code: exit.code }
    if (isAsked) log.info(about, 'background process ended')
    else log.error({ ...about, reason: exit.why }, 'background process crashed')
  }

  /** The state after a crash: restart after a growing delay, or give up. */
  #crash({ id, autorestart }: rows.ProcessRow, { code, why }: Exit, now: number) {
    const { most, withinMs, firstDelayMs } = this.#timing.crashes
    const count = this.#ends.get(id)!.length
    const isGivenUp = autorestart === 1 && count >= most
    const retry_at = autorestart === 0 || isGivenUp ? null : now + firstDelayMs * 2 ** (count - 1)
    const reason = isGivenUp ? `Given up after ${most} crashes in ${withinMs / SECOND} s: ${why}` : why
    const wish = retry_at === null ? 'stop' : 'run'
    return { status: 'crashed', exit_code: code, reason, wish, retry_at } as const
  }
}

/** The last log line, which usually has the reason. */
function lastLogLine(folder: string, name: string): string {
  const line = readLogEnd(folder, name, { lines: 1, bytes: 8192 }).lines[0] ?? 'nothing was logged'
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
    return (err?.message ?? msg ?? line).slice(0, 200)
  } catch {
    return line.slice(0, 200)
  }
}
