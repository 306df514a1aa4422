// What the service says of itself to everyone: whether it is new, who can create an account, how long the trash is kept.

import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { keys } from './queries.ts'

type Options = { enabled?: boolean; staleTime?: number; retry?: number }

export const useSetup = (options: Options = {}) =>
  useQuery({ queryKey: keys.setup, queryFn: () => call('GET /api/setup'), ...options })
