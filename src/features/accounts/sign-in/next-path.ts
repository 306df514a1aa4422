// Where a browser goes after single sign-on: a path on this site, whatever spelling an attacker finds for another one.

const ELSEWHERE = 'http://elsewhere.invalid'
const LONGEST = 2_000
const MOST_DECODINGS = 5

/** safeNext gives `next` as a relative address of this site, or `/` when it could be read as anything else. */
export function safeNext(next: string | undefined): string {
  if (!next || next.length > LONGEST || !isPlainPath(next)) return '/'
  // Some proxies and browsers decode once more than they should: no decoding of it may be anything but a path either.
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

/** Compatibility forms of the slash and the like are folded first, because some software folds them later. */
function isPlainPath(text: string): boolean {
  const folded = text.normalize('NFKC')
  return folded.startsWith('/') && !/\/\/|[\\@\p{C}\p{Zl}\p{Zp}]/u.test(folded)
}

function asAddress(next: string): string {
  const url = new URL(next, ELSEWHERE)
  const path = url.pathname + url.search + url.hash
  return url.origin === ELSEWHERE && !path.startsWith('//') ? path : '/'
}
