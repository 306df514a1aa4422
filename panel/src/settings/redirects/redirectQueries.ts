// What the page of redirects asks the service for: its list, which pages still link to old addresses, and deleting many.

import { useQuery } from '@tanstack/react-query'
import type { RedirectOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'

export type RedirectSearch = { q: string; origin?: RedirectOut['origin'] | undefined; unused_days?: number | undefined }

/** MOST are shown, and deleted in a request: an import may have left thousands, which the filter narrows. */
export const MOST = 200

const listRedirects = (filter: RedirectSearch, offset = 0) =>
  call('GET /api/redirects', { query: { ...filter, limit: MOST, offset } })

export const useRedirects = (filter: RedirectSearch) =>
  useQuery({
    queryKey: keys.redirects('list', filter),
    queryFn: () => listRedirects(filter),
    // The rows of the last search stay until the next ones come: an empty table would flicker with every letter.
    placeholderData: (before) => before,
  })

/** useLinks takes longer than the list, which goes through no texts. */
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
