// Documents and categories no longer keep what the files of another tool that they were imported from said in its words: only
// exports for that tool wrote it again.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: () => [
    // The views name every column of their tables.
    'drop view documents',
    'drop view categories',
    'alter table document_rows drop column front_matter',
    'alter table document_rows drop column source_file',
    'alter table category_rows drop column source_file',
    'create view categories as select * from category_rows where deletion_id is null',
    'create view documents as select * from document_rows where deletion_id is null',
  ],
} satisfies MigrationSteps
