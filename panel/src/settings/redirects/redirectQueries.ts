// Queries and mutations of redirects.

import { useQuery } from '@tanstack/react-query'
import type { RedirectOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'

export type RedirectSearch = { q: string; origin?: RedirectOut['origin'] | undefined; unused_days?: number | undefined }

/** The page size and the limit of a delete request; an import may have left thousands. */
export const MOST = 200

const listRedirects = (filter: RedirectSearch, offset = 0) =>
  call('GET /api/redirects', { query: { ...filter, limit: MOST, offset } })

export const useRedirects = (filter: RedirectSearch) =>
  useQuery({
    queryKey: keys.redirects('list', filter),
    queryFn: () => listRedirects(filter),
    // Keeps the previous rows while loading, to avoid flicker.
    placeholderData: (before) => before,
  })

/** Separate, because it scans all texts and is slower than the list. */
export const useLinks = (filter: RedirectSearch) =>
  useQuery({
    queryKey: keys.redirects('links', filter),
    queryFn: () => call('GET /api/redirects/links', { query: { ...filter, limit: MOST } }),
  })

export async function collectRedirects(
  filter: RedirectSearch,
  onStep: (found: number) => void,
): Promise<RedirectOut[]> {
  const found: RedirectOut[] = []
  for (;;) {
    const some = await listRedirects(filter, found.length)
    found.push(...some)
    onStep(found.length)
    if (some.length < MOST) return found
  }
}

export async function deleteRedirects(redirects: RedirectOut[]): Promise<void> {
  try {
    for (let start = 0; start < redirects.length; start += MOST) {
      const ids = redirects.slice(start, start + MOST).map(({ id }) => id)
      await call('POST /api/redirects/delete', { body: { ids } })
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.redirects() })
  }
}
