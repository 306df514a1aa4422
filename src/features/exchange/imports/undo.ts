// Undoing an import: what it made goes to the trash in one deletion, what it changed says again what it said, and categories that
// it made and that are empty by now are deleted. What someone has written in since is left as it is and named.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { GalleyError } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { startDeletion } from '#features/categories/deletions.ts'
import { deleteCategory } from '#features/categories/removal.ts'
import { contentOfCategories } from '#features/documents/editing/service.ts'
import { prepareUndo, WRITTEN_SINCE } from '#features/documents/history/taking-back.ts'
import { restoreDeleted } from '#features/documents/history/trash.ts'
import { documentsOfTree } from '#features/documents/review/of-tree.ts'
import { documentJobs } from '#features/pipeline/document-jobs.ts'
import type { FormerDocument } from '../import/write.ts'
import { type ClaimedImport, endStep, noteProgress } from './claims.ts'
import type { ImportReportOut, UndoneOut } from './schemas.ts'
import * as store from './store.ts'

export type UndoDeps = Deps

const AT_ONCE = 50
const MOST_NAMED = 1000

export async function undo(given: UndoDeps, actor: Actor, row: ClaimedImport): Promise<void> {
  const deps = { ...given, jobs: documentJobs(given) }
  const { db, clock } = deps
  const total = (await store.listChanged(db.read, row.id)).size
  const deletion = oneDeletion(deps, actor, row)
  for (;;) {
    const some = await store.listToUndo(db.read, row.id, AT_ONCE)
    if (some.length === 0) break
    for (const change of some) {
      const outcome = await undoOne(deps, actor, change, deletion)
      if (outcome !== undefined) await db.inTransaction((tx) => store.updateOutcome(tx, change, outcome))
    }
    const left = await store.countToUndo(db.read, row.id)
    await db.inTransaction((tx) => noteProgress(tx, row, clock.now(), { pages_done: total - left, pages_total: total }))
  }
  const returned = await undoPruning(deps, actor, row)
  const categories = await undoCategories(deps, actor, row)
  const { deleted, restored } = await store.countUndone(db.read, row.id)
  const counts = { deleted, restored: restored + returned }
  const undone: UndoneOut = { ...counts, categories, kept: await store.listKept(db.read, row.id, MOST_NAMED) }
  await db.inTransaction(async (tx) => {
    const now = clock.now()
    await endStep(tx, row, { state: 'undone', undone: JSON.stringify(undone), ended_at: now })
    const detail = { name: row.name, ...counts, categories, kept: undone.kept.length }
    await recordAudit(tx, actor, 'documents.import_undone', 'documents', detail, now)
  })
}

/** oneDeletion begins the deletion with the first document, and goes on with it after a crash. */
function oneDeletion({ clock, config }: UndoDeps, actor: Actor, row: ClaimedImport) {
  let { deletion_id: id } = row
  return async (tx: Tx): Promise<number | undefined> => {
    if (config.keepTrashDays === 0 || id !== null) return id ?? undefined
    const deletion = await startDeletion(tx, actor, clock.now())
    await store.updateImport(tx, row.id, { deletion_id: deletion })
    tx.afterCommit(() => {
      id = deletion
    })
    return deletion
  }
}

/** undoOne returns why a document is left as it is; what it takes back it notes in the same transaction. */
async function undoOne(
  deps: Parameters<typeof prepareUndo>[0],
  actor: Actor,
  change: store.ImportChange,
  deletion: (tx: Tx) => Promise<number | undefined>,
): Promise<string | undefined> {
  const { document_id: id, version, draft_version } = change
  const before = change.before === null ? null : (JSON.parse(change.before) as FormerDocument)
  try {
    const takeBack = await prepareUndo(deps, actor, { id, version, draft_version, before })
    await deps.db.inTransaction(async (tx) => {
      await takeBack(tx, () => deletion(tx))
      await store.updateOutcome(tx, change, 'undone')
    })
    return undefined
  } catch (error) {
    if (!(error instanceof GalleyError) || error.status >= 500) throw error
    if (error.status === 404) return 'gone'
    return error.status === 412 ? WRITTEN_SINCE : error.message
  }
}

/** undoPruning returns how many pages came back from the trash that were there because their files were gone. */
async function undoPruning(deps: Parameters<typeof prepareUndo>[0], actor: Actor, { report }: ClaimedImport) {
  const { pruned = [] } = JSON.parse(report ?? '{}') as Partial<ImportReportOut>
  let count = 0
  for (const { id, proposal } of pruned)
    if (proposal === undefined) await restoreDeleted(deps, actor, id).then(() => count++, ignoreRefusal)
  return count
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof GalleyError) || error.status >= 500) throw error
}

/** undoCategories returns how many it deleted; those that have something in them stay. */
async function undoCategories(
  deps: UndoDeps & Parameters<typeof contentOfCategories>[0],
  actor: Actor,
  row: ClaimedImport,
) {
  const removal = { ...deps, ...documentsOfTree, content: contentOfCategories(deps) }
  let count = 0
  for (const id of await store.listMadeCategories(deps.db.read, row.id))
    await deleteCategory(removal, actor, id, {}).then(() => count++, ignoreRefusal)
  return count
}
