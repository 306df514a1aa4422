// Rate limits, counted in memory: a sliding window of a minute made of this minute's count and a share of the last one's.
// No request costs a database write; where nodes share a database, rate-settling.ts divides what is left between them.
//
// Glossary
//   slice   a calendar minute; the window is the current slice and the part of the last one that is still in it
//   cap     how far this node may count in the current slice before the nodes settle again

export const WINDOW_MS = 60_000
/** Shares of a count are not exact: a client that comes back at its Retry-After must be let in. */
const ROUNDING = 1e-6
/** Nodes settle once a second, one after another: after this long all of them have. */
const SETTLED_SECONDS = 2
const EXPECTED_SETTLINGS = 4

export type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

export type Count = {
  slice: number
  current: number
  previous: number
  /** others is what all other nodes may have let pass, as far as this one knows; `assumed` is the part of the silent ones. */
  others: number
  assumed: number
  othersPrevious: number
  /** cap is -1 until this slice is settled. */
  cap: number
  /** expected is for how many more settlings a client that was sent away is expected back. */
  expected: number
}

export const sliceOf = (now: number): number => Math.floor(now / WINDOW_MS)
/** fading is the part of the last slice's count that still falls into the window. */
export const fading = (count: Count, now: number): number =>
  (count.previous + count.othersPrevious) * (1 - (now % WINDOW_MS) / WINDOW_MS)

/** secondsUntilFree is when the window has room for one more, if nobody else asks meanwhile. */
function secondsUntilFree(count: Count, limit: number, now: number): number {
  const sinceSlice = now % WINDOW_MS
  const used = count.current + count.others
  const faded = (total: number, room: number) => Math.max(0, ((total - room) * WINDOW_MS) / total)
  const wait =
    used < limit
      ? faded(count.previous + count.othersPrevious, limit - used - 1) - sinceSlice
      : WINDOW_MS - sinceSlice + faded(used, limit - 1)
  return Math.max(1, Math.ceil(Math.round(wait) / 1000))
}

export class RateLimits {
  readonly counts = new Map<string, Count>()
  /** nodes is how many share the database, this one among them. */
  nodes = 1

  /** take counts one request of a key and says whether it may pass; a limit of 0 never stops anyone. */
  take(key: string, limit: number, now: number): RateVerdict {
    const resetSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)
    if (limit === 0) return { allowed: true, limit, remaining: 0, resetSeconds }
    const count = this.countOf(key, limit, now)
    const left = limit - count.current - count.others - fading(count, now)
    if (left < 1 - ROUNDING || count.current + 1 > this.capOf(count, limit, now)) {
      // What another node may not need is divided again when they next settle.
      const isOthers = left + count.assumed >= 1
      if (isOthers) count.expected = EXPECTED_SETTLINGS
      const wait = isOthers ? SETTLED_SECONDS : secondsUntilFree(count, limit, now)
      return { allowed: false, limit, remaining: 0, resetSeconds: wait }
    }
    count.current++
    return { allowed: true, limit, remaining: Math.max(0, Math.floor(left - 1 + ROUNDING)), resetSeconds }
  }

  /** capOf: before the nodes have settled a key in a slice, each may use an equal part of its limit. */
  capOf(count: Count, limit: number, now: number): number {
    if (this.nodes === 1) return Number.POSITIVE_INFINITY
    return count.cap >= 0 ? count.cap : (limit - fading(count, now)) / this.nodes
  }

  countOf(key: string, limit: number, now: number): Count {
    const slice = sliceOf(now)
    let count = this.counts.get(key)
    if (!count) {
      count = { slice, current: 0, previous: 0, others: 0, assumed: 0, othersPrevious: 0, cap: -1, expected: 0 }
      this.counts.set(key, count)
    } else if (count.slice !== slice) {
      const follows = count.slice === slice - 1
      // What the others did in a slice that was never settled is not known: it may be all that they were entitled to.
      const others = count.cap >= 0 ? count.others : limit - limit / this.nodes
      count.previous = follows ? count.current : 0
      count.othersPrevious = follows ? others : 0
      count.current = count.others = count.assumed = 0
      count.expected = 0
      count.cap = -1
      count.slice = slice
    }
    return count
  }

  forget(now: number): void {
    const slice = sliceOf(now)
    for (const [key, count] of this.counts) if (count.slice < slice - 1) this.counts.delete(key)
  }
}
