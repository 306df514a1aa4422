// The pages of a folder between its imports: which file each came from, and those whose file is gone, which go to the trash
// together. A folder is known by where it is and what it is imported into.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '#actor.ts'
import { reasonOf } from '#convert/page/file.ts'
import type { Deps } from '#deps.ts'
import { startDeletion } from '#features/categories/deletions.ts'
import { type DeletingDeps, proposeRemoval, removeDocument } from '#features/documents/history/trash.ts'
import { documentJobs } from '#features/pipeline/document-jobs.ts'
import { deleteFolderPage, type FolderPage, listFolderPages, putFolderPages } from '../store.ts'
import type { ImportReport, PrunedPage } from './report.ts'

/** Pages that may be trashed without confirmation: an unmounted folder seems to have lost all of them. */
export const MOST_PRUNED = 20

/** `folder` names it between its imports, with what it is imported into; up to `most` pages may go to the trash. */
type Pruning = { root: string; folder: string; most: number }

/** Compares a complete import with the previous one; adds to the report what became of the pages that are gone. */
export async function followFolder(
  deps: Deps,
  actor: Actor,
  report: ImportReport,
  { root, folder, most }: Pruning,
): Promise<void> {
  const { db } = deps
  const brought = report.pages.flatMap(({ path, id }): FolderPage[] =>
    id === undefined ? [] : [{ path, document_id: id }],
  )
  const known = await listFolderPages(db.read, folder)
  const paths = new Map(known.map(({ document_id, path }) => [document_id, path]))
  const unknown = brought.filter(({ document_id, path }) => paths.get(document_id) !== path)
  if (!report.dry_run) await db.inTransaction((tx) => putFolderPages(tx, folder, unknown))
  if (most === 0) return
  const [ids, present] = [
    new Set(brought.map(({ document_id }) => document_id)),
    new Set(brought.map(({ path }) => path)),
  ]
  // A file that failed to import keeps its page; one that became another page does not.
  const gone = known.filter(
    ({ document_id, path }) => !ids.has(document_id) && (present.has(path) || !existsSync(join(root, path))),
  )
  if (gone.length > most) {
    const reason = `${gone.length} pages are gone from the folder and stay; --yes moves them to the trash`
    report.failed.push({ path: '.', reason })
    return
  }
  const pages = gone.map(({ path, title, document_id: id }) => ({ path, title, id }))
  if (report.dry_run) report.pruned.push(...pages)
  else await removeAll({ ...deps, jobs: documentJobs(deps) }, actor, pages, report)
}

async function removeAll(deps: DeletingDeps, actor: Actor, pages: readonly PrunedPage[], report: ImportReport) {
  const { db, clock, config } = deps
  let deletion: number | undefined
  for (const page of pages) {
    try {
      const proposal = await db.inTransaction(async (tx) => {
        const proposed = await proposeRemoval(deps, tx, actor, page.id)
        if (proposed) return proposed
        const one = config.keepTrashDays === 0 ? undefined : (deletion ?? (await startDeletion(tx, actor, clock.now())))
        await removeDocument(deps, tx, actor, page.id, { deletion: one })
        // A page restored from the trash no longer belongs to the folder.
        await deleteFolderPage(tx, page.id)
        tx.afterCommit(() => {
          deletion = one
        })
        return undefined
      })
      report.pruned.push({ ...page, ...(proposal && { proposal: proposal.id }) })
    } catch (error) {
      report.warnings.push({ path: page.path, reason: `is gone, and its page stays: ${reasonOf(error)}` })
    }
  }
}
