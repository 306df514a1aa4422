// Gives a new process its row: a name that no other has, at most sixteen on a node, one beat in the whole cluster.
// The name of a process that is stopped (or crashed for good) is free: starting it again continues that row and its log.

import { conflict } from '#errors.ts'
import { SECOND } from '#time.ts'
import type { Tx } from '../db/db.ts'
import type { ProcessKind, ProcessOrigin } from '../db/vocabulary.ts'
import { freeName } from './autostart.ts'
import type { SupervisorDeps } from './deps.ts'
import { isHeld, supervisorLease } from './leases.ts'
import { forgetRows, isActive, isTaken, LOST_AFTER_MS, type ProcessRow } from './rows.ts'

const MOST_PROCESSES = 16
/** Rows of processes that ended long ago are forgotten beyond this number. */
const MOST_STOPPED = 50

export type WantedProcess = {
  kind: ProcessKind
  name: string | null
  node: string
  origin: ProcessOrigin
  queues: string[]
  concurrency: number
  autorestart: boolean
}

type RegisterDeps = Pick<SupervisorDeps, 'config' | 'db' | 'clock'>

/** register returns the row to start from, or throws the 409 that says what is in the way. */
export async function register(deps: RegisterDeps, tx: Tx, wanted: WantedProcess): Promise<ProcessRow> {
  const { config, db, clock } = deps
  await db.dialect.lock(tx, 'processes')
  const rows = await tx.selectFrom('processes').selectAll().orderBy('id').execute()
  if (wanted.kind === 'beat') await refuseSecondBeat(deps, tx, rows)
  const here = rows.filter((row) => row.node === wanted.node && isTaken(row)).length
  if (here >= MOST_PROCESSES)
    throw conflict(`Node ${wanted.node} runs ${here} processes already; at most ${MOST_PROCESSES} are allowed`)
  const name = wanted.name ?? freeNameFor(wanted, rows)
  const former = rows.find((row) => row.name === name)
  if (former && !mayContinue(former, wanted))
    throw conflict(`The name ${name} is taken by ${former.kind} ${former.id}, which is ${former.status}`)
  const values = {
    kind: wanted.kind,
    name,
    node: wanted.node,
    origin: former?.origin === 'service' ? former.origin : wanted.origin,
    status: 'starting',
    wish: 'run',
    queues: JSON.stringify(wanted.queues),
    concurrency: wanted.concurrency,
    autorestart: wanted.autorestart ? 1 : 0,
    crashes: '[]',
    retry_at: null,
    stop_at: null,
    exit_code: null,
    reason: null,
    stopped_at: null,
    pid: null,
    pid_started: null,
  } as const
  const others = rows.filter((row) => row !== former)
  await forgetRows(tx, oldestEnded(others), config.dataDir)
  tx.notify('processes')
  if (former)
    return tx.updateTable('processes').set(values).where('id', '=', former.id).returningAll().executeTakeFirstOrThrow()
  const created = { ...values, created_at: clock.now() }
  return tx.insertInto('processes').values(created).returningAll().executeTakeFirstOrThrow()
}

/** refuseSecondBeat: one that crashed counts only while a supervisor is there to start it again. */
export async function refuseSecondBeat(
  { config, clock }: Pick<SupervisorDeps, 'config' | 'clock'>,
  tx: Tx,
  rows: ProcessRow[],
  except?: number,
): Promise<void> {
  for (const row of rows.filter(({ kind, id }) => kind === 'beat' && id !== except)) {
    const willReturn = () => isHeld(tx, supervisorLease(row.node), clock.now(), config.nodeName)
    if (isActive(row) || (isTaken(row) && (await willReturn())))
      throw conflict(
        `Beat ${row.id} (${row.name}) is already ${row.status} on node ${row.node}, and a cluster has one; if that node is gone, try again ${LOST_AFTER_MS / SECOND} seconds after its last heartbeat`,
      )
  }
}

/** mayContinue tells whether a row's name is free for this: its process has ended, and no service will start it again. */
const mayContinue = (row: ProcessRow, { kind, node, origin }: WantedProcess): boolean =>
  row.kind === kind && !isTaken(row) && (row.origin !== 'service' || (row.node === node && origin !== 'command'))

/** freeNameFor prefers the names of stopped processes of the same kind, so that the table does not grow. */
function freeNameFor(wanted: WantedProcess, rows: ProcessRow[]): string {
  const names = new Set(rows.filter((row) => !mayContinue(row, wanted)).map((row) => row.name))
  return wanted.kind === 'beat' && !names.has('beat') ? 'beat' : freeName(`${wanted.kind}-`, names)
}

function oldestEnded(rows: ProcessRow[]): ProcessRow[] {
  const ended = rows.filter((row) => !isTaken(row) && row.origin !== 'service')
  return ended.sort((a, b) => (a.stopped_at ?? 0) - (b.stopped_at ?? 0)).slice(0, -MOST_STOPPED)
}
