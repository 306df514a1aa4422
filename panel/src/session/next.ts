// Where a person wanted to go before they had to sign in: `next`, a path of this site and nothing else.

/** readNext takes a path from an address's query, or nothing when it could lead to another site. */
export function readNext(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get('next')
  if (!next || !/^\/(?!\/)[^\\\p{C}]*$/u.test(next) || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

export const nextHere = (): string | undefined => readNext(location.search, location.origin)

/** leaveForNext goes where the person came from, and returns whether there was such a page. */
export function leaveForNext(): boolean {
  const next = nextHere()
  if (next !== undefined) location.replace(next)
  return next !== undefined
}
