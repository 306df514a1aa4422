// What the tree reads of documents, and how it moves them and categories. A move shows at once and is rolled back when refused.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { refreshCategories } from '../categories/queries.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'
import { documentsOf } from './documents.ts'
import { isCategory, type Placement, placed } from './placing.ts'

/** useTreeDocuments gives the documents of each category in their order; at most 200 of each. */
export const useTreeDocuments = () =>
  useQuery({
    queryKey: keys.tree,
    queryFn: () => call('GET /api/docs/tree/me'),
    select: documentsOf,
    staleTime: 30_000,
  })

function place({ item: { id, ...item }, level, next }: Placement): Promise<unknown> {
  const before = next && (isCategory(next) ? { before_category: next.id } : { before: next.id })
  if ('slot' in item)
    return call('POST /api/admin/categories/{category_id}/place', {
      path: { category_id: id },
      body: { parent_id: level, ...before },
    })
  return call('POST /api/admin/docs/{doc_id}/place', { path: { doc_id: id }, body: { category_id: level, ...before } })
}

/** showPlaced changes both of the trees from what both are. */
async function showPlaced(placement: Placement): Promise<() => void> {
  const [tree, nodes] = [
    queryClient.getQueryData<CategoryOut[]>(keys.categories) ?? [],
    queryClient.getQueryData<TreeNode[]>(keys.tree) ?? [],
  ]
  const after = placed({ tree, nodes }, placement)
  const takeBack = [
    await optimistic<CategoryOut[]>({ queryKey: keys.categories }, () => after.tree),
    await optimistic<TreeNode[]>({ queryKey: keys.tree }, () => after.nodes),
  ]
  return () => {
    for (const undo of takeBack) undo()
  }
}

export const usePlace = () =>
  useMutation({
    mutationFn: place,
    onMutate: showPlaced,
    onError: orTakeBack("Couldn't move it"),
    onSettled: (_, __, { item }) => {
      refreshCategories()
      refreshDocuments()
      if (!isCategory(item)) void queryClient.invalidateQueries({ queryKey: keys.document(item.id) })
    },
    // One move after the other: each is made from the tree that the one before leaves.
    scope: { id: 'categories' },
  })
