// Changes that show before the service has responded, and are rolled back when it refuses.

import type { QueryFilters } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { failed } from './notify.ts'

type TakeBack = () => void

/** optimistic changes what is cached, for `onMutate`, and returns how to take that back. */
export async function optimistic<T>(of: QueryFilters, change: (now: T) => T): Promise<TakeBack> {
  // A response that is still on its way would put the old state back.
  await queryClient.cancelQueries(of)
  const before = queryClient.getQueriesData<T>(of)
  for (const [key, data] of before) if (data !== undefined) queryClient.setQueryData(key, change(data))
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** orTakeBack is the `onError` that goes with it: `what` was not done. */
export const orTakeBack = (what: string) => (error: unknown, _: unknown, takeBack: TakeBack | undefined) => {
  takeBack?.()
  failed(what)(error)
}
