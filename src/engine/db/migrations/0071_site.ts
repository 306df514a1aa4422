// The site's own front page, description and announcement, and the document that stands for a category.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table brand add column home_id bigint',
    'alter table brand add column description text',
    'alter table brand add column announcement text',
    'alter table brand add column announcement_url text',
    'alter table brand add column announcement_until bigint',
    'alter table category_rows add column index_id bigint',
    'drop view categories',
    'create view categories as select * from category_rows where deletion_id is null',
  ],
} satisfies MigrationSteps
