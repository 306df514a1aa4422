// On PostgreSQL saves sort words into the search index less often, more at a time.

import type { MigrationSteps } from '../migration.ts'

export default { statements: ({ search }) => search.steps.pending } satisfies MigrationSteps
