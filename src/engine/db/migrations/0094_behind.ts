// Who stands behind each part of a text that isn't published, behind what a proposal asks for beside its text, and behind what
// somebody approved; and who answered an action of the pipeline.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table revisions add column behind text',
    'alter table proposals add column asked_by text',
    `alter table proposal_approvals add column behind text not null default '[]'`,
    'alter table actions add column answered_by bigint references users (id) on delete set null',
  ],
} satisfies MigrationSteps
