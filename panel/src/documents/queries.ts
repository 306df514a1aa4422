// Mutations of documents with their invalidations.

import { useMutation } from '@tanstack/react-query'
import type { DocumentCreate, DocumentOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import type { DocumentsView } from '../api/documentLists.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'

/** Creates an unpublished document, like everything that the panel creates. */
export async function createDraft(body: DocumentCreate): Promise<DocumentOut> {
  const document = await call('POST /api/admin/docs/', { query: { publish: false }, body })
  queryClient.setQueryData(keys.document(document.id), document)
  refreshDocuments()
  return document
}

/** Calls `onCreated` even if the component has unmounted. */
export const useCreateDraft = (onCreated?: (document: DocumentOut) => void) =>
  useMutation({
    mutationFn: createDraft,
    onSuccess: (document) => onCreated?.(document),
  })

const LONGEST_TITLE = 300

/** A new document with the same content and access. */
export const copyOf = ({
  title,
  summary,
  category_id,
  tags,
  visibility,
  access,
  blocks,
}: DocumentOut): DocumentCreate => ({
  title: `Copy of ${title}`.slice(0, LONGEST_TITLE),
  ...{ summary, category_id, tags, visibility, access, blocks },
})

/** Pins optimistically, and rolls back on failure. */
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
