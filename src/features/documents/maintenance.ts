// Retention of daily views, revisions and deleted documents. Each change is bounded and returns its row count; the scheduler
// repeats it. Uploads have their own file.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { forgetCategories } from '#features/categories/deletions.ts'
import { emitPurged } from '#features/webhooks/emit.ts'
import { DAY, dayOf, HOUR } from '#time.ts'
import { thinOwn } from './drafts/draft.ts'
import { listAutosavers } from './drafts/store.ts'
import { forgetRemarks, forgetVoters } from './feedback/store.ts'
import { releaseDeleted } from './history/trash-store.ts'
import * as store from './maintenance-store.ts'

/** Older views are kept by month, on its first day. */
const VIEWS_BY_DAY_MS = 400 * DAY

export function foldOldViews(tx: Tx, most: number, { clock }: Deps): Promise<number> {
  const firstKept = `${dayOf(clock.now() - VIEWS_BY_DAY_MS).slice(0, 7)}-01`
  return store.foldViews(tx, firstKept, most)
}

/** Visitors' input is kept so long after it was closed or read. */
const CLOSED_MS = 90 * DAY

/** Deletes closed suggestions, and the text of seen feedback; published text stays. */
export async function forgetSent(tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> {
  const now = clock.now()
  await forgetVoters(tx, now - DAY)
  return (await forgetRemarks(tx, now - CLOSED_MS, most)) + (await store.deleteSuggestions(tx, now - CLOSED_MS, most))
}

/** How long superseded drafts of jobs are kept, which are shown to nobody. */
const FORMER_DRAFTS_MS = 7 * DAY

/** One change for each document with too many revisions, and one for superseded drafts. */
export async function findRevisionsToForget({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>) {
  const crowded = await store.listCrowded(db.read, config.keepRevisions)
  const changes = crowded.map(
    (documentId) => (tx: Tx, most: number) => store.deleteRevisionsBeyond(tx, documentId, config.keepRevisions, most),
  )
  const before = clock.now() - FORMER_DRAFTS_MS
  return [...changes, (tx: Tx, most: number) => store.deleteFormerDrafts(tx, before, most)]
}

/** One change per person and document. Typing thins one's own autosaves; this is for those who stopped. */
export async function findAutosavesToForget({ db, clock }: Deps) {
  const left = await listAutosavers(db.read, clock.now() - HOUR)
  return left.map(
    ({ document_id, author_id }) =>
      (tx: Tx) =>
        thinOwn(tx, document_id, author_id, clock.now()),
  )
}

export async function forgetTrash(
  tx: Tx,
  most: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): Promise<number> {
  const now = clock.now()
  const gone = await store.deleteTrash(tx, now - config.keepTrashDays * DAY, most)
  for (const document of gone) await emitPurged(tx, document, now)
  return gone.length + (await forgetCategories(tx, most, { clock, config }, { release: releaseDeleted }))
}
