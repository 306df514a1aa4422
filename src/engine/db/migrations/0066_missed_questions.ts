// Questions that were not answered, beside searches that found nothing.

import type { MigrationSteps } from '../migration.ts'

export default { statements: () => ['alter table missed_searches add column question text'] } satisfies MigrationSteps
