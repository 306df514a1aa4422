// Addresses from the tree as a setting of the site, and those that imported pages had before.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    "alter table brand add column addresses text check (addresses in ('nested'))",
    'alter table brand add column base_path text',
    'alter table document_rows add column path text',
    'create unique index documents_path on document_rows (path) where path is not null and deletion_id is null',
    'drop view documents',
    'create view documents as select * from document_rows where deletion_id is null',
  ],
} satisfies MigrationSteps
