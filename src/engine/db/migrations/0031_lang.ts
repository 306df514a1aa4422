// The language of a document; null is that of the site.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table documents add column lang text', 'alter table trash add column lang text'],
} satisfies MigrationSteps
