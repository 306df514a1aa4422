// The five buckets with names and descriptions, and the list's search parameters.

import type { Bucket } from '../api/types.ts'

export const BUCKETS = ['empty', 'queued', 'processing', 'approved', 'failed'] as const satisfies readonly Bucket[]

export const BUCKET_NAMES: Record<Bucket, string> = {
  empty: 'Empty',
  queued: 'Queued',
  processing: 'In progress',
  approved: 'With content',
  failed: 'Failed',
}

export const BUCKET_HINTS: Record<Bucket, string> = {
  empty: 'Documents without saved content. Write them, or queue them for drafting.',
  queued: 'Documents waiting for a worker.',
  processing: 'Documents being drafted or in review.',
  approved: 'Documents with content: approved drafts and manual edits.',
  failed: 'Documents whose last draft failed, each with the reason.',
}

/** The default is pinned documents, then last change. */
export const SORTINGS = ['title', 'created'] as const
export type Sorting = (typeof SORTINGS)[number]

/** Category 0 means documents without a category. */
export type DocumentsSearch = {
  bucket?: Bucket | undefined
  q?: string | undefined
  category?: number | undefined
  page?: number | undefined
  sort?: Sorting | undefined
  unpublished?: true | undefined
}
