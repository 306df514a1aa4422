// The effective visibility: a thing's own, or a narrower one of a category above. Pure.

import type { Visibility } from '../api/types.ts'

export const VISIBILITIES: { value: Visibility; label: string }[] = [
  { value: 'public', label: 'Public' },
  { value: 'members', label: 'Members' },
  { value: 'restricted', label: 'Restricted' },
]

/** The narrowest rule among the categories above, and its category's name. */
export type Limit = { visibility: Visibility; name: string }

const RANK: Record<Visibility, number> = { public: 0, members: 1, restricted: 2 }

export const narrower = (one: Visibility, other: Visibility): Visibility => (RANK[other] > RANK[one] ? other : one)

export const isNarrower = (one: Visibility, than: Visibility): boolean => RANK[one] > RANK[than]

/** How a category narrows a visibility; undefined if it doesn't. */
export function limitText(visibility: Visibility, limit: Limit | undefined): string | undefined {
  if (!limit || limit.visibility === 'public') return undefined
  if (limit.visibility === 'restricted')
    return visibility === 'restricted'
      ? `The category “${limit.name}” is restricted too. Readers need access to both.`
      : `The category “${limit.name}” limits this to the people it lists.`
  return visibility === 'public' ? `The category “${limit.name}” limits this to members.` : undefined
}

/** A non-public visibility as text, with its category if inherited. */
export function markText(audience: Visibility, own: Visibility): string {
  const text = audience === 'members' ? 'Members only' : 'Restricted'
  return isNarrower(audience, own) ? `${text} (set by its category)` : text
}
