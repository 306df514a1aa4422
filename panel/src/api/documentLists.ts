// Lists of documents: by bucket, all, by search; and counts.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DocumentListOut, StatusOut } from 'galley-client/schema.ts'
import { call, respond } from './client.ts'
import { keys } from './queries.ts'
import type { Bucket, BucketPage } from './types.ts'

export const PAGE_SIZE = 50
export type DocumentRow = DocumentListOut & { job?: StatusOut | null }
/** `total` is missing where the API doesn't count. `hasMore`: not counted, but another page may follow. */
export type DocumentsView = { items: DocumentRow[]; total?: number; hasMore?: boolean; dropped?: string[] }

/** Filters documents without a category. */
export const NO_CATEGORY = 0

const within = (category: number | undefined) => (category === undefined ? {} : { category_id: category })

export const useCounts = (category?: number): UseQueryResult<Record<Bucket, number>> =>
  useQuery({
    queryKey: keys.counts(category),
    queryFn: () => call('GET /api/admin/docs/buckets/counts', { query: within(category) }),
    placeholderData: (before) => before,
  })

type WantedDocuments = {
  q: string
  page: number
  category?: number | undefined
  sort?: 'title' | 'created' | undefined
  unpublished?: true | undefined
  size?: number
}

export function useBucket(bucket: Bucket | 'all', wanted: WantedDocuments): UseQueryResult<DocumentsView> {
  return useQuery({
    queryKey: [...keys.bucket(bucket, wanted.q, wanted.page, wanted.category), wanted.sort, wanted.unpublished],
    queryFn: () => (bucket === 'all' ? findInAll(wanted) : findInBucket(bucket, wanted)),
    placeholderData: (before) => before,
  })
}

/** The API's largest page, for reading whole lists. */
const LARGEST_PAGE = 200

/** Reads the whole list; `onStep` gets the number so far. */
export async function collectBucket(
  bucket: Bucket | 'all',
  wanted: Omit<WantedDocuments, 'page'>,
  onStep: (found: number) => void,
): Promise<DocumentRow[]> {
  const found = new Map<number, DocumentRow>()
  for (let page = 1; ; page++) {
    const asked = { ...wanted, page, size: LARGEST_PAGE }
    const { items } = await (bucket === 'all' ? findInAll(asked) : findInBucket(bucket, asked))
    // The list may change meanwhile, so duplicates count once.
    for (const row of items) found.set(row.id, row)
    onStep(found.size)
    if (items.length < LARGEST_PAGE) return [...found.values()]
  }
}

async function findInBucket(bucket: Bucket, wanted: WantedDocuments): Promise<BucketPage> {
  const { q, category, page, size = PAGE_SIZE } = wanted
  const query = { q, page, page_size: size, ...within(category) }
  return call('GET /api/admin/docs/buckets/{bucket}', { path: { bucket }, query })
}

/** The list of all buckets has no text filter, so this uses the full-text search. */
async function findInAll(wanted: WantedDocuments): Promise<DocumentsView> {
  const { q, category, page, sort, unpublished, size = PAGE_SIZE } = wanted
  if (q !== '') {
    const { items, dropped } = await searchDocuments(q, category)
    return { items, total: items.length, dropped }
  }
  const skip = (page - 1) * size
  const query = {
    skip,
    limit: size,
    ...within(category),
    ...(sort && { sort }),
    ...(unpublished && { unpublished }),
  }
  const items = await call('GET /api/admin/docs/', { query })
  // Unpublished documents aren't counted: after a full page there may be another.
  const hasMore = items.length === size
  return unpublished ? { items, total: skip + items.length + (hasMore ? 1 : 0), hasMore } : { items }
}

/** Also returns words that were ignored because no document has them. */
export async function searchDocuments(q: string, category?: number) {
  const query = { q, limit: PAGE_SIZE, ...within(category) }
  const response = await respond('GET /api/docs/search', { query })
  const items: DocumentListOut[] = await response.json()
  const dropped = response.headers.get('x-search-dropped')
  return { items, dropped: dropped ? dropped.split(',').map(decodeURIComponent) : [] }
}
