// What a transaction changed is noted by triggers (../triggers.ts) instead of by the program, in other words than before.

import type { MigrationSteps } from '../migration.ts'

export default { phase: 'contract', statements: () => ['delete from changes'] } satisfies MigrationSteps
