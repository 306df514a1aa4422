// Where a category stands among the documents of its level. The view is made again, because it has the columns of its time.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table category_rows add column slot integer',
    'drop view categories',
    'create view categories as select * from category_rows where deletion_id is null',
  ],
} satisfies MigrationSteps
