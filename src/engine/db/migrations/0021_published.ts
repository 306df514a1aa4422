// Documents that are not published: only editors know of them. Their audience is 'restricted', so that every query that
// compares audiences leaves them out by the index it has; the constraint keeps the two from disagreeing.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `alter table documents add column published integer not null default 1
      check (published = 1 or (published = 0 and audience = 'restricted' and published_at is null))`,
    'alter table trash add column published integer not null default 1 check (published in (0, 1))',
  ],
} satisfies MigrationSteps
