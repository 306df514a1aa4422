// The site no longer marks what changed since somebody's last visit.

import type { MigrationSteps } from '../migration.ts'

export default { phase: 'contract', statements: () => ['drop table visits'] } satisfies MigrationSteps
