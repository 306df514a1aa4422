// The page to return to after signing in: `next`, always a path of this site.

/** Undefined if it could lead to another site. */
export function readNext(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get('next')
  if (!next || !/^\/(?!\/)[^\\\p{C}]*$/u.test(next) || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

export const nextHere = (): string | undefined => readNext(location.search, location.origin)

/** Goes to that page; returns whether there is one. */
export function leaveForNext(): boolean {
  const next = nextHere()
  if (next !== undefined) location.replace(next)
  return next !== undefined
}
