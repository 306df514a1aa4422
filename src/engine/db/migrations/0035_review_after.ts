// After how many days the blocks of a category have to be checked again: null is as the category above says, 0 is never.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table categories add column review_after integer check (review_after >= 0)'],
} satisfies MigrationSteps
