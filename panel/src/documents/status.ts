// The one word for where a document stands, the same in lists, in the tree and beside the editor. What a job does is said in its
// own words (pipeline/JobState.tsx).

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

/** useStatuses are those of the documents of which published or draft is not all. */
export const useStatuses = (): ReadonlyMap<number, Status> =>
  useQuery({ queryKey: keys.statuses, queryFn: () => call('GET /api/admin/docs/statuses'), select: byId }).data ?? NONE

/** statusDot: green is what visitors see. */
export const statusDot = (published: boolean, bucket: Bucket): string =>
  bucket === 'approved' && !published ? 'draft' : bucket

/** statusWord: without content a document is what its bucket says, and in the tree, which knows no buckets, a draft. */
export function statusWord(published: boolean, status?: Status, bucket: Bucket = 'approved'): string {
  if (status) return WORDS[status]
  return bucket !== 'approved' ? BUCKET_NAMES[bucket] : published ? 'Published' : 'Draft'
}
