// On SQLite saves merge pieces of the search index less often for what was deleted from them.

import type { MigrationSteps } from '../migration.ts'

export default { statements: ({ search }) => search.steps.merging } satisfies MigrationSteps
