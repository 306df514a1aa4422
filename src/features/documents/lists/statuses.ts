// Statuses beyond published and draft: changed, scheduled, in review. Lists only the few documents that have one, so that
// readers' lists don't carry it.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { readableBy } from '../access/access.ts'
import type { DocumentJobs } from '../jobs.ts'
import type { DocumentStatusOut } from '../schemas.ts'
import { listUnsettled } from './statuses-store.ts'

export async function listStatuses(
  { db, jobs }: Deps & { jobs: DocumentJobs },
  actor: Actor,
): Promise<DocumentStatusOut[]> {
  const rows = await listUnsettled(db.read, readableBy(actor))
  const drafted = rows.filter(({ bucket }) => bucket === 'processing').map(({ id }) => id)
  const newest = drafted.length > 0 ? await jobs.findNewest(drafted) : new Map<number, { status: string }>()
  return rows.flatMap(({ id, published, bucket, has_draft, scheduled_at }): DocumentStatusOut[] => {
    if (newest.get(id)?.status === 'review') return [{ id, status: 'in_review' }]
    if (!has_draft) return []
    if (scheduled_at !== null) return [{ id, status: 'scheduled' }]
    if (published) return [{ id, status: 'changed' }]
    // With content, the row itself shows that it is a draft.
    return bucket === 'empty' ? [{ id, status: 'draft' }] : []
  })
}
