// Public facts about the service: whether it is new, who can register, how long the trash is kept.

import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { keys } from './queries.ts'

type SetupOptions = { enabled?: boolean; staleTime?: number; retry?: number }

export const useSetup = (options: SetupOptions = {}) =>
  useQuery({ queryKey: keys.setup, queryFn: () => call('GET /api/setup'), ...options })
