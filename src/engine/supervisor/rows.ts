// The rows of `processes`: each has a desired state (`wish`) and an actual one (`status`). Requests on any node write
// wishes; the supervisor of the row's node carries them out. `run` counts starts: a process of an earlier run can't write.
// Rows are inserted and deleted under a lock on the table. Status changes notify 'processes', which pages and nodes listen to.

import { type Selectable, sql, type Updateable } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { conflict } from '#errors.ts'
import { type Clock, DAY, HOUR, SECOND } from '#time.ts'
import type { Db, Query, Tx } from '../db/db.ts'
import { listNodesSeen } from '../db/nodes.ts'
import type { Tables } from '../db/tables.ts'
import type { ProcessKind, ProcessStatus, ProcessWish } from '../db/vocabulary.ts'
import { logFolder, removeLog } from './logs.ts'

export type SupervisorDeps = { config: Config; db: Db; clock: Clock; log: Logger }
export type ProcessRow = Selectable<Tables['processes']>
export type WantedProcess = Pick<ProcessRow, 'kind' | 'origin' | 'concurrency'> & {
  name: string | null
  queues: string[]
  autorestart: boolean
}
type Run = Pick<ProcessRow, 'id' | 'run'>

const MOST_PROCESSES = 16
/** Rows of processes that ended long ago are deleted beyond this number. */
const MOST_ENDED = 50
/** A process or a service without a heartbeat for this long counts as lost. */
const LOST_AFTER_MS = 30 * SECOND
const ACTIVE: ProcessStatus[] = ['starting', 'running', 'stopping']
/** Fields of a process that isn't running. */
const GONE = { pid: null, running_jobs: '[]', retry_at: null }

export const isActive = ({ status }: ProcessRow): boolean => ACTIVE.includes(status)
export const isSilent = (row: ProcessRow, now: number): boolean =>
  (row.heartbeat_at ?? row.started_at ?? row.created_at) < now - LOST_AFTER_MS
/** isTaken: it runs, or its service will start it again after a crash. */
const isTaken = (row: ProcessRow, now: number): boolean =>
  isActive(row) || (row.retry_at !== null && row.retry_at > now - LOST_AFTER_MS)

export const listRows = (query: Query): Promise<ProcessRow[]> =>
  query.selectFrom('processes').selectAll().orderBy('id').execute()

export const findRow = (query: Query, id: number): Promise<ProcessRow | undefined> =>
  query.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst()

/** Nodes whose service has a recent heartbeat. */
export async function listNodesUp(query: Query, now: number): Promise<Set<string>> {
  const services = await listNodesSeen(query, now - LOST_AFTER_MS)
  return new Set(services.map(({ name }) => name.slice(0, name.lastIndexOf('/'))))
}

/** Inserts a row, or reuses that of an ended process of this name; throws a 409 if limits or names forbid it. */
export async function register(deps: SupervisorDeps, tx: Tx, wanted: WantedProcess): Promise<ProcessRow> {
  const [node, now] = [deps.config.nodeName, deps.clock.now()]
  await deps.db.dialect.lock(tx, 'processes')
  const rows = await listRows(tx)
  if (wanted.kind === 'beat') refuseSecondBeat(rows, now)
  const here = rows.filter((row) => row.node === node && isTaken(row, now)).length
  if (here >= MOST_PROCESSES)
    throw conflict(`Node ${node} runs ${here} processes already; at most ${MOST_PROCESSES} are allowed`)
  // A service restarts its own processes under their names.
  const isOthers = ({ origin, ...row }: ProcessRow) =>
    origin === 'service' && (row.node !== node || wanted.origin === 'command')
  const isFree = (row: ProcessRow) => row.kind === wanted.kind && !isTaken(row, now) && !isOthers(row)
  const taken = rows.filter((row) => !isFree(row))
  const name = wanted.name ?? freeName(wanted.kind, taken)
  const former = rows.find((row) => row.name === name)
  if (former && !isFree(former))
    throw conflict(`The name ${name} is taken by ${former.kind} ${former.id}, which is ${former.status}`)
  const ended = rows.filter((row) => row !== former && !isTaken(row, now) && row.origin !== 'service')
  ended.sort((a, b) => (a.stopped_at ?? 0) - (b.stopped_at ?? 0))
  await deleteEnded(tx, ended.slice(0, -MOST_ENDED), deps.config.dataDir)
  const values = valuesOf({ ...wanted, origin: former?.origin === 'service' ? 'service' : wanted.origin }, now)
  tx.notify('processes')
  return former
    ? update(tx, former.id, { ...values, node })
        .returningAll()
        .executeTakeFirstOrThrow()
    : insert(tx, { ...values, name, node, created_at: now })
}

/** The first free name of worker-1, worker-2, …; the first beat has no number. */
function freeName(kind: ProcessKind, rows: ProcessRow[]): string {
  const names = new Set(rows.map(({ name }) => name))
  if (kind === 'beat' && !names.has(kind)) return kind
  for (let number = 1; ; number++) if (!names.has(`${kind}-${number}`)) return `${kind}-${number}`
}

function valuesOf({ kind, origin, concurrency, queues, autorestart }: Omit<WantedProcess, 'name'>, now: number) {
  const wanted = {
    kind,
    origin,
    concurrency,
    queues: JSON.stringify(queues),
    autorestart: autorestart ? 1 : 0,
  } as const
  const state = { status: 'starting', wish: 'run', exit_code: null, reason: null } as const
  return { ...wanted, ...state, ...GONE, started_at: now, stopped_at: null, heartbeat_at: null }
}

const insert = (tx: Tx, values: Parameters<ReturnType<typeof tx.insertInto<'processes'>>['values']>[0]) =>
  tx.insertInto('processes').values(values).returningAll().executeTakeFirstOrThrow()

const update = (tx: Tx, id: number, values: Updateable<Tables['processes']>) =>
  tx.updateTable('processes').set(values).where('id', '=', id)

export function refuseSecondBeat(rows: ProcessRow[], now: number, except?: number): void {
  const beat = rows.find((row) => row.kind === 'beat' && row.id !== except && isTaken(row, now))
  if (!beat) return
  const where = `Beat ${beat.id} (${beat.name}) is already ${beat.status} on node ${beat.node}, and a cluster has one`
  throw conflict(`${where}; if that node is gone, try again ${LOST_AFTER_MS / SECOND} seconds after its last heartbeat`)
}

/**
 * Sets the wishes when a service starts: its GALLEY_WORKERS workers and a beat, even if they had been stopped, and
 * other processes that ran when the previous service ended.
 */
export async function bringUp({ config, db, clock }: SupervisorDeps, tx: Tx): Promise<void> {
  const [node, now] = [config.nodeName, clock.now()]
  await db.dialect.lock(tx, 'processes')
  await recordLost(tx, node, now)
  const managed = tx.updateTable('processes').where('origin', '<>', 'command')
  // A single-machine database: its host may have been renamed, as containers are.
  const busy = tx.selectFrom('processes').select('node').where('status', 'in', ACTIVE)
  if (!db.dialect.manyNodes) await managed.set({ node }).where('node', 'not in', busy).execute()
  const toStart = managed.set({ ...GONE, status: 'stopped' }).where('node', '=', node)
  await toStart.where((eb) => eb.or([eb('status', 'in', ACTIVE), eb('wish', '<>', 'stop')])).execute()

  const rows = await listRows(tx)
  const own = rows.filter((row) => row.node === node && row.origin === 'service')
  const returns = (row: ProcessRow) => row.node === node && row.origin === 'request' && row.wish === 'run'
  const hasOtherBeat = rows.some((row) => row.kind === 'beat' && !own.includes(row) && (isActive(row) || returns(row)))
  for (const kind of ['worker', 'beat'] as const) {
    const count = kind === 'worker' ? config.workers : config.workers === 0 || hasOtherBeat ? 0 : 1
    const concurrency = concurrencyOf(kind, config)
    const mine = own.filter((row) => row.kind === kind)
    for (const { id } of mine.slice(0, count))
      await update(tx, id, { wish: 'run', status: 'stopped', concurrency }).execute()
    await deleteEnded(tx, mine.slice(count), config.dataDir)
    for (let missing = count - mine.length; missing > 0; missing--) await addOwn(tx, kind, config, now)
  }
}

const concurrencyOf = (kind: ProcessKind, config: Config) => (kind === 'worker' ? config.workerConcurrency : 1)

async function addOwn(tx: Tx, kind: ProcessKind, config: Config, now: number): Promise<void> {
  const name = freeName(kind, await listRows(tx))
  const queues = kind === 'worker' ? ['docs'] : []
  const own = { kind, origin: 'service', queues, concurrency: concurrencyOf(kind, config), autorestart: true } as const
  await insert(tx, { ...valuesOf(own, now), name, node: config.nodeName, created_at: now })
}

/** Starts a beat here if another node's is gone with its node, unless it was stopped on request. */
export async function takeOverBeat({ config, db, clock }: SupervisorDeps, seen: ProcessRow[]): Promise<void> {
  const now = clock.now()
  const isGone = (row: ProcessRow) =>
    row.node !== config.nodeName && row.wish !== 'stop' && (!isTaken(row, now) || isSilent(row, now))
  const isMissing = (beats: ProcessRow[]) => beats.length > 0 && beats.every(isGone)
  const beatsOf = (rows: ProcessRow[]) => rows.filter(({ kind }) => kind === 'beat')
  if (config.workers === 0 || !isMissing(beatsOf(seen))) return
  await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    await recordLost(tx, config.nodeName, now)
    if (isMissing(beatsOf(await listRows(tx)))) await addOwn(tx, 'beat', config, now)
  })
}

/** Saves a wish; a running process is `stopping` at once. */
export async function writeWish(tx: Tx, row: ProcessRow, wish: ProcessWish): Promise<void> {
  const ended = isActive(row) || wish === 'stop' ? 'stopped' : row.status
  tx.notify('processes')
  await update(tx, row.id, { wish, status: isActive(row) && row.pid ? 'stopping' : ended, retry_at: null }).execute()
}

/** No effect if the row has a later run. */
const updateRun = (tx: Tx, { id, run }: Run, values: Updateable<Tables['processes']>) => {
  tx.notify('processes')
  return update(tx, id, values).where('run', '=', run)
}

/** Starts the next run; from here on, processes of earlier runs can't write. */
export function beginRun(tx: Tx, row: ProcessRow, now: number): Promise<ProcessRow | undefined> {
  const restarts = row.run === 0 ? 0 : row.restarts + 1
  const values = {
    restarts,
    run: row.run + 1,
    log_file: `${row.name}-${row.id}.log`,
    started_at: now,
    wish: 'run',
  } as const
  const clean = {
    ...GONE,
    status: 'starting',
    exit_code: null,
    reason: null,
    stopped_at: null,
    heartbeat_at: null,
  } as const
  return updateRun(tx, row, { ...values, ...clean })
    .where('wish', '<>', 'stop')
    .returningAll()
    .executeTakeFirst()
}

/** Saves the pid before the process reports itself running. */
export const recordPid = (tx: Tx, run: Run, pid: number) =>
  updateRun(tx, run, { pid }).where('status', '=', 'starting').execute()

/** Called first by a process; undefined if its run is no longer current. */
export const recordUp = (tx: Tx, run: Run, now: number): Promise<ProcessRow | undefined> =>
  updateRun(tx, run, { pid: process.pid, status: 'running', heartbeat_at: now })
    // `crashed`: a slow start was recorded as lost.
    .where('status', 'in', ['starting', 'crashed'])
    .returningAll()
    .executeTakeFirst()

/** Saves heartbeat and running jobs; false if the row is deleted or has a later run. */
export async function recordHeartbeat(tx: Tx, { id, run }: Run, jobs: number[], now: number): Promise<boolean> {
  // `crashed`: recorded as lost while it was cut off from the database.
  const status = sql<ProcessStatus>`case status when 'crashed' then 'running' else status end`
  const values = { heartbeat_at: now, running_jobs: JSON.stringify(jobs), pid: process.pid }
  const { numUpdatedRows } = await tx
    .updateTable('processes')
    .set({ ...values, status })
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type RunEnd = Pick<ProcessRow, 'status' | 'exit_code' | 'reason' | 'wish' | 'retry_at'>

/** False if the row has a later run. */
export async function recordEnd(tx: Tx, run: Run, end: Partial<RunEnd>, now: number): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(tx, run, { ...GONE, stopped_at: now, ...end }).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records the end of processes without a heartbeat, or (on this machine) without a pid; returns their number. */
export async function recordLost(tx: Tx, ownNode: string, now: number): Promise<number> {
  const isGone = (row: ProcessRow) => row.node === ownNode && row.pid !== null && !exists(row.pid)
  const lost = (await listRows(tx)).filter((row) => isActive(row) && (isSilent(row, now) || isGone(row)))
  for (const row of lost) {
    const reason = row.node === ownNode ? 'It was gone when looked for' : `Node ${row.node} does not answer`
    const end =
      row.wish === 'run' ? ({ status: 'crashed', reason } as const) : ({ status: 'stopped', reason: null } as const)
    await recordEnd(tx, row, { ...end, exit_code: null }, now)
  }
  return lost.length
}

/** Sends no signal, because the pid may belong to another program by now. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Deletes rows of nodes that are long gone; a returning service inserts its own again. */
export async function forgetLost(tx: Tx, { nodeName, dataDir }: Config, now: number): Promise<number> {
  const up = await listNodesUp(tx, now)
  const isOld = ({ origin, stopped_at }: ProcessRow) =>
    (stopped_at ?? now) < now - (origin === 'request' ? 7 * DAY : HOUR)
  const rows = (await listRows(tx)).filter((row) => row.node !== nodeName && !up.has(row.node) && isOld(row))
  return deleteEnded(tx, rows, dataDir)
}

/** Deletes the ended ones of these rows with their local logs; returns their number. */
export async function deleteEnded(tx: Tx, rows: ProcessRow[], dataDir: string): Promise<number> {
  let count = 0
  for (const { id, log_file } of rows) {
    const ended = tx.deleteFrom('processes').where('id', '=', id).where('status', 'not in', ACTIVE)
    const { numDeletedRows } = await ended.executeTakeFirst()
    count += Number(numDeletedRows)
    if (log_file !== null && numDeletedRows === 1n) tx.afterCommit(() => removeLog(logFolder(dataDir), log_file))
    tx.notify('processes')
  }
  return count
}
