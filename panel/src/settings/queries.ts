// Queries shared by settings sections.

import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'

/** What each role may do. */
export const useRoles = () =>
  useQuery({ queryKey: keys.roles, queryFn: () => call('GET /admin/roles'), staleTime: 3_600_000 })

export const useServiceSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: () => call('GET /api/admin/settings'), staleTime: 300_000 })
