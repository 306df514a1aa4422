// What an administrator may do with background processes. Asking is writing a wish into the row; the supervisor of the
// row's node, or the process itself, obeys. So it makes no difference which node is asked.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { isAlive } from '#engine/supervisor/identity.ts'
import { isHeld, supervisorLease } from '#engine/supervisor/leases.ts'
import { findLogFile, logFolder, removeLog } from '#engine/supervisor/log-file.ts'
import { requestLog } from '#engine/supervisor/log-requests.ts'
import { type LogEnd, type LogLimit, readLogEnd } from '#engine/supervisor/log-tail.ts'
import { refuseSecondBeat, register, type WantedProcess } from '#engine/supervisor/register.ts'
import { findRow, isActive, type ProcessRow, recordEnd, recordLost, recordVanished } from '#engine/supervisor/rows.ts'
import { allRows, deleteRow, writeWish } from '#engine/supervisor/wishes.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { AuditAction } from '#features/accounts/audit/audit-actions.ts'
import { SECOND, stampOrNull } from '#time.ts'
import { type FollowedLog, followLog } from './follow-log.ts'
import type { BeatStartIn, Proc, WorkerCreateIn } from './schemas.ts'

type ProcessDeps = Pick<Deps, 'config' | 'db' | 'clock'>

const SHOWN_BYTES = 1024 * 1024
const TAIL_BYTES = 8 * 1024 * 1024
const LOOK_AGAIN_MS = 25
/** How long a response waits for what was asked to happen; after that it reports how far it got. */
const PATIENCE_MS = 5 * SECOND
/** A deletion waits for the whole drain and the kill after it. */
const DELETE_PATIENCE_MS = 40 * SECOND

export async function listProcesses({ db }: Pick<ProcessDeps, 'db'>): Promise<Proc[]> {
  return (await allRows(db.read)).map(present)
}

export async function startWorker(deps: ProcessDeps, actor: Actor, input: WorkerCreateIn): Promise<Proc> {
  const queues = [...new Set(input.queues ?? ['docs'])]
  const { concurrency, autorestart, name } = input
  return start(deps, actor, {
    kind: 'worker',
    name: name ?? null,
    queues,
    concurrency: concurrency ?? 2,
    autorestart: autorestart ?? true,
  })
}

export async function startBeat(deps: ProcessDeps, actor: Actor, input: BeatStartIn): Promise<Proc> {
  return start(deps, actor, { kind: 'beat', name: input.name ?? null, queues: [], concurrency: 1, autorestart: true })
}

async function start(deps: ProcessDeps, actor: Actor, wanted: Omit<WantedProcess, 'node' | 'origin'>): Promise<Proc> {
  const { db, config, clock } = deps
  const row = await db.inTransaction(async (tx) => {
    // Processes of nodes that fell silent are given up first: their names are free then, and only a live scheduler keeps a second out.
    await recordLost(tx, config.nodeName, clock.now())
    const proc = await register(deps, tx, { ...wanted, node: config.nodeName, origin: 'request' })
    await audit(tx, actor, 'process.started', proc, clock.now())
    return proc
  })
  return present(await waitUntil(deps, row, (now) => now.pid !== null || !isActive(now)))
}

/** stopProcess returns when the process has ended, or after PATIENCE_MS with how far it got: draining a job can take longer. */
export async function stopProcess(deps: ProcessDeps, actor: Actor, id: number): Promise<Proc> {
  const row = await askToStop(deps, actor, id, 'process.stopped')
  return present(await waitUntil(deps, row, (now) => !isActive(now)))
}

async function askToStop(deps: ProcessDeps, actor: Actor, id: number, action: AuditAction): Promise<ProcessRow> {
  const { db, config, clock } = deps
  return db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    await recordLost(tx, config.nodeName, clock.now())
    const row = await getRow(tx, id)
    await writeWish(tx, row, 'stop', clock.now())
    // Nothing runs here that could end: it is already stopped, whether or not a supervisor looks after this node.
    const isOver = row.node === config.nodeName && isActive(row) && !isAlive(row)
    if (isOver) await recordEnd(tx, row, { code: null, why: '' }, clock.now())
    await audit(tx, actor, action, row, clock.now())
    tx.notify('processes')
    return row
  })
}

export async function restartProcess(deps: ProcessDeps, actor: Actor, id: number): Promise<Proc> {
  const { db, config, clock } = deps
  const row = await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    await recordLost(tx, config.nodeName, clock.now())
    const found = await getRow(tx, id)
    if (found.kind === 'beat') await refuseSecondBeat(deps, tx, await allRows(tx), id)
    await refuseWhereNobodyStarts(tx, config.nodeName, found, clock.now())
    await writeWish(tx, found, 'restart', clock.now())
    await audit(tx, actor, 'process.restarted', found, clock.now())
    tx.notify('processes')
    return found
  })
  const isAnew = (now: ProcessRow) => now.wish === 'run' && (now.pid !== null || !isActive(now))
  return present(await waitUntil(deps, row, isAnew))
}

/** A process that has ended needs a supervisor to come back; one that runs can start over by itself. */
async function refuseWhereNobodyStarts(tx: Tx, ownNode: string, row: ProcessRow, now: number): Promise<void> {
  if (isActive(row)) return
  if (row.origin === 'command')
    throw conflict(`Process ${row.id} was started by a command on node ${row.node}; start it there again`)
  if (!(await isHeld(tx, supervisorLease(row.node), now, ownNode)))
    throw conflict(`Node ${row.node} is not responding, so process ${row.id} can't be started there`)
}

/** deleteProcess stops a running one first; a process that does not end is not forgotten. */
export async function deleteProcess(deps: ProcessDeps, actor: Actor, id: number): Promise<{ deleted: number }> {
  const { db, config } = deps
  const asked = await askToStop(deps, actor, id, 'process.deleted')
  const row = await waitUntil(deps, asked, (now) => !isActive(now), DELETE_PATIENCE_MS)
  if (isActive(row)) throw conflict(`Process ${id} is still ${row.status} on node ${row.node}`)
  await db.inTransaction(async (tx) => {
    await deleteRow(tx, id)
    tx.notify('processes')
  })
  if (row.log_file !== null) removeLog(logFolder(config.dataDir), row.log_file)
  return { deleted: id }
}

/** refreshProcesses compares the table with the system: here by pid and start time, elsewhere by heartbeat. */
export async function refreshProcesses(deps: ProcessDeps): Promise<{ procs: Proc[]; changed: number }> {
  const { db, config, clock } = deps
  const changed = await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    const vanished = await recordVanished(tx, config.nodeName, clock.now())
    const lost = await recordLost(tx, config.nodeName, clock.now())
    tx.notify('processes')
    return vanished + lost
  })
  return { procs: await listProcesses(deps), changed }
}

export async function readProcessLog(deps: ProcessDeps, id: number) {
  const row = await getRow(deps.db.read, id)
  return { id, name: row.name, ...(await readEnd(deps, row, { lines: Number.MAX_SAFE_INTEGER, bytes: SHOWN_BYTES })) }
}

export async function tailProcessLog(deps: ProcessDeps, id: number, lines: number): Promise<string> {
  const row = await getRow(deps.db.read, id)
  const end = await readEnd(deps, row, { lines, bytes: TAIL_BYTES })
  return end.lines.map((line) => `${line}\n`).join('')
}

/** openLog finds the log once, for callers that read its end again and again. */
export async function openLog(deps: ProcessDeps, id: number): Promise<FollowedLog> {
  const row = await getRow(deps.db.read, id)
  const lookEveryMs = isElsewhere(deps, row) ? 2 * SECOND : SECOND / 2
  return { read: (most) => readEnd(deps, row, most), lookEveryMs }
}

export const followProcessLog = (log: FollowedLog, lines: number, signal: AbortSignal) =>
  followLog(log, lines, TAIL_BYTES, signal)

/** isElsewhere: nodes may share a data folder, and then every log is here. */
const isElsewhere = ({ config }: ProcessDeps, { node, log_file }: ProcessRow): boolean =>
  node !== config.nodeName && log_file !== null && findLogFile(logFolder(config.dataDir), log_file) === undefined

/** readEnd asks the log's node when it is not this one, and says where the log is when that does not answer. */
async function readEnd(deps: ProcessDeps, row: ProcessRow, most: LogLimit): Promise<LogEnd> {
  if (!isElsewhere(deps, row)) return readLogEnd(logFolder(deps.config.dataDir), row.log_file ?? '', most)
  const silence = `Node ${row.node} does not respond. Its log is on that node: logs/${row.log_file} in the data folder.`
  return (await requestLog(deps, row, most)) ?? { lines: [silence], size: 0, truncated: true }
}

async function getRow(query: Parameters<typeof findRow>[0], id: number): Promise<ProcessRow> {
  const row = await findRow(query, id)
  if (!row) throw notFound('Process')
  return row
}

/** waitUntil returns the row when it is as hoped, or as it is when patience ends or nobody is there to act. */
async function waitUntil(
  { db, config, clock }: ProcessDeps,
  asked: ProcessRow,
  isSo: (row: ProcessRow) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<ProcessRow> {
  const giveUpAt = performance.now() + patienceMs
  const supervised = await isHeld(db.read, supervisorLease(asked.node), clock.now(), config.nodeName)
  for (;;) {
    const row = await findRow(db.read, asked.id)
    if (!row) throw notFound('Process')
    const isHopeless = performance.now() > giveUpAt || (row.pid === null && !supervised)
    if (isSo(row) || isHopeless) return row
    await sleep(LOOK_AGAIN_MS)
  }
}

const audit = (tx: Tx, actor: Actor, action: AuditAction, row: ProcessRow, now: number): Promise<void> =>
  recordAudit(tx, actor, action, `process:${row.id}`, { kind: row.kind, name: row.name, node: row.node }, now)

function present(row: ProcessRow): Proc {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    node: row.node,
    status: row.status,
    pid: row.pid,
    queues: JSON.parse(row.queues),
    concurrency: row.concurrency,
    autorestart: row.autorestart === 1,
    restarts: row.restarts,
    exit_code: row.exit_code,
    reason: row.reason,
    started_at: stampOrNull(row.started_at),
    stopped_at: stampOrNull(row.stopped_at),
    heartbeat_at: stampOrNull(row.heartbeat_at),
    running_jobs: JSON.parse(row.running_jobs),
  }
}
