// The inside of a background process: it takes its place in the table, shows that it is alive, does what the row asks, and
// ends in good order. What it works on is handed in; who starts it and cleans up after a crash is the supervisor's business.

import { SECOND } from '#time.ts'
import { HEARTBEAT_MS } from '../queue/queue.ts'
import type { SupervisorDeps } from './deps.ts'
import { type Identity, ownIdentity } from './identity.ts'
import { isHeld, supervisorLease } from './leases.ts'
import { Pacer } from './pacer.ts'
import { beatHeart, findRow, type ProcessRow, recordEnd, recordStartOver } from './rows.ts'

const SHORTEST_PAUSE_MS = 250
const SHOW_JOBS_MS = SECOND

/** MemberWork runs until the signal says stop, and then ends as soon as it can do so without harm. */
export type MemberWork = (place: {
  row: ProcessRow
  signal: AbortSignal
  onJobs: (ids: number[]) => void
}) => Promise<void>

/** stopSignal listens from the moment it is asked for: a process told to stop before it has begun ends in good order, too. */
export function stopSignal(): AbortSignal {
  const told = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => told.abort(signal))
  return told.signal
}

/** runMember works at a place that was taken, until a signal, the row's wish or the row's end says stop. */
export async function runMember(
  deps: SupervisorDeps,
  row: ProcessRow,
  work: MemberWork,
  told: AbortSignal,
): Promise<void> {
  deps.log.info({ queues: JSON.parse(row.queues), concurrency: row.concurrency }, 'process is up')
  const member = new Member(deps, row, ownIdentity())
  const stop = () => member.stop(String(told.reason))
  told.addEventListener('abort', stop)
  if (told.aborted) stop()
  await member.run(work)
}

class Member {
  readonly #deps: SupervisorDeps
  readonly #row: ProcessRow
  readonly #identity: Identity
  #round = new AbortController()
  #isOver = false
  #jobs: number[] = []
  readonly #heartbeat = new Pacer(() => this.#beat())
  /** Looking only reads, so that processes do not wake each other up forever. */
  readonly #looking = new Pacer(() => this.#look())

  constructor(deps: SupervisorDeps, row: ProcessRow, identity: Identity) {
    this.#deps = deps
    this.#row = row
    this.#identity = identity
  }

  stop(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#deps.log.info({ why, running_jobs: this.#jobs }, 'stopping: the running step ends or is handed back')
    this.#round.abort()
  }

  async run(work: MemberWork): Promise<void> {
    const { db } = this.#deps
    const forget = db.on('processes', () => this.#looking.within(SHORTEST_PAUSE_MS))
    this.#heartbeat.within(HEARTBEAT_MS)
    while (!this.#isOver) {
      await work({ row: this.#row, signal: this.#round.signal, onJobs: (ids) => this.#show(ids) })
      // Work that returns unasked has nothing left to do.
      if (!this.#round.signal.aborted) this.#isOver = true
      this.#round = new AbortController()
    }
    forget()
    this.#heartbeat.stop()
    this.#looking.stop()
    await this.#recordOwnEnd()
  }

  #show(ids: number[]): void {
    this.#jobs = ids
    this.#heartbeat.within(SHOW_JOBS_MS)
  }

  async #beat(): Promise<void> {
    const { db, clock } = this.#deps
    await this.#safely(async () => {
      const { id, run } = this.#row
      await this.#obey(await db.inTransaction((tx) => beatHeart(tx, id, run, this.#identity, this.#jobs, clock.now())))
    })
    this.#heartbeat.within(HEARTBEAT_MS)
  }

  async #look(): Promise<void> {
    await this.#safely(async () => {
      const row = await findRow(this.#deps.db.read, this.#row.id)
      await this.#obey(row?.run === this.#row.run ? row : undefined)
    })
  }

  async #safely(act: () => Promise<void>): Promise<void> {
    const { db, log } = this.#deps
    try {
      await act()
    } catch (error) {
      if (db.dialect.uniqueViolation(error) !== undefined) this.stop('another beat runs')
      else log.warn({ err: error }, 'no heartbeat: the database does not answer')
    }
  }

  async #obey(asked: Pick<ProcessRow, 'wish'> | undefined): Promise<void> {
    if (asked === undefined) this.stop('this place is gone or someone else has it')
    else if (asked.wish === 'stop') this.stop('asked to')
    else if (asked.wish === 'restart' && !(await this.#isSupervised())) await this.#startOver()
  }

  /** startOver is a restart without a supervisor: the same process begins its work again. */
  async #startOver(): Promise<void> {
    const { db, clock, log } = this.#deps
    log.info('starting over: nobody is here to start another process')
    await db.inTransaction((tx) => recordStartOver(tx, this.#row, clock.now()))
    this.#round.abort()
  }

  async #isSupervised(): Promise<boolean> {
    const { db, config, clock } = this.#deps
    if (this.#row.origin === 'command') return false
    return isHeld(db.read, supervisorLease(config.nodeName), clock.now(), config.nodeName)
  }

  /** recordOwnEnd writes the end down where no supervisor does: one would see that we are gone, and how. */
  async #recordOwnEnd(): Promise<void> {
    const { db, clock, log } = this.#deps
    try {
      if (!(await this.#isSupervised()))
        await db.inTransaction((tx) => recordEnd(tx, this.#row, { code: 0, why: '' }, clock.now()))
    } catch (error) {
      log.warn({ err: error }, 'the end could not be written down')
    }
    log.info('ended')
  }
}
