// Who reaches something: its own visibility, or that of a category above it when that is narrower. Pure functions.

import type { Visibility } from '../api/types.ts'

/** A Limit is the narrowest rule among the categories above, and whose it is. */
export type Limit = { visibility: Visibility; name: string }

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[other] > RANK[one] ? other : one)

export const isNarrower = (one: Visibility, than: Visibility): boolean => RANK[one] > RANK[than]

/** limitText says what a category takes away from a visibility; nothing where it takes nothing. */
export function limitText(visibility: Visibility, limit: Limit | undefined): string | undefined {
  if (!limit || limit.visibility === 'public') return undefined
  if (limit.visibility === 'restricted')
    return visibility === 'restricted'
      ? `Its category “${limit.name}” is restricted too: only those whom both let in may read it.`
      : `Its category “${limit.name}” limits this to those named there.`
  return visibility === 'public' ? `Its category “${limit.name}” limits this to members.` : undefined
}

/** markText names a visibility that is not public, and says so when it comes from a category. */
export function markText(audience: Visibility, own: Visibility): string {
  const text = audience === 'members' ? 'For everyone signed in' : 'Restricted'
  return isNarrower(audience, own) ? `${text}, by its category` : text
}
