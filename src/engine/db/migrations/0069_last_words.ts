// Who said the last thing in a thread, and when, in its row: an inbox goes over all open threads of its owner's pages.

import type { MigrationSteps } from '../migration.ts'

const lastOf = (column: string) => `(select ${column} from comments where comments.id = threads.last_id)`

export default {
  statements: () => [
    'alter table threads add column last_id bigint',
    'alter table threads add column last_at bigint',
    'alter table threads add column last_by bigint references users (id) on delete set null',
    `update threads set last_id = (select max(comments.id) from comments
      where comments.thread_id = threads.id and comments.deleted_at is null)`,
    `update threads set last_at = ${lastOf('created_at')}, last_by = ${lastOf('author_id')}`,
    'create index threads_open on threads (document_id, last_at, last_by, last_id, id) where is_resolved = 0',
    'create index threads_last on threads (last_by)',
  ],
} satisfies MigrationSteps
