// Which page came from which file of which folder, so that an import finds those whose file is gone.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table folder_pages (
      document_id bigint primary key references document_rows (id) on delete cascade,
      folder text not null,
      path text not null
    )`,
    'create index folder_pages_folder on folder_pages (folder)',
  ],
} satisfies MigrationSteps
