// What `galley worker` and `galley beat` share: a row in the process table, a log of their own, and a graceful stop.
// With --id they are one run of a process that a supervisor started; without it they register themselves.

import { type DestinationStream, multistream } from 'pino'
import { openDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import type { ProcessKind } from '#engine/db/vocabulary.ts'
import { ownIdentity } from '#engine/supervisor/identity.ts'
import { logFolder, logName, RotatingLog } from '#engine/supervisor/log-file.ts'
import { type MemberWork, runMember, stopSignal } from '#engine/supervisor/member.ts'
import { register } from '#engine/supervisor/register.ts'
import { beginRun, type ProcessRow, recordLost, recordVanished, takePlace } from '#engine/supervisor/rows.ts'
import { GalleyError, StartError, UsageError } from '#errors.ts'
import { createLog } from '#logging.ts'

export type MemberOptions = { id?: string; run?: string; name?: string; queues?: string; concurrency?: string }

const NAME = /^[a-z0-9-]{1,40}$/

export async function runMemberCommand(
  kind: ProcessKind,
  options: MemberOptions,
  workWith: (deps: Deps) => MemberWork,
): Promise<void> {
  const told = stopSignal()
  const isSupervised = options.id !== undefined
  const opened = await openDeps({ migrate: false, existing: true })
  await requireCurrentSchema(opened.db)
  const row = isSupervised ? await joinRun(opened, options) : await registerSelf(opened, kind, options)
  if (row === undefined) {
    // Someone stopped, deleted or restarted this process before it was up.
    await opened.close()
    return process.exit(0)
  }
  const file = new RotatingLog(logFolder(opened.config.dataDir), row.log_file!)
  // A supervisor gives its children a standard output that is not their log in containers alone.
  const isLogAlone = isSupervised && opened.config.container === ''
  const destination: DestinationStream = isLogAlone ? file : multistream([{ stream: file }, { stream: process.stdout }])
  const log = createLog(opened.config, destination).child({ process: row.name })
  const deps: Deps = { ...opened, log }
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'process failed')
    process.exit(1)
  }
  process.on('uncaughtException', die).on('unhandledRejection', die)
  try {
    await runMember(deps, row, workWith(deps), told)
  } catch (error) {
    return die(error)
  }
  await opened.close()
  process.exit(0)
}

function joinRun({ db, clock }: Deps, options: MemberOptions): Promise<ProcessRow | undefined> {
  const [id, run] = [Number(options.id), Number(options.run)]
  if (!Number.isInteger(id) || !Number.isInteger(run)) throw new UsageError('--id and --run must be whole numbers.')
  return db.inTransaction((tx) => takePlace(tx, id, run, ownIdentity(), clock.now()))
}

async function registerSelf(deps: Deps, kind: ProcessKind, options: MemberOptions): Promise<ProcessRow> {
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
    node: deps.config.nodeName,
    origin: 'command' as const,
    queues: kind === 'beat' ? [] : queues,
    concurrency: kind === 'beat' ? 1 : concurrency,
    autorestart: false,
  }
  try {
    return await deps.db.inTransaction(async (tx) => {
      // Where no service looks after the table, what was killed keeps nobody out.
      await recordVanished(tx, wanted.node, deps.clock.now())
      await recordLost(tx, wanted.node, deps.clock.now())
      const row = await register(deps, tx, wanted)
      const begun = await beginRun(tx, row, logName(row.name, row.id), deps.clock.now())
      return (await takePlace(tx, row.id, begun!.run, ownIdentity(), deps.clock.now()))!
    })
  } catch (error) {
    if (error instanceof GalleyError && error.status === 409) throw new StartError(`${error.message}.`)
    throw error
  }
}
