// What the tree reads and changes of documents. A move shows at once and is rolled back when refused.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { TreeNode } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { refreshCategories } from '../categories/queries.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'
import { type DocumentPlacement, documentsOf, placed } from './documents.ts'

/** useTreeDocuments gives the documents of each category in their order; at most 200 of each. */
export const useTreeDocuments = () =>
  useQuery({
    queryKey: keys.tree,
    queryFn: () => call('GET /api/docs/tree/me'),
    select: documentsOf,
    staleTime: 30_000,
  })

export const usePlaceDocument = () =>
  useMutation({
    mutationFn: ({ id, categoryId, before }: DocumentPlacement) =>
      call('POST /api/admin/docs/{doc_id}/place', { path: { doc_id: id }, body: { category_id: categoryId, before } }),
    onMutate: (placement) => optimistic<TreeNode[]>({ queryKey: keys.tree }, (tree) => placed(tree, placement)),
    onError: orTakeBack("Couldn't move the document"),
    onSettled: (_, __, { id }) => {
      refreshCategories()
      refreshDocuments()
      void queryClient.invalidateQueries({ queryKey: keys.document(id) })
    },
    // In one queue with the moves of categories (queries.ts): a document may go where a category is just coming.
    scope: { id: 'categories' },
  })
