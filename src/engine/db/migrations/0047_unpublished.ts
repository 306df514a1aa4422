// Editors list what is not published yet: few documents of many, and none of the others are looked at.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['create index documents_unpublished on documents (id) where published = 0'],
} satisfies MigrationSteps
