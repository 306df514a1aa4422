// Field lengths of documents and categories, and reserved slugs. Separate from schemas.ts, because imports, workers and the
// scheduler don't need the validator (15 MB).

/** Paths under /api/docs that would hide a document's slug. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(['private', 'tree', 'search', 'suggest', 'iterations'])
export const MAX_TITLE = 300
export const MAX_SUMMARY = 1000
export const MAX_TAG = 60
export const MAX_TAGS = 20
export const MAX_POSITION = 1_000_000
/** Of a category. */
export const MAX_NAME = 120
export const MAX_DESCRIPTION = 2000
export const MAX_GROUP_NAME = 120
export const MAX_REVIEW_DAYS = 3650
