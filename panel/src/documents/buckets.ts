// The five buckets: their order, names and descriptions; and the search parameters of their list.

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

/** Sorting: without one, pinned documents come first, then the last change. */
export const SORTINGS = ['title', 'created'] as const
export type Sorting = (typeof SORTINGS)[number]

/** DocumentsSearch is what the address of the list says; the category 0 stands for documents that have none. */
export type DocumentsSearch = {
  bucket?: Bucket | undefined
  q?: string | undefined
  category?: number | undefined
  page?: number | undefined
  sort?: Sorting | undefined
  unpublished?: true | undefined
}
