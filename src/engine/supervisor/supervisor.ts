// Looks after the background processes of one node. All that it knows is in their rows, so that another service on
// this machine can go on where this one was killed, and any node can ask for something by writing a wish.
//
// Glossary
//   row      one process as everybody sees it: what it is (kind, name), what is asked (wish) and what is so (status)
//   run      the row's count of starts; a process of an earlier run finds that out at its first act and ends itself
//   look     one comparison of every row of this node with the operating system, and the one next act for each
//   adopted  a process that an earlier service started; it is known by pid and start time and treated like our own
//
// States: starting → running (the process says so itself) → stopping (a wish, or the service's end: SIGTERM, SIGKILL after
// 30 s) → stopped. An end that nobody asked for is `crashed`: started again after 1, 2, 4, 8 s, given up at the fifth crash
// in a minute. A row that is stopped while its wish is `run` gets started: that is how a service brings up the same ones.

import { setTimeout as sleep } from 'node:timers/promises'
import { DAY, SECOND } from '#time.ts'
import { expireLeasesOf } from '../queue/queue.ts'
import { bringUpOwnSet, takeOverBeat } from './autostart.ts'
import type { SupervisorDeps } from './deps.ts'
import { type Identity, isAlive, ownIdentity, sendSignal } from './identity.ts'
import { launch } from './launch.ts'
import { holderName, Lease, supervisorLease } from './leases.ts'
import { forgetLogs, logFolder, logName } from './log-file.ts'
import { answerLogRequests } from './log-requests.ts'
import { Pacer } from './pacer.ts'
import * as rows from './rows.ts'

export type Timing = {
  lookMs: number
  /** shortestPauseMs keeps a busy database's signals from making us look all the time. */
  shortestPauseMs: number
  leaseMs: number
  drainMs: number
  crash: rows.CrashRules
}
export const TIMING: Timing = {
  lookMs: SECOND,
  shortestPauseMs: 100,
  leaseMs: 15 * SECOND,
  drainMs: 30 * SECOND,
  crash: rows.CRASH_RULES,
}

/** A log without a row stays a while: after a backup was restored it may tell what happened. */
const ORPHANS_KEPT_MS = 7 * DAY

type SupervisorOptions = { env: NodeJS.ProcessEnv; timing?: Partial<Timing>; script?: string }

export class Supervisor {
  readonly #deps: SupervisorDeps
  readonly #env: NodeJS.ProcessEnv
  readonly #script: string | undefined
  readonly #timing: Timing
  /** Our right to look after this node: of several services on one machine, only one does. */
  readonly #lease: Lease
  /** How processes that we started ourselves end, by `id:run`: nobody can know the exit codes of adopted ones. */
  readonly #ends = new Map<string, Promise<rows.Exit>>()
  readonly #asked = new Set<string>()
  /** Processes that we saw alive: what was dead when we came (the machine was switched off) is no crash to count. */
  readonly #seen = new Set<string>()
  /** Every process seen at the last look, so that an end in good order works while the database is away. */
  #processes = new Map<string, Pick<rows.ProcessRow, 'pid' | 'pid_started'>>()
  readonly #pacer = new Pacer(() => this.#look())
  readonly #logs = new Pacer(() => this.#showLogs())
  #broughtUp = false
  #isEnding = false
  #forgets: (() => void)[] = []

  constructor(deps: SupervisorDeps, { env, timing, script }: SupervisorOptions, identity: Identity = ownIdentity()) {
    this.#deps = deps
    this.#env = env
    this.#script = script
    this.#timing = { ...TIMING, ...timing }
    const node = deps.config.nodeName
    this.#lease = new Lease(deps, supervisorLease(node), holderName(node, identity), this.#timing.leaseMs)
  }

  /** start adopts what runs, brings up what should, and from then on looks every second and when a row changes. */
  async start(): Promise<void> {
    const { db } = this.#deps
    this.#forgets = [
      db.on('processes', () => this.#pacer.within(this.#timing.shortestPauseMs)),
      db.on('logs', () => this.#logs.within(0)),
    ]
    await this.#pacer.now()
  }

  /** end drains and ends every process of this node, and returns when the last one is gone. Wishes stay as they are. */
  async end(): Promise<void> {
    this.#isEnding = true
    const killAt = performance.now() + this.#timing.drainMs
    for (;;) {
      await this.#pacer.now()
      const alive = [...this.#processes].filter(([, row]) => isAlive(row))
      if (alive.length === 0) break
      // look has seen to these, unless the database is away: even then no process is left behind.
      for (const [key, row] of alive) {
        if (performance.now() >= killAt) sendSignal(row, 'SIGKILL')
        else if (!this.#asked.has(key)) sendSignal(row, 'SIGTERM')
        this.#asked.add(key)
      }
      await sleep(this.#timing.shortestPauseMs)
    }
    await this.#pacer.now()
    this.abandon()
    await this.#lease.drop()
  }

  /** kill is for when nobody wants to wait for end any longer. */
  kill(): void {
    for (const row of this.#processes.values()) sendSignal(row, 'SIGKILL')
  }

  /** abandon stops looking and leaves the processes alone, as a crash would. */
  abandon(): void {
    for (const forget of this.#forgets) forget()
    this.#pacer.stop()
    this.#logs.stop()
  }

  async #look(): Promise<void> {
    const { db, config, log } = this.#deps
    try {
      if (!(await this.#lease.hold())) return
      if (!this.#broughtUp) {
        await db.inTransaction((tx) => bringUpOwnSet(this.#deps, tx))
        this.#broughtUp = true
        await this.#forgetLogs()
      } else if (!this.#isEnding) await takeOverBeat(this.#deps)
      const own = await rows.rowsOfNode(db.read, config.nodeName)
      this.#processes = new Map(own.map((row) => [`${row.id}:${row.run}`, row]))
      for (const row of own) await this.#tend(row)
    } catch (error) {
      log.warn({ err: error }, 'the background processes could not be looked after; trying again')
    } finally {
      this.#pacer.within(this.#timing.lookMs)
    }
  }

  /** forgetLogs removes what was left here of rows that other nodes forgot while this one was away. */
  async #forgetLogs(): Promise<void> {
    const { db, config, clock } = this.#deps
    const rows = await db.read.selectFrom('processes').select('log_file').execute()
    const owned = new Set(rows.flatMap(({ log_file }) => log_file ?? []))
    forgetLogs(logFolder(config.dataDir), owned, clock.now() - ORPHANS_KEPT_MS)
  }

  /** showLogs answers nodes that read a log of this one; who is not answered asks again. */
  async #showLogs(): Promise<void> {
    try {
      if (await this.#lease.hold()) await answerLogRequests(this.#deps)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a log could not be sent to the node that asked for it')
    }
  }

  async #tend(row: rows.ProcessRow): Promise<void> {
    if (isAlive(row)) {
      this.#seen.add(`${row.id}:${row.run}`)
      if (this.#isEnding || row.wish !== 'run' || row.status === 'stopping') await this.#stop(row)
      return
    }
    if (rows.hasVanished(row)) {
      await this.#recordEnded(row)
      // What follows from its end is decided by the row as it is now.
      return this.#pacer.within(0)
    }
    if (this.#isEnding || row.wish === 'stop') return
    const isDue = row.status !== 'crashed' || (row.retry_at !== null && row.retry_at <= this.#deps.clock.now())
    if (row.wish === 'restart' || isDue) await this.#launch(row)
  }

  async #stop(row: rows.ProcessRow): Promise<void> {
    const { db, clock, log } = this.#deps
    const now = clock.now()
    const key = `${row.id}:${row.run}`
    if (row.status !== 'stopping' || row.stop_at === null)
      await db.inTransaction((tx) => rows.markStopping(tx, row, now))
    if (!this.#asked.has(key)) {
      this.#asked.add(key)
      sendSignal(row, 'SIGTERM')
    } else if (row.stop_at !== null && now >= row.stop_at + this.#timing.drainMs && sendSignal(row, 'SIGKILL')) {
      log.warn({ process: row.name, child: row.pid }, 'did not end in time and was killed')
    }
  }

  async #recordEnded(row: rows.ProcessRow): Promise<void> {
    const { db, clock, log } = this.#deps
    const key = `${row.id}:${row.run}`
    const exit = (await this.#ends.get(key)) ?? { code: null, why: 'It died while nobody watched' }
    const unwatched = row.autorestart === 1 && !this.#seen.has(key) && !this.#ends.has(key)
    const asked = rows.wasAsked(row) || this.#isEnding || unwatched
    const overdue = row.stop_at !== null && clock.now() >= row.stop_at + this.#timing.drainMs
    const why = overdue ? `Killed after ${this.#timing.drainMs / SECOND} s of draining` : ''
    await db.inTransaction(async (tx) => {
      if (row.kind === 'worker') await expireLeasesOf(tx, row.name)
      if (asked) await rows.recordEnd(tx, row, { code: exit.code, why }, clock.now())
      else await rows.recordCrash(tx, row, exit, clock.now(), this.#timing.crash)
    })
    this.#ends.delete(key)
    this.#asked.delete(key)
    this.#seen.delete(key)
    const about = { process: row.name, child: row.pid, exit_code: exit.code }
    if (asked) log.info(about, 'background process ended')
    else log.error({ ...about, reason: exit.why }, 'background process crashed')
  }

  async #launch(row: rows.ProcessRow): Promise<void> {
    const { db, config, clock, log } = this.#deps
    const begun = await this.#begin(row)
    if (!begun) return
    const key = `${begun.id}:${begun.run}`
    const { identity, ended } = launch(begun, config, this.#env, this.#script)
    this.#ends.set(key, ended)
    void ended.then(() => this.#pacer.within(0))
    if (identity === undefined) {
      const exit = await ended
      return db.inTransaction((tx) => rows.recordCrash(tx, begun, exit, clock.now(), this.#timing.crash))
    }
    this.#processes.set(key, identity)
    await db.inTransaction((tx) => rows.recordPid(tx, begun.id, begun.run, identity))
    log.info({ process: begun.name, child: identity.pid, run: begun.run }, 'background process started')
  }

  async #begin(row: rows.ProcessRow): Promise<rows.ProcessRow | undefined> {
    const { db, clock } = this.#deps
    try {
      return await db.inTransaction((tx) => rows.beginRun(tx, row, logName(row.name, row.id), clock.now()))
    } catch (error) {
      if (db.dialect.uniqueViolation(error) === undefined) throw error
      // Another beat came first.
      await db.inTransaction((tx) => rows.giveUpStart(tx, row, 'Another beat runs already'))
      return undefined
    }
  }
}
