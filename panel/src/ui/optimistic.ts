// Optimistic updates with rollback.

import type { QueryFilters } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { failed } from './notify.ts'

type TakeBack = () => void

/** For `onMutate`: changes the cache and returns the rollback. */
export async function optimistic<T>(of: QueryFilters, change: (now: T) => T): Promise<TakeBack> {
  // A response in flight would restore the old state.
  await queryClient.cancelQueries(of)
  const before = queryClient.getQueriesData<T>(of)
  for (const [key, data] of before) if (data !== undefined) queryClient.setQueryData(key, change(data))
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** The matching `onError`: `what` failed. */
export const orTakeBack = (what: string) => (error: unknown, _: unknown, takeBack: TakeBack | undefined) => {
  takeBack?.()
  failed(what)(error)
}
