// Time: the clock, and times in API format (RFC 3339, UTC, milliseconds). The database stores integers of milliseconds.

/** The only source of the current time, so that tests can move it. */
export type Clock = { now: () => number }
export const systemClock: Clock = { now: () => Date.now() }

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const stamp = (ms: number): string => new Date(ms).toISOString()
/** A time for file names, which sort by it. */
export const stampInName = (ms: number): string => stamp(ms).replace(/[:.]/g, '-')
export const stampOrNull = (ms: number | null): string | null => (ms === null ? null : stamp(ms))
/** The UTC day for counting views: YYYY-MM-DD. */
export const dayOf = (ms: number): string => stamp(ms).slice(0, 10)
