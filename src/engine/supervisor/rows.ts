// The rows of `processes` and how they change while their processes run. The supervisor, the processes themselves and refresh
// all change them through these functions, each guarded by the row's `run` (a removal by its status), so that nobody writes
// over a newer start. Whatever changes a status says so ('processes'), because pages and supervisors on other nodes wait for
// it. Which rows there are and what is asked of them is decided elsewhere, under the lock of the table: register.ts,
// autostart.ts, wishes.ts.

import type { Selectable } from 'kysely'
import type { Config } from '#config.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import type { Query, Tx } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { ProcessStatus } from '../db/vocabulary.ts'
import { type Identity, isAlive } from './identity.ts'
import { heldLeases, supervisorLease } from './leases.ts'
import { logFolder, removeLog } from './log-file.ts'

export type ProcessRow = Selectable<Tables['processes']>
export type Exit = { code: number | null; why: string }

const ACTIVE = ['starting', 'running', 'stopping'] as const satisfies ProcessStatus[]
export const isActive = (row: { status: ProcessStatus }): boolean => (ACTIVE as readonly string[]).includes(row.status)
/** isTaken tells whether a row counts as a process: it runs, or waits to be started again after a crash. */
export const isTaken = (row: Pick<ProcessRow, 'status' | 'retry_at'>): boolean =>
  isActive(row) || (row.status === 'crashed' && row.retry_at !== null)

/** A process on a node that nobody supervises counts as lost after this long without a heartbeat. */
export const LOST_AFTER_MS = 30 * SECOND

export type CrashRules = { limit: number; windowMs: number; firstDelayMs: number }
export const CRASH_RULES: CrashRules = { limit: 5, windowMs: MINUTE, firstDelayMs: SECOND }

export const findRow = (query: Query, id: number): Promise<ProcessRow | undefined> =>
  query.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst()

export const rowsOfNode = (query: Query, node: string): Promise<ProcessRow[]> =>
  query
    .selectFrom('processes')
    .selectAll()
    .where('node', '=', node)
    .where('origin', '<>', 'command')
    .orderBy('id')
    .execute()

/** changeRun begins an update of a row that holds only while its run is the one that was seen. */
const changeRun = (tx: Tx, { id, run }: Pick<ProcessRow, 'id' | 'run'>) =>
  tx.updateTable('processes').where('id', '=', id).where('run', '=', run)

/** beginRun is the decision to start: from here on an earlier process of this row is no longer wanted. */
export async function beginRun(tx: Tx, row: ProcessRow, logFile: string, now: number): Promise<ProcessRow | undefined> {
  return changeRun(tx, row)
    .set({
      run: row.run + 1,
      status: 'starting',
      wish: 'run',
      pid: null,
      pid_started: null,
      restarts: row.run === 0 ? 0 : row.restarts + 1,
      exit_code: null,
      reason: null,
      retry_at: null,
      stop_at: null,
      log_file: logFile,
      running_jobs: '[]',
      started_at: now,
      stopped_at: null,
      heartbeat_at: null,
    })
    .where('wish', '<>', 'stop')
    .returningAll()
    .executeTakeFirst()
}

/** giveUpStart is for a start that can't be made: nobody is to try again unasked. */
export async function giveUpStart(tx: Tx, row: ProcessRow, why: string): Promise<void> {
  await changeRun(tx, row).set({ wish: 'stop', reason: why }).execute()
}

export async function recordPid(tx: Tx, id: number, run: number, identity: Identity): Promise<void> {
  tx.notify('processes')
  await changeRun(tx, { id, run }).set(identity).where('status', '=', 'starting').execute()
}

/** takePlace is a process's first act; undefined means that it is not, or no longer, the one that is wanted. */
export async function takePlace(
  tx: Tx,
  id: number,
  run: number,
  identity: Identity,
  now: number,
): Promise<ProcessRow | undefined> {
  tx.notify('processes')
  return changeRun(tx, { id, run })
    .set({ ...identity, status: 'running', heartbeat_at: now })
    .where('status', '=', 'starting')
    .returningAll()
    .executeTakeFirst()
}

/** beatHeart says that the process is alive and what it does, and returns what is asked of it; undefined: nothing more. */
export async function beatHeart(
  tx: Tx,
  id: number,
  run: number,
  identity: Identity,
  jobs: number[],
  now: number,
): Promise<Pick<ProcessRow, 'wish' | 'status'> | undefined> {
  return changeRun(tx, { id, run })
    .set((eb) => ({
      heartbeat_at: now,
      running_jobs: JSON.stringify(jobs),
      ...identity,
      // Another node took us for lost while we were cut off from the database.
      status: eb.case().when('status', '=', 'crashed').then<ProcessStatus>('running').else(eb.ref('status')).end(),
    }))
    .returning(['wish', 'status'])
    .executeTakeFirst()
}

/** recordStartOver writes down that the same process began its work again. */
export async function recordStartOver(tx: Tx, row: ProcessRow, now: number): Promise<void> {
  tx.notify('processes')
  await changeRun(tx, row)
    .set((eb) => ({ wish: 'run', status: 'running', restarts: eb('restarts', '+', 1), started_at: now, stop_at: null }))
    .execute()
}

export async function markStopping(tx: Tx, row: ProcessRow, now: number): Promise<void> {
  tx.notify('processes')
  await changeRun(tx, row)
    .set({ status: 'stopping', stop_at: row.stop_at ?? now })
    .where('status', 'in', [...ACTIVE])
    .execute()
}

const GONE = { pid: null, pid_started: null, running_jobs: '[]', stop_at: null }

/** recordEnd writes down an end that was asked for. */
export async function recordEnd(tx: Tx, row: ProcessRow, exit: Exit, now: number): Promise<void> {
  tx.notify('processes')
  await changeRun(tx, row)
    .set({ ...GONE, status: 'stopped', exit_code: exit.code, reason: exit.why || null, stopped_at: now })
    .execute()
}

/** recordCrash writes down an end that nobody asked for, and when to try again: never, or after a growing delay. */
export async function recordCrash(
  tx: Tx,
  row: ProcessRow,
  exit: Exit,
  now: number,
  rules = CRASH_RULES,
): Promise<void> {
  const recent = (JSON.parse(row.crashes) as number[]).filter((at) => at > now - rules.windowMs)
  const crashes = [...recent, now]
  const givenUp = crashes.length >= rules.limit
  const again = row.autorestart === 1 && !givenUp
  const seconds = Math.round(rules.windowMs / SECOND)
  tx.notify('processes')
  await changeRun(tx, row)
    .set({
      ...GONE,
      status: 'crashed',
      wish: again ? 'run' : 'stop',
      exit_code: exit.code,
      reason:
        row.autorestart === 1 && givenUp
          ? `Given up after ${rules.limit} crashes in ${seconds} s: ${exit.why}`
          : exit.why,
      crashes: JSON.stringify(crashes),
      retry_at: again ? now + rules.firstDelayMs * 2 ** (crashes.length - 1) : null,
      stopped_at: now,
    })
    .where('status', 'in', [...ACTIVE])
    .execute()
}

/** wasAsked tells whether a process that has ended was told to. */
export const wasAsked = (row: ProcessRow): boolean => row.wish !== 'run' || row.status === 'stopping'

/** hasVanished tells whether a row says that a process runs here which does not; without a pid it may still be starting. */
export const hasVanished = (row: ProcessRow): boolean =>
  isActive(row) && !isAlive(row) && (row.pid !== null || row.status !== 'starting')

/** recordVanished brings this node's rows in line with the system; it returns how many were not. */
export async function recordVanished(tx: Tx, node: string, now: number): Promise<number> {
  const rows = await tx.selectFrom('processes').selectAll().where('node', '=', node).execute()
  const gone = rows.filter(hasVanished)
  for (const row of gone) {
    const exit = { code: null, why: 'It was gone when looked for' }
    if (wasAsked(row)) await recordEnd(tx, row, { ...exit, why: '' }, now)
    else await recordCrash(tx, row, exit, now)
  }
  return gone.length
}

/** forgetRows removes rows whose processes have ended, and their logs on this machine (elsewhere `forgetLogs` does). */
export async function forgetRows(tx: Tx, rows: Pick<ProcessRow, 'id'>[], dataDir: string): Promise<number> {
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const gone = await tx
    .deleteFrom('processes')
    .where('id', 'in', ids)
    // One of them may have been started since it was looked at.
    .where('status', 'not in', [...ACTIVE])
    .returning('log_file')
    .execute()
  tx.afterCommit(() => {
    for (const { log_file } of gone) if (log_file !== null) removeLog(logFolder(dataDir), log_file)
  })
  return gone.length
}

/** forgetLost removes the entries of nodes that are gone for good; a service that comes back makes its own set again. */
export async function forgetLost(
  tx: Tx,
  { nodeName, dataDir }: Pick<Config, 'nodeName' | 'dataDir'>,
  now: number,
): Promise<number> {
  const held = await heldLeases(tx, now)
  const ended = await tx
    .selectFrom('processes')
    .select(['id', 'node', 'origin', 'stopped_at'])
    .where('node', '<>', nodeName)
    .where('status', 'not in', [...ACTIVE])
    .execute()
  const forgotten = ended.filter(
    ({ node, origin, stopped_at }) =>
      !held.has(supervisorLease(node)) && (stopped_at ?? now) < now - (origin === 'request' ? 7 * DAY : HOUR),
  )
  return forgetRows(tx, forgotten, dataDir)
}

/** recordLost gives up processes of other nodes whose heartbeat stopped and which no supervisor looks after. */
export async function recordLost(tx: Tx, ownNode: string, now: number): Promise<number> {
  const silent = await tx
    .selectFrom('processes')
    .selectAll()
    .where('node', '<>', ownNode)
    .where('status', 'in', [...ACTIVE])
    .where((eb) => eb(eb.fn.coalesce('heartbeat_at', 'started_at', 'created_at'), '<', now - LOST_AFTER_MS))
    .execute()
  const held = await heldLeases(tx, now)
  const lost = silent.filter((row) => !held.has(supervisorLease(row.node)))
  for (const row of lost) {
    tx.notify('processes')
    await changeRun(tx, row)
      .set({ ...GONE, status: 'crashed', exit_code: null, reason: `Node ${row.node} does not answer`, stopped_at: now })
      .execute()
  }
  return lost.length
}
