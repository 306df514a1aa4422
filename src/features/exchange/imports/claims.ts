// Imports as tasks: which one is next, how a step saves its progress, and how it ends. An import whose process died several
// times is given up, in a state that people see and can undo.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { IMPORTS } from '#engine/tasks/kinds.ts'
import { claimDueTasks, endTask, holdTask, OVER } from '#engine/tasks/tasks.ts'
import { interruptedReport } from './present.ts'
import * as store from './store.ts'

export type ClaimedImport = store.ImportRow

const MOST_TRIES = 3

/** Returns undefined if none is due, or if the one that was due is given up. */
export async function claimImport(deps: Pick<Deps, 'db' | 'clock'>): Promise<ClaimedImport | undefined> {
  const [row] = await claimDueTasks(deps, IMPORTS, { where: store.isNextOfPerson(deps.clock.now()) })
  if (!row || row.attempts <= MOST_TRIES) return row
  await giveUpImport(deps, row, 'It was interrupted several times')
  return undefined
}

/**
 * The fields of a failed step. Reading an upload changes nothing; other steps may have changed documents, and their report, which
 * was the preview's, counts those from now on.
 */
export async function endOf(tx: Tx, row: ClaimedImport, error: string, at: number) {
  const { state, report } = row
  const end = { ...OVER, error, ended_at: at }
  if (state === 'reading') return { ...end, state: 'failed' } as const
  const counted = state === 'importing' && report && interruptedReport(report, await store.readMade(tx, row.id))
  return { ...end, state: 'interrupted', ...(counted && { report: counted }) } as const
}

/** Ends a step as failed, for the worker that has claimed it. */
export const giveUpImport = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: ClaimedImport,
  error: string,
): Promise<void> => db.inTransaction(async (tx) => endStep(tx, row, await endOf(tx, row, error, clock.now())))

/** For a process that was started for this claim. */
export async function findClaimed({ db }: Deps, id: number, fence: number) {
  const row = await store.findImport(db.read, id)
  return row?.fence === fence && row.lease_until !== null ? row : undefined
}

/** Saves how far a step has come; throws TaskLost. */
export async function noteProgress(tx: Tx, row: ClaimedImport, now: number, progress: store.ImportProgress) {
  await holdTask(tx, IMPORTS, row, now, progress)
}

/** Part of the last transaction of a step; throws TaskLost. */
export async function endStep(tx: Tx, row: ClaimedImport, end: store.ImportProgress): Promise<void> {
  await endTask(tx, IMPORTS, row, { ...end, run_at: null })
}
