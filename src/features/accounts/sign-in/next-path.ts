// The page to go to after single sign-on: always a path on this site, however an attacker spells another one.

const ELSEWHERE = 'http://elsewhere.invalid'
const LONGEST = 2_000
const MOST_DECODINGS = 5

/** `next` as a relative address of this site, or `/` if it could be read as anything else. */
export function safeNext(next: string | undefined): string {
  if (!next || next.length > LONGEST || !isPlainPath(next)) return '/'
  // Some proxies and browsers decode too often, so every decoding must be a plain path.
  let decoded = next
  for (let times = 0; times < MOST_DECODINGS; times++) {
    const before = decoded
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      return '/'
    }
    if (!isPlainPath(decoded)) return '/'
    if (decoded === before) return asAddress(next)
  }
  return '/'
}

/** Folds compatibility forms of the slash and the like first, because some software folds them later. */
function isPlainPath(text: string): boolean {
  const folded = text.normalize('NFKC')
  return folded.startsWith('/') && !/\/\/|[\\@\p{C}\p{Zl}\p{Zp}]/u.test(folded)
}

function asAddress(next: string): string {
  const url = new URL(next, ELSEWHERE)
  const path = url.pathname + url.search + url.hash
  return url.origin === ELSEWHERE && !path.startsWith('//') ? path : '/'
}
