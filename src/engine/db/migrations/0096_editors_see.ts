// What editors see without being named (GALLEY_EDITORS_SEE): everything in databases that have people already, as until now; what
// they were granted in new ones, where nothing is kept.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'create table settings (name text not null primary key, value text not null)',
    `insert into settings (name, value) select 'editors_see', 'everything' where exists (select 1 from users)`,
  ],
} satisfies MigrationSteps
