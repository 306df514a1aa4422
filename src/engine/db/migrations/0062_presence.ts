// Who has a document open in the editor.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table presence (
      document_id bigint not null references document_rows (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      seen_at bigint not null,
      primary key (document_id, user_id)
    )`,
    'create index presence_user on presence (user_id)',
  ],
} satisfies MigrationSteps
