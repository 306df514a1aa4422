// What the document pages read and change, with what each change makes stale.

import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import type { DocumentCreate, DocumentListOut, DocumentOut, StatusOut } from 'galley-client/schema.ts'
import { call, respond } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import type { Bucket, BucketPage } from '../api/types.ts'
import { failed, notify, undoable } from '../ui/notify.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'
import type { DocumentsSearch } from './buckets.ts'
import { restoreDeleted } from './trash/trashQueries.ts'

export const PAGE_SIZE = 50
export type DocumentRow = DocumentListOut & { job?: StatusOut | null }
/** total is missing where the API doesn't return it: it is the sum of the counts. */
export type DocumentsView = { items: DocumentRow[]; total?: number; dropped?: string[] }

/** NO_CATEGORY stands for documents that have none, wherever lists are filtered. */
export const NO_CATEGORY = 0

const within = (category: number | undefined) => (category === undefined ? {} : { category_id: category })

export const useCounts = (category?: number): UseQueryResult<Record<Bucket, number>> =>
  useQuery({
    queryKey: keys.counts(category),
    queryFn: () => call('GET /api/admin/docs/buckets/counts', { query: within(category) }),
    placeholderData: (before) => before,
  })

type WantedDocuments = Pick<DocumentsSearch, 'category' | 'sort' | 'unpublished'> & { q: string; page: number }

export function useBucket(bucket: Bucket | 'all', wanted: WantedDocuments): UseQueryResult<DocumentsView> {
  return useQuery({
    queryKey: [...keys.bucket(bucket, wanted.q, wanted.page, wanted.category), wanted.sort, wanted.unpublished],
    queryFn: () => (bucket === 'all' ? findInAll(wanted) : findInBucket(bucket, wanted)),
    placeholderData: (before) => before,
  })
}

async function findInBucket(bucket: Bucket, { q, category, page }: WantedDocuments): Promise<BucketPage> {
  const query = { q, page, page_size: PAGE_SIZE, ...within(category) }
  return call('GET /api/admin/docs/buckets/{bucket}', { path: { bucket }, query })
}

/** findInAll: the list over all buckets has no search of its own, so words go to the full-text search. */
async function findInAll({ q, category, page, sort, unpublished }: WantedDocuments): Promise<DocumentsView> {
  if (q !== '') {
    const { items, dropped } = await searchDocuments(q, category)
    return { items, total: items.length, dropped }
  }
  const skip = (page - 1) * PAGE_SIZE
  const query = {
    skip,
    limit: PAGE_SIZE,
    ...within(category),
    ...(sort && { sort }),
    ...(unpublished && { unpublished }),
  }
  const items = await call('GET /api/admin/docs/', { query })
  // How many are not published is not counted: a full page may be followed by another.
  return unpublished ? { items, total: skip + items.length + (items.length === PAGE_SIZE ? 1 : 0) } : { items }
}

/** searchDocuments also gives the words that were left out, because no document has them. */
export async function searchDocuments(q: string, category?: number) {
  const query = { q, limit: PAGE_SIZE, ...within(category) }
  const response = await respond('GET /api/docs/search', { query })
  const items: DocumentListOut[] = await response.json()
  const dropped = response.headers.get('x-search-dropped')
  return { items, dropped: dropped ? dropped.split(',').map(decodeURIComponent) : [] }
}

/** createDraft makes a document that only editors see until it is published. */
export const createDraft = (body: DocumentCreate): Promise<DocumentOut> => createDocument(body, false)

async function createDocument(body: DocumentCreate, publish = true): Promise<DocumentOut> {
  const document = await call('POST /api/admin/docs/', { query: { publish }, body })
  queryClient.setQueryData(keys.document(document.id), document)
  refreshDocuments()
  return document
}

/** useCreateDocument calls `onCreated` even if the component that asked for it is gone by then. */
export const useCreateDocument = (onCreated?: (document: DocumentOut) => void) =>
  useMutation({
    mutationFn: (body: DocumentCreate) => createDocument(body),
    onSuccess: (document) => onCreated?.(document),
  })

const LONGEST_TITLE = 300

/** copyOf is a new document that says the same, to the same readers. */
export const copyOf = ({
  title,
  summary,
  category_id,
  tags,
  visibility,
  access,
  published,
  blocks,
}: DocumentOut): DocumentCreate => ({
  title: `Copy of ${title}`.slice(0, LONGEST_TITLE),
  ...{ summary, category_id, tags, visibility, access, published, blocks },
})

/** useDeleteDocument offers to undo it where there is a trash. */
export function useDeleteDocument(hasTrash: boolean) {
  return useMutation({
    mutationFn: (document: { id: number; title: string }) =>
      call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: document.id } }),
    onSuccess: (_, document) => {
      queryClient.removeQueries({ queryKey: keys.document(document.id) })
      refreshDocuments()
      const message = `Deleted “${document.title}”.`
      if (hasTrash) undoable(message, `deleted ${document.id}`, () => void restoreDeleted(document))
      else notify(message)
    },
    onError: failed("Couldn't delete the document"),
  })
}

/** usePin shows the pin at once and rolls it back when the service refuses. */
export function usePin() {
  return useMutation({
    mutationFn: ({ id, pinned }: { id: number; pinned: boolean }) =>
      call(pinned ? 'POST /api/admin/docs/{doc_id}/pin' : 'POST /api/admin/docs/{doc_id}/unpin', {
        path: { doc_id: id },
      }),
    onMutate: async ({ id, pinned }) => {
      const takeBack = [
        await optimistic<DocumentsView>({ queryKey: keys.buckets }, (list) => ({
          ...list,
          items: list.items.map((item) => (item.id === id ? { ...item, pinned } : item)),
        })),
        await optimistic<DocumentOut>({ queryKey: keys.document(id), exact: true }, (one) => ({ ...one, pinned })),
      ]
      return () => takeBack.forEach((run) => void run())
    },
    onError: orTakeBack("Couldn't change the pin"),
    onSettled: (_, __, { id }) => {
      refreshDocuments()
      void queryClient.invalidateQueries({ queryKey: keys.document(id), exact: true })
    },
  })
}
