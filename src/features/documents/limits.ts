// How long the fields of a document may be, and which slugs it can't have. Apart from schemas.ts: workers and the scheduler
// need no validator, which takes 15 MB in each of them.

/** RESERVED_SLUGS are paths of their own below /api/docs, where a document's slug stands. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(['private', 'tree', 'search', 'suggest', 'iterations'])
export const MAX_TITLE = 300
export const MAX_SUMMARY = 1000
export const MAX_TAG = 60
export const MAX_TAGS = 20
export const MAX_POSITION = 1_000_000
