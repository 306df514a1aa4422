// The bucket of a document: where it is on its way from empty to approved. The pipeline says when a job moves it; without a
// job under way it follows from the content.

import { documentChanged } from '#changes.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'
import { writeBuckets } from './buckets-store.ts'

/** BucketOfJob is what a job can say about its document: a bucket, or that the content decides again. */
export type BucketOfJob = Exclude<Bucket, 'approved' | 'empty'> | 'by content'

/** bucketOf is the bucket of a document whose newest job does not decide. */
export const bucketOf = (hasContent: 0 | 1): Bucket => (hasContent === 1 ? 'approved' : 'empty')

/** bucketAfterSave keeps the bucket that a job has put the document in: saving a document neither ends nor mends a job. */
export const bucketAfterSave = (bucket: Bucket, hasContent: 0 | 1): Bucket =>
  bucket === 'approved' || bucket === 'empty' ? bucketOf(hasContent) : bucket

/** setBuckets puts documents where their newest job says. */
export async function setBuckets(tx: Tx, documentIds: readonly number[], to: BucketOfJob): Promise<void> {
  for (const id of await writeBuckets(tx, documentIds, to)) documentChanged(tx, id, ['bucket'])
}
