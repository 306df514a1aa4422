// Lengths of a category's fields. Separate from schemas.ts, because an import doesn't need the validator.

export const MAX_NAME = 120
export const MAX_DESCRIPTION = 2000
export const MAX_REVIEW_DAYS = 3650
