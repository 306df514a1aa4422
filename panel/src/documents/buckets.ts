// The five buckets: their order, their names for people, and what each holds; and what the address of their list says.

import type { Bucket } from '../api/types.ts'

export const BUCKETS = ['empty', 'queued', 'processing', 'approved', 'failed'] as const satisfies readonly Bucket[]

export const BUCKET_NAMES: Record<Bucket, string> = {
  empty: 'Empty',
  queued: 'Queued',
  processing: 'In work',
  approved: 'Published',
  failed: 'Failed',
}

export const BUCKET_HINTS: Record<Bucket, string> = {
  empty: 'Documents without content. Enqueue them for a draft, or write them by hand.',
  queued: 'Documents that wait for a worker.',
  processing: 'Documents being drafted, or whose draft waits for review.',
  approved: 'Documents with a text: approved drafts, and what was written by hand.',
  failed: 'Documents whose last draft failed. The reason stands beside each.',
}

/** DocumentsSearch is what the address of the list says; the category 0 stands for documents that have none. */
export type DocumentsSearch = {
  bucket?: Bucket | undefined
  q?: string | undefined
  category?: number | undefined
  page?: number | undefined
}
