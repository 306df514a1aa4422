// What `galley worker` and `galley beat` share: a row in the process table, a heartbeat, a log of their own, and a graceful stop.
// With --id they are one run of a process that a service started, and end with it; without it they register themselves, and
// nobody but the terminal or container that they run in controls them.

import { type DestinationStream, multistream } from 'pino'
import { openDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import type { ProcessKind } from '#engine/db/vocabulary.ts'
import { HEARTBEAT_MS } from '#engine/queue/queue.ts'
import { logFolder, RotatingLog } from '#engine/supervisor/logs.ts'
import * as rows from '#engine/supervisor/rows.ts'
import { GalleyError, StartError, UsageError } from '#errors.ts'
import { createLog } from '#logging.ts'
import { SECOND } from '#time.ts'

export type MemberOptions = { id?: string; run?: string; name?: string; queues?: string; concurrency?: string }
/** MemberWork runs until the signal says stop, and then ends as soon as it can do so without harm. */
type MemberWork = (place: {
  row: rows.ProcessRow
  signal: AbortSignal
  onJobs: (ids: number[]) => void
}) => Promise<void>

const NAME = /^[a-z0-9-]{1,40}$/
/** A process whose service is gone has this long to end; nobody else would kill it. */
const ORPHAN_MS = 30 * SECOND
const SHOW_JOBS_MS = SECOND

export async function runMemberCommand(
  kind: ProcessKind,
  options: MemberOptions,
  workWith: (deps: Deps) => MemberWork,
): Promise<void> {
  const isChild = options.id !== undefined
  const stop = listenForStop(isChild)
  const opened = await openDeps({ migrate: false, existing: true })
  await requireCurrentSchema(opened.db)
  const row = isChild ? await joinRun(opened, options) : await registerSelf(opened, kind, options)
  if (row === undefined) {
    // Someone stopped, deleted or restarted this process before it was up.
    await opened.close()
    return process.exit(0)
  }
  const file = new RotatingLog(logFolder(opened.config.dataDir), row.log_file!)
  // A service gives its children a standard output that is not their log in containers alone.
  const isLogAlone = isChild && opened.config.container === ''
  const destination: DestinationStream = isLogAlone ? file : multistream([{ stream: file }, { stream: process.stdout }])
  const log = createLog(opened.config, destination).child({ process: row.name })
  const deps: Deps = { ...opened, log }
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'process failed')
    process.exit(1)
  }
  process.on('uncaughtException', die).on('unhandledRejection', die)
  try {
    await work(deps, row, workWith(deps), stop)
  } catch (error) {
    return die(error)
  }
  await opened.close()
  process.exit(0)
}

/** listenForStop hears what comes before the process has begun, too. The channel to a service closes when that ends, however. */
function listenForStop(isChild: boolean): AbortController {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort(signal))
  const endAlone = () => {
    stop.abort('its service has ended')
    setTimeout(() => process.exit(1), ORPHAN_MS).unref()
  }
  if (isChild) process.once('disconnect', endAlone)
  if (isChild && !process.connected) endAlone()
  return stop
}

function joinRun({ db, clock }: Deps, options: MemberOptions): Promise<rows.ProcessRow | undefined> {
  const [id, run] = [Number(options.id), Number(options.run)]
  if (!Number.isInteger(id) || !Number.isInteger(run)) throw new UsageError('--id and --run must be whole numbers.')
  return db.inTransaction((tx) => rows.recordUp(tx, { id, run }, clock.now()))
}

async function registerSelf(deps: Deps, kind: ProcessKind, options: MemberOptions): Promise<rows.ProcessRow> {
  const queues = (options.queues ?? 'docs').split(',')
  const concurrency = Number(options.concurrency ?? deps.config.workerConcurrency)
  if (options.name !== undefined && !NAME.test(options.name))
    throw new UsageError('--name must be 1 to 40 of the characters a-z, 0-9 and -.')
  if (!queues.every((queue) => NAME.test(queue)))
    throw new UsageError('--queues must be names of a-z, 0-9 and -, separated by commas.')
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 32)
    throw new UsageError('--concurrency must be a whole number from 1 to 32.')
  const wanted = {
    kind,
    name: options.name ?? null,
    origin: 'command' as const,
    queues: kind === 'beat' ? [] : queues,
    concurrency: kind === 'beat' ? 1 : concurrency,
    autorestart: false,
  }
  try {
    return await deps.db.inTransaction(async (tx) => {
      const now = deps.clock.now()
      // Where no service looks after the table, what was killed keeps nobody out.
      await rows.recordLost(tx, deps.config.nodeName, now)
      const row = await rows.register(deps, tx, wanted)
      return (await rows.recordUp(tx, (await rows.beginRun(tx, row, now))!, now))!
    })
  } catch (error) {
    if (error instanceof GalleyError && error.status === 409) throw new StartError(`${error.message}.`)
    throw error
  }
}

/** work returns when the work has ended: after a signal, the end of the service, or the deletion of the row. */
async function work(deps: Deps, row: rows.ProcessRow, run: MemberWork, stop: AbortController): Promise<void> {
  const { db, clock, log } = deps
  const bell = new Bell()
  let jobs: number[] = []
  let showing: NodeJS.Timeout | undefined
  const onJobs = (ids: number[]) => {
    jobs = ids
    if (showing) return
    showing = setTimeout(() => {
      showing = undefined
      bell.ring()
    }, SHOW_JOBS_MS)
  }
  const heartbeat = async () => {
    try {
      const isWanted = await db.inTransaction((tx) => rows.recordHeartbeat(tx, row, jobs, clock.now()))
      if (!isWanted) stop.abort('its row is gone, or of a later start')
    } catch (error) {
      if (db.dialect.uniqueViolation(error) !== undefined) stop.abort('another beat runs')
      else log.warn({ err: error }, 'no heartbeat: the database does not answer')
    }
  }
  const sayStopping = () =>
    log.info({ why: stop.signal.reason, running_jobs: jobs }, 'stopping: the running step ends or is handed back')

  log.info({ queues: JSON.parse(row.queues), concurrency: row.concurrency }, 'process is up')
  if (stop.signal.aborted) sayStopping()
  else stop.signal.addEventListener('abort', sayStopping)
  let isOver = false
  const keepBeating = async () => {
    while (!isOver) {
      await bell.wait(HEARTBEAT_MS)
      if (!isOver) await heartbeat()
    }
  }
  void keepBeating()
  await run({ row, signal: stop.signal, onJobs })
  isOver = true
  // The end of a child is recorded by its service, which sees how it ended.
  if (row.origin === 'command')
    await db
      .inTransaction((tx) => rows.recordEnd(tx, row, { status: 'stopped', exit_code: 0, reason: null }, clock.now()))
      .catch((error: unknown) => log.warn({ err: error }, 'the end could not be recorded'))
  log.info('ended')
}
