// After how many days the blocks of a category have to be checked again: null is as the category above says, 0 is never.

import type { Migration } from '../migration.ts'

export const reviewAfter: Migration = {
  name: '0035_review_after',
  statements: () => ['alter table categories add column review_after integer check (review_after >= 0)'],
}
