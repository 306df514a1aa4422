// Whether a redirect was made by hand or by an import. Of those that are there, the audit trail names the ones made by hand.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    "alter table redirects add column origin text not null default 'hand' check (origin in ('hand', 'import'))",
    `update redirects set origin = 'import' where not exists (
      select 1 from audit where action = 'redirect.created' and target = 'redirect:' || cast(redirects.id as text))`,
  ],
} satisfies MigrationSteps
