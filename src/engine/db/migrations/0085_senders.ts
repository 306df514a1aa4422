// Who sent a suggestion or feedback from the site, as a hash, so that one address can't fill the lists of those who look at them;
// and when somebody looked at feedback, so that its words can be forgotten some time after.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table proposals add column sender text',
    'alter table feedback add column sender text',
    'alter table feedback add column seen_at bigint',
    'create index proposals_sender on proposals (sender) where sender is not null',
    'create index feedback_sender on feedback (sender) where sender is not null',
    'create index feedback_seen on feedback (seen_at) where said is not null and seen_at is not null',
  ],
} satisfies MigrationSteps
