// What an administrator may do with background processes: read their rows and logs, and write wishes into the rows, which the
// supervisor of a row's node carries out. So it makes no difference which node is asked.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { findLogFile, type LogEnd, type LogLimit, logFolder, readLogEnd, requestLog } from '#engine/supervisor/logs.ts'
import * as rows from '#engine/supervisor/rows.ts'
import { listSchedulesThatRan } from '#engine/tasks/schedules.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { AuditAction } from '#features/accounts/audit/audit-actions.ts'
import { SECOND, stampOrNull } from '#time.ts'
import { type BeatStartIn, KINDS, type Proc, STATUSES, type WorkerCreateIn } from './schemas.ts'

type Row = rows.ProcessRow

const SHOWN_BYTES = 1024 * 1024
const TAIL_BYTES = 8 * 1024 * 1024
const LOOK_AGAIN_MS = 25
/** How long a response waits for what was asked to happen; after that it reports how far it got. */
const PATIENCE_MS = 5 * SECOND
/** A deletion waits for the whole drain and the kill after it. */
const DELETE_PATIENCE_MS = 40 * SECOND

export const listProcesses = async ({ db }: Deps): Promise<Proc[]> => (await rows.listRows(db.read)).map(present)

export const startWorker = (deps: Deps, actor: Actor, { name, queues, concurrency, autorestart }: WorkerCreateIn) =>
  start(deps, actor, {
    kind: 'worker',
    origin: 'request',
    name: name ?? null,
    queues: [...new Set(queues ?? ['docs'])],
    concurrency: concurrency ?? 2,
    autorestart: autorestart ?? true,
  })

export const startBeat = (deps: Deps, actor: Actor, { name }: BeatStartIn) =>
  start(deps, actor, {
    kind: 'beat',
    origin: 'request',
    name: name ?? null,
    queues: [],
    concurrency: 1,
    autorestart: true,
  })

async function start(deps: Deps, actor: Actor, wanted: rows.WantedProcess): Promise<Proc> {
  const row = await deps.db.inTransaction(async (tx) => {
    // The names of processes of silent nodes are free, and only a live scheduler keeps a second one out.
    await rows.recordLost(tx, deps.config.nodeName, deps.clock.now())
    const proc = await rows.register(deps, tx, wanted)
    await audit(deps, tx, actor, 'process.started', proc)
    return proc
  })
  return present(await waitUntil(deps, row.id, (now) => now.pid !== null || !rows.isActive(now)))
}

/** stopProcess returns when the process has ended, or after PATIENCE_MS with how far it got: draining a job can take longer. */
export async function stopProcess(deps: Deps, actor: Actor, id: number): Promise<Proc> {
  await ask(deps, actor, id, 'stop')
  return present(await waitUntil(deps, id, (now) => !rows.isActive(now)))
}

export async function restartProcess(deps: Deps, actor: Actor, id: number): Promise<Proc> {
  await ask(deps, actor, id, 'restart')
  return present(await waitUntil(deps, id, (now) => now.wish === 'run' && (now.pid !== null || !rows.isActive(now))))
}

/** deleteProcess stops a running one first; a process that does not end is not forgotten. */
export async function deleteProcess(deps: Deps, actor: Actor, id: number): Promise<{ deleted: number }> {
  await ask(deps, actor, id, 'delete')
  const row = await waitUntil(deps, id, (now) => !rows.isActive(now), DELETE_PATIENCE_MS)
  const deleted = await deps.db.inTransaction((tx) => rows.deleteEnded(tx, [row], deps.config.dataDir))
  if (deleted === 0 && (await rows.findRow(deps.db.read, id)))
    throw conflict(`Process ${id} is still ${row.status} on node ${row.node}`)
  return { deleted: id }
}

const ACTIONS = { stop: 'process.stopped', restart: 'process.restarted', delete: 'process.deleted' } as const

/** ask writes a wish. A process of a command is nobody's child here, and one that has ended needs a service to come back. */
async function ask(deps: Deps, actor: Actor, id: number, action: keyof typeof ACTIONS): Promise<void> {
  const { db, config, clock } = deps
  await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    await rows.recordLost(tx, config.nodeName, clock.now())
    const row = await getRow(tx, id)
    const { node, kind, origin } = row
    if (origin === 'command' && rows.isActive(row))
      throw conflict(`Process ${id} was started by a command on node ${node}; stop it there`)
    if (action === 'restart') {
      if (kind === 'beat') rows.refuseSecondBeat(await rows.listRows(tx), clock.now(), id)
      if (origin === 'command')
        throw conflict(`Process ${id} was started by a command on node ${node}; start it there again`)
      const isUp = node === config.nodeName || (await rows.listNodesUp(tx, clock.now())).has(node)
      if (!isUp && !rows.isActive(row))
        throw conflict(`Node ${node} is not responding, so process ${id} can't be started there`)
    }
    await rows.writeWish(tx, row, action === 'restart' ? 'restart' : 'stop')
    await audit(deps, tx, actor, ACTIONS[action], row)
  })
}

/** refreshProcesses compares the table with the system: here by pid, everywhere by heartbeat. */
export async function refreshProcesses(deps: Deps): Promise<{ procs: Proc[]; changed: number }> {
  const { db, config, clock } = deps
  const changed = await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    return rows.recordLost(tx, config.nodeName, clock.now())
  })
  return { procs: await listProcesses(deps), changed }
}

export async function readProcessLog(deps: Deps, id: number) {
  const row = await getRow(deps.db.read, id)
  return { id, name: row.name, ...(await readEnd(deps, row, { lines: Number.MAX_SAFE_INTEGER, bytes: SHOWN_BYTES })) }
}

export async function tailProcessLog(deps: Deps, id: number, lines: number): Promise<string> {
  const end = await readEnd(deps, await getRow(deps.db.read, id), { lines, bytes: TAIL_BYTES })
  return end.lines.map((line) => `${line}\n`).join('')
}

/** isElsewhere: nodes may share a data folder, and then every log is here. */
const isElsewhere = ({ config }: Deps, { node, log_file }: Row): boolean =>
  node !== config.nodeName && log_file !== null && findLogFile(logFolder(config.dataDir), log_file) === undefined

/** readEnd asks the log's node when it is not this one, and says where the log is when that does not answer. */
async function readEnd(deps: Deps, row: Row, most: LogLimit): Promise<LogEnd> {
  if (!isElsewhere(deps, row)) return readLogEnd(logFolder(deps.config.dataDir), row.log_file ?? '', most)
  const isUp = (await rows.listNodesUp(deps.db.read, deps.clock.now())).has(row.node)
  const silence = `Node ${row.node} does not respond. Its log is on that node: logs/${row.log_file} in the data folder.`
  return (isUp && (await requestLog(deps, row.id, most))) || { lines: [silence], size: 0, truncated: true }
}

/** openLog finds the log once, for a stream that reads its end again and again. */
export const openLog = (deps: Deps, id: number): Promise<Row> => getRow(deps.db.read, id)

/** followLog sends the last lines of a log (`anew`), then those that are appended. */
export async function* followLog(deps: Deps, row: Row, lines: number, signal: AbortSignal) {
  // Each look at a log of another node is a question through the database.
  const lookEveryMs = isElsewhere(deps, row) ? 2 * SECOND : SECOND / 2
  let size = -1
  while (!signal.aborted) {
    const now = (await readEnd(deps, row, { lines: 1, bytes: 1 })).size
    const grown = now - size
    if (size < 0 || grown < 0 || grown > SHOWN_BYTES) {
      const end = await readEnd(deps, row, { lines, bytes: TAIL_BYTES })
      size = end.size
      yield { id: size, data: { anew: true, lines: end.lines } }
    } else if (grown > 0) {
      // One byte more: the newline before the first new line, without which that line would count as cut.
      const end = await readEnd(deps, row, { lines: Number.MAX_SAFE_INTEGER, bytes: grown + 1 })
      size = now
      yield { id: size, data: { anew: false, lines: end.lines } }
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}

async function getRow(query: Query, id: number): Promise<Row> {
  const row = await rows.findRow(query, id)
  if (!row) throw notFound('Process')
  return row
}

/** waitUntil returns the row when it is as hoped, or as it is when patience ends. */
async function waitUntil(
  { db }: Deps,
  id: number,
  isReached: (row: Row) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Row> {
  for (const giveUpAt = performance.now() + patienceMs; ; await sleep(LOOK_AGAIN_MS)) {
    const row = await getRow(db.read, id)
    if (isReached(row) || performance.now() > giveUpAt) return row
  }
}

const audit = (
  { clock }: Deps,
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { id, kind, name, node }: Row,
): Promise<void> => recordAudit(tx, actor, action, `process:${id}`, { kind, name, node }, clock.now())

const present = (row: Row): Proc => ({
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
})

/** processGauges are for /metrics. One that once had a value always gets one: a process that has ended is not counted for good. */
export async function processGauges({ db }: Deps) {
  const all = await rows.listRows(db.read)
  const about = { name: 'galley_processes', help: 'Background processes by kind and status.' }
  const count = (kind: string, status: string) => all.filter((row) => row.kind === kind && row.status === status).length
  const processes = KINDS.flatMap((kind) =>
    STATUSES.map((status) => ({ ...about, labels: { kind, status }, value: count(kind, status) })),
  )
  const schedules = (await listSchedulesThatRan(db.read)).flatMap((row) => {
    const gauge = (of: string, help: string, value: number) => ({
      name: `galley_schedule_${of}`,
      help,
      labels: { schedule: row.name },
      value,
    })
    return [
      gauge('last_run_seconds', 'When it last ran, as Unix time.', row.last_run_at! / 1000),
      gauge('duration_seconds', 'How long its last run took.', (row.duration_ms ?? 0) / 1000),
      gauge('failed', 'Whether its last run failed.', row.failed),
    ]
  })
  return [...processes, ...schedules]
}
