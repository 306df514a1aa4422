// Which worker has which import, and what happens when one is lost. A claim is a number (`run`) and a moment: the worker says now
// and then that it is alive, another takes what nobody has been heard of for a while, and whatever an earlier one still writes
// is refused by its number. What ended every worker that took it is given up, in a state that people see and can undo.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { SECOND } from '#time.ts'
import { interruptedReport } from './present.ts'
import * as store from './store.ts'

export type ClaimedImport = store.ImportRow

const LOST_AFTER_MS = 30 * SECOND
const MOST_TRIES = 3

type ClaimDeps = Pick<Deps, 'db' | 'clock'>

/** LostImport ends a run whose import someone else has by now. */
export class LostImport extends Error {}

export const hasWaitingImport = ({ db, clock }: ClaimDeps): Promise<boolean> =>
  store.hasWaiting(db.read, clock.now() - LOST_AFTER_MS)

/** takeImport is undefined where there is none, or the one that there was is given up. */
export const takeImport = ({ db, clock }: ClaimDeps): Promise<ClaimedImport | undefined> =>
  db.inTransaction(async (tx) => {
    const now = clock.now()
    const row = await store.holdWaiting(tx, db.dialect, now - LOST_AFTER_MS)
    if (!row) return undefined
    if (row.tries >= MOST_TRIES) {
      await store.updateImport(tx, row.id, await endOf(tx, row, 'It was interrupted several times', now))
      return undefined
    }
    const claim = { run: row.run + 1, tries: row.tries + 1, alive_at: now }
    await store.updateImport(tx, row.id, claim)
    return { ...row, ...claim }
  })

/**
 * endOf is how a step ends that can't be done: an upload that can't be read has changed nothing, the others may have. The report
 * of those was the preview's, and from now on counts what was made.
 */
export async function endOf(tx: Tx, row: ClaimedImport, error: string, at: number) {
  const { state, report } = row
  const end = { error, alive_at: null, ended_at: at }
  if (state === 'reading') return { ...end, state: 'failed' } as const
  const counted = state === 'importing' && report && interruptedReport(report, await store.readMade(tx, row.id))
  return { ...end, state: 'interrupted', ...(counted && { report: counted }) } as const
}

/** giveUpImport ends a step for the worker that has it. */
export const giveUpImport = ({ db, clock }: ClaimDeps, row: ClaimedImport, error: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    await store.updateRun(tx, row, await endOf(tx, row, error, clock.now()))
  })

/** findClaimed is the import as a process that was started for it finds it. */
export async function findClaimed({ db }: Pick<Deps, 'db'>, id: number, run: number) {
  const row = await store.findImport(db.read, id)
  return row?.run === run && row.alive_at !== null ? row : undefined
}

/** keepClaim is false once someone else has the import. */
export const keepClaim = ({ db, clock }: ClaimDeps, row: ClaimedImport): Promise<boolean> =>
  db.inTransaction((tx) => store.updateRun(tx, row, { alive_at: clock.now() }))

/** releaseClaim: the next worker takes it at once, and where its own end was wanted, that is no failed try. */
export const releaseClaim = ({ db }: ClaimDeps, row: ClaimedImport, isWanted: boolean): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const isMine = await store.updateRun(tx, row, { alive_at: null, ...(isWanted && { tries: row.tries - 1 }) })
    tx.notify('imports')
    return isMine
  })

/** noteProgress is part of a transaction of the step; it throws where that has lost its import. */
export async function noteProgress(tx: Tx, row: ClaimedImport, progress: Parameters<typeof store.updateRun>[2]) {
  if (!(await store.updateRun(tx, row, progress))) throw new LostImport()
}
