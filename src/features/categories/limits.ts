// How long the fields of a category may be. Apart from schemas.ts, whose validator importing files has no use for.

export const MAX_NAME = 120
export const MAX_DESCRIPTION = 2000
export const MAX_REVIEW_DAYS = 3650
