// The order of blocks, rows and columns in an open document: a key of letters between those of two neighbours, so that a move
// changes only what moves. Keys of one person's successive lines continue each other, and so stay together.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** From so many at once on, keys get a number instead of continuing each other. */
const MANY = 50

/** A key as this file writes it; another client may have written anything. */
export const isKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[0-9A-Za-z]{0,999}[1-9A-Za-z]$/.test(key)

function middle(low: string, high?: string): string {
  if (high !== undefined) {
    let same = 0
    while (same < high.length && (low[same] ?? '0') === high[same]) same++
    if (same > 0) return high.slice(0, same) + middle(low.slice(same), high.slice(same))
  }
  const from = low ? DIGITS.indexOf(low[0]!) : 0
  const to = high === undefined ? DIGITS.length : DIGITS.indexOf(high[0] ?? '1')
  if (to - from > 1) return DIGITS[(from + to) >> 1]!
  return high !== undefined && high.length > 1 ? high[0]! : DIGITS[from] + middle(low.slice(1))
}

const after = (key: string): string =>
  key.at(-1)! < 'z' ? key.slice(0, -1) + DIGITS[DIGITS.indexOf(key.at(-1)!) + 1] : `${key}1`

/** `own` are the keys that this person has made. */
function keysBetween(low: string, high: string | undefined, count: number, own: Set<string>): string[] {
  const keys: string[] = []
  const next = after(low || '1')
  const continues = own.has(low) && count < MANY && (high === undefined || next < high) && !high?.startsWith(next)
  if (continues) keys.push(next)
  else {
    let start = middle(low, high)
    while (high?.startsWith(start)) start = middle(low, start)
    // Two who insert at the same place get different keys.
    for (let n = 0; n < 3; n++) start += DIGITS[Math.floor(Math.random() * DIGITS.length)]
    const numbered = (n: number) =>
      `${start}${DIGITS[Math.floor(n / 3844)]}${DIGITS[Math.floor(n / 62) % 62]}${DIGITS[n % 62]}V`
    if (count >= MANY) return Array.from({ length: count }, (_, n) => numbered(n))
    keys.push(`${start}1`)
  }
  while (keys.length < count) keys.push(after(keys.at(-1)!))
  for (const key of keys) own.add(key)
  return keys
}

/** The places of a longest rising sequence: what keeps its key, so that the least moves. */
function rising(keys: readonly (string | number | undefined)[]): Set<number> {
  const tails: number[] = []
  const before: number[] = []
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue
    let [low, high] = [0, tails.length]
    while (low < high) {
      const half = (low + high) >> 1
      if (keys[tails[half]!]! < key) low = half + 1
      else high = half
    }
    before[at] = low > 0 ? tails[low - 1]! : -1
    tails[low] = at
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) kept.add(at)
  return kept
}

/** New keys for what has none, or one out of order. */
export function* misplaced(given: readonly (string | undefined)[], own: Set<string>): Generator<[number, string]> {
  const kept = rising(given)
  const keys = [...given]
  for (let at = 0; at < keys.length; at++) {
    if (kept.has(at)) continue
    let end = at
    while (end < keys.length && !kept.has(end)) end++
    for (const [n, key] of keysBetween(keys[at - 1] ?? '', keys[end], end - at, own).entries()) {
      keys[at + n] = key
      yield [at + n, key]
    }
    at = end
  }
}
