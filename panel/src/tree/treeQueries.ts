// The tree's documents, and moves, which are optimistic.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { refreshCategories } from '../categories/queries.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'
import { documentsOf } from './documents.ts'
import { isCategory, type Placement, treeWith } from './placing.ts'

/** By category in order, at most 200 each. */
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

/** Updates both cached trees. */
async function showPlaced(placement: Placement): Promise<() => void> {
  const [tree, nodes] = [
    queryClient.getQueryData<CategoryOut[]>(keys.categories) ?? [],
    queryClient.getQueryData<TreeNode[]>(keys.tree) ?? [],
  ]
  const after = treeWith({ tree, nodes }, placement)
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
    // Serialised, because each move is based on the tree after the previous one.
    scope: { id: 'categories' },
  })
