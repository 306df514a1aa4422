// A document's bucket: its stage from empty to approved. A job in progress decides it, otherwise the content.

import type { Tx } from '#engine/db/db.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'
import { writeBuckets } from './buckets-store.ts'

/** A job names a bucket, or leaves it to the content. */
export type BucketOfJob = Exclude<Bucket, 'approved' | 'empty'> | 'by content'

/** The bucket by content. */
export const bucketOf = (hasContent: 0 | 1): Bucket => (hasContent === 1 ? 'approved' : 'empty')

/** Saving doesn't change a bucket that a job has set. */
export const bucketAfterSave = (bucket: Bucket, hasContent: 0 | 1): Bucket =>
  bucket === 'approved' || bucket === 'empty' ? bucketOf(hasContent) : bucket

/** Sets the buckets that the documents' newest jobs name. */
export async function setBuckets(tx: Tx, documentIds: readonly number[], to: BucketOfJob): Promise<void> {
  await writeBuckets(tx, documentIds, to)
}
