// Queries and mutations of categories. Moves are in tree/treeQueries.ts.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { CategoryCreate, CategoryOut, CategoryUpdate } from 'galley-client/schema.ts'
import { useMemo } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { pathsOf } from './tree.ts'

const TREE = {
  queryKey: keys.categories,
  queryFn: () => call('GET /api/admin/categories/tree'),
  staleTime: 30_000,
}

export const useCategories = (enabled = true) => useQuery({ ...TREE, enabled })

type Choices = {
  without?: ((category: CategoryOut) => boolean) | undefined
  /** The label of a first choice for no category. */
  none?: string | undefined
  enabled?: boolean
}

/** Every category by its path, to choose from. */
export function usePaths({ without, none, enabled }: Choices = {}) {
  const { data: tree, isLoading } = useCategories(enabled)
  const paths = useMemo(() => {
    const all = pathsOf(tree ?? [], without)
    return none === undefined ? all : [{ value: '0', label: none }, ...all]
  }, [tree, without, none])
  const labelOf = (id: number | null) => paths.find(({ value }) => value === String(id))?.label ?? ''
  return { paths, labelOf, isLoading }
}

export const refreshCategories = () => {
  void queryClient.invalidateQueries({ queryKey: keys.categories })
  void queryClient.invalidateQueries({ queryKey: keys.tree })
  void queryClient.invalidateQueries({ queryKey: keys.dashboard })
}

export async function createCategory(body: CategoryCreate): Promise<void> {
  await call('POST /api/admin/categories/', { body })
  refreshCategories()
}

export async function updateCategory(id: number, body: CategoryUpdate): Promise<void> {
  await call('PUT /api/admin/categories/{category_id}', { path: { category_id: id }, body })
  refreshCategories()
  void queryClient.invalidateQueries({ queryKey: keys.documents })
}

export const useDeleteCategory = () =>
  useMutation({
    mutationFn: ({ id, ...query }: { id: number; content?: 'move' | 'trash'; to?: string }) =>
      call('DELETE /api/admin/categories/{category_id}', { path: { category_id: id }, query }),
    onSuccess: () => {
      refreshCategories()
      void queryClient.invalidateQueries({ queryKey: keys.documents })
    },
  })
