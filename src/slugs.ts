// Slugs, the readable part of addresses: validity, making one from a title, finding a free one.

import anyAscii from 'any-ascii'

export const MAX_SLUG_LENGTH = 120
/** Lower-case letters of any script (with marks), digits, and single hyphens between them. */
export const SLUG_PATTERN = '^[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+(?:-[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+)*$'

/** Transliterates a title; one without letters or digits becomes `fallback`. */
export function makeSlug(title: string, fallback: string): string {
  const plain = anyAscii(title.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()
  const slug = plain
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? fallback : slug
}

/**
 * The slug, or with a number appended. Needs few look-ups even among thousands of equal titles: doubles the number until one
 * is free, then bisects.
 */
export async function findFreeSlug(slug: string, isTaken: (candidate: string) => Promise<boolean>): Promise<string> {
  if (!(await isTaken(slug))) return slug
  const numbered = (number: number) => `${slug.slice(0, MAX_SLUG_LENGTH - 12).replace(/-$/, '')}-${number}`
  let taken = 1
  let free = 2
  while (await isTaken(numbered(free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(numbered(middle))) taken = middle
    else free = middle
  }
  return numbered(free)
}
