// Time: the clock that everything asks, and times as the API shows them (RFC 3339, UTC, milliseconds). The database keeps
// them as integers of milliseconds.

/** Clock is the only source of the current time, in milliseconds, so that tests can move it. */
export type Clock = { now: () => number }
export const systemClock: Clock = { now: () => Date.now() }

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const stamp = (ms: number): string => new Date(ms).toISOString()
/** stampInName is a time as a file's name can hold it; names sort by it. */
export const stampInName = (ms: number): string => stamp(ms).replace(/[:.]/g, '-')
export const stampOrNull = (ms: number | null): string | null => (ms === null ? null : stamp(ms))
/** dayOf is the UTC day that views are counted under: YYYY-MM-DD. */
export const dayOf = (ms: number): string => stamp(ms).slice(0, 10)
