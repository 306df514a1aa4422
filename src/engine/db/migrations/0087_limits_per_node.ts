// Each node counts requests for itself.

import type { MigrationSteps } from '../migration.ts'

export default { phase: 'contract', statements: () => ['drop table rate_counts'] } satisfies MigrationSteps
