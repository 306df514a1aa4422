// What lists and the tree say of a document beyond published or draft: its text is changed, scheduled or in review. Only the few
// documents of which that is true are listed, so that no list of readers carries it.

import type { Actor } from '#actor.ts'
import type { ReadDeps } from '#deps.ts'
import { readableBy } from '../access/access.ts'
import type { DocumentJobs } from '../jobs.ts'
import type { DocumentStatusOut } from '../schemas.ts'
import { listUnsettled } from './statuses-store.ts'

export async function listStatuses(
  { db, jobs }: ReadDeps & { jobs: DocumentJobs },
  actor: Actor,
): Promise<DocumentStatusOut[]> {
  const rows = await listUnsettled(db.read, readableBy(actor))
  const drafted = rows.filter(({ bucket }) => bucket === 'processing').map(({ id }) => id)
  const newest = drafted.length > 0 ? await jobs.findNewest(drafted) : new Map<number, { status: string }>()
  return rows.flatMap(({ id, published, is_saved, scheduled_at }): DocumentStatusOut[] => {
    if (newest.get(id)?.status === 'review') return [{ id, status: 'in_review' }]
    if (!is_saved) return []
    return scheduled_at !== null ? [{ id, status: 'scheduled' }] : published ? [{ id, status: 'changed' }] : []
  })
}
