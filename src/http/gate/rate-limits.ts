// Rate limits, counted in memory, by each node for itself: a sliding window of a minute made of this minute's count and a share of
// the last one's. No request costs a database write.
//
// Glossary
//   slice   a calendar minute; the window is the current slice and the part of the last one that is still in it

const WINDOW_MS = 60_000
/** Shares of a count are not exact: a client that comes back at its Retry-After must be let in. */
const ROUNDING = 1e-6

export type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

type Count = { slice: number; current: number; previous: number }

/** fading is the part of the last slice's count that still falls into the window. */
const fading = ({ previous }: Count, now: number): number => previous * (1 - (now % WINDOW_MS) / WINDOW_MS)

/** secondsUntilFree is when the window has room for one more, if nobody else asks meanwhile. */
function secondsUntilFree({ current, previous }: Count, limit: number, now: number): number {
  const sinceSlice = now % WINDOW_MS
  const faded = (total: number, room: number) => Math.max(0, ((total - room) * WINDOW_MS) / total)
  const wait =
    current < limit
      ? faded(previous, limit - current - 1) - sinceSlice
      : WINDOW_MS - sinceSlice + faded(current, limit - 1)
  return Math.max(1, Math.ceil(Math.round(wait) / 1000))
}

export class RateLimits {
  readonly #counts = new Map<string, Count>()
  #slice = 0

  /** take counts one request of a key and says whether it may pass; a limit of 0 never stops anyone. */
  take(key: string, limit: number, now: number): RateVerdict {
    const resetSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)
    if (limit === 0) return { allowed: true, limit, remaining: 0, resetSeconds }
    const count = this.#countOf(key, Math.floor(now / WINDOW_MS))
    const left = limit - count.current - fading(count, now)
    if (left < 1 - ROUNDING)
      return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntilFree(count, limit, now) }
    count.current++
    return { allowed: true, limit, remaining: Math.max(0, Math.floor(left - 1 + ROUNDING)), resetSeconds }
  }

  #countOf(key: string, slice: number): Count {
    if (slice !== this.#slice) this.#begin(slice)
    let count = this.#counts.get(key)
    if (!count) {
      count = { slice, current: 0, previous: 0 }
      this.#counts.set(key, count)
    } else if (count.slice !== slice) {
      count.previous = count.slice === slice - 1 ? count.current : 0
      count.current = 0
      count.slice = slice
    }
    return count
  }

  /** #begin forgets those who have not asked in the last slice. */
  #begin(slice: number): void {
    this.#slice = slice
    for (const [key, count] of this.#counts) if (count.slice < slice - 1) this.#counts.delete(key)
  }
}
