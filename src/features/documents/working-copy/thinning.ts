// Retention of autosaves: all of the last two minutes, one per ten minutes of the last hour, one per hour of the last week.
// The current one stays; saved and published texts aren't autosaves.

import type { Tx } from '#engine/db/db.ts'
import { DAY, HOUR, MINUTE } from '#time.ts'
import { deleteAutosave, listAutosaves } from './autosave-store.ts'

const STEPS = [
  { within: 2 * MINUTE, each: 0 },
  { within: HOUR, each: 10 * MINUTE },
  { within: 7 * DAY, each: HOUR },
]

/** Those with a newer one in the same period; rows are sorted by time. */
export function expired<Row extends { created_at: number }>(rows: readonly Row[], now: number): Row[] {
  const stepOf = ({ created_at }: Row) => STEPS.find(({ within }) => now - created_at <= within)
  const periodOf = (row: Row): string => `${stepOf(row)?.each} ${Math.floor(row.created_at / (stepOf(row)?.each ?? 1))}`
  const newest = new Map(rows.map((row) => [periodOf(row), row]))
  return rows.filter((row) => {
    const step = stepOf(row)
    return !step || (step.each > 0 && newest.get(periodOf(row)) !== row)
  })
}

/** Returns how many autosaves of the person were removed. */
export async function thinOwn(tx: Tx, documentId: number, authorId: number | null, now: number): Promise<number> {
  const rows = await listAutosaves(tx, documentId, authorId)
  const gone = expired(rows, now)
  const byId = new Map(gone.map((row) => [row.id, row]))
  // If the parent is removed too, its own parent is used.
  const keptParent = (id: number | null): number | null => {
    const row = id === null ? undefined : byId.get(id)
    return row ? keptParent(row.parent_id) : id
  }
  for (const { id, parent_id, merged_id } of gone)
    await deleteAutosave(tx, documentId, { id, parent_id: keptParent(parent_id), merged_id: keptParent(merged_id) })
  return gone.length
}
