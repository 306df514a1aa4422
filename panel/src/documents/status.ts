// A document's status as one word, the same in lists, tree and editor. Job states are in pipeline/JobState.tsx.

import { useQuery } from '@tanstack/react-query'
import type { DocumentStatus } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { Bucket } from '../api/types.ts'
import { BUCKET_NAMES } from './buckets.ts'

type Status = DocumentStatus['status']
const WORDS: Record<Status, string> = {
  changed: 'Changed',
  scheduled: 'Scheduled',
  in_review: 'In review',
  draft: 'Draft',
}
const NONE: ReadonlyMap<number, Status> = new Map()

const byId = (statuses: DocumentStatus[]): ReadonlyMap<number, Status> =>
  new Map(statuses.map(({ id, status }) => [id, status]))

/** Documents with a status beyond published or draft. */
export const useStatuses = (): ReadonlyMap<number, Status> =>
  useQuery({ queryKey: keys.statuses, queryFn: () => call('GET /api/admin/docs/statuses'), select: byId }).data ?? NONE

/** Green means visible to readers. */
export const statusDot = (published: boolean, bucket: Bucket): string =>
  bucket === 'approved' && !published ? 'draft' : bucket

/** Without a status the bucket decides; the tree, which has no buckets, shows a draft. */
export function statusWord(published: boolean, status?: Status, bucket: Bucket = 'approved'): string {
  if (status) return WORDS[status]
  return bucket !== 'approved' ? BUCKET_NAMES[bucket] : published ? 'Published' : 'Draft'
}
