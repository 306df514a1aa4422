// Times as the interface shows them: RFC 3339, UTC, milliseconds. Stored ones are integers of milliseconds.

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const stamp = (ms: number): string => new Date(ms).toISOString()
export const stampOrNull = (ms: number | null): string | null => (ms === null ? null : stamp(ms))
/** dayOf is the UTC day that views are counted under: YYYY-MM-DD. */
export const dayOf = (ms: number): string => stamp(ms).slice(0, 10)
