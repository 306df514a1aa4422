// Who can read something: its own visibility, or that of a category above it when that is narrower. Pure functions.

import type { Visibility } from '../api/types.ts'

export const VISIBILITIES: { value: Visibility; label: string }[] = [
  { value: 'public', label: 'Public' },
  { value: 'members', label: 'Members' },
  { value: 'restricted', label: 'Restricted' },
]

/** A Limit is the narrowest rule among the categories above, and whose it is. */
export type Limit = { visibility: Visibility; name: string }

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[other] > RANK[one] ? other : one)

export const isNarrower = (one: Visibility, than: Visibility): boolean => RANK[one] > RANK[than]

/** limitText says how a category narrows a visibility; undefined where it doesn't. */
export function limitText(visibility: Visibility, limit: Limit | undefined): string | undefined {
  if (!limit || limit.visibility === 'public') return undefined
  if (limit.visibility === 'restricted')
    return visibility === 'restricted'
      ? `The category “${limit.name}” is restricted too. Readers need access to both.`
      : `The category “${limit.name}” limits this to the people it lists.`
  return visibility === 'public' ? `The category “${limit.name}” limits this to members.` : undefined
}

/** markText names a visibility that is not public, and says when it comes from a category. */
export function markText(audience: Visibility, own: Visibility): string {
  const text = audience === 'members' ? 'Members only' : 'Restricted'
  return isNarrower(audience, own) ? `${text} (set by its category)` : text
}
