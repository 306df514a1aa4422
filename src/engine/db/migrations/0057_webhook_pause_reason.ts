// Why a webhook was paused by the sender, for whoever has to look at it.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => ['alter table webhooks add column pause_reason text'],
} satisfies MigrationSteps
