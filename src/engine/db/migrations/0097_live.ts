// Documents that are open in editors: their state in Yjs, and the updates since as a log.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ ownedId, bytes }) => [
    `create table live_documents (
      document_id ${ownedId} references document_rows (id) on delete cascade, epoch bigint not null,
      state ${bytes} not null, state_seq bigint not null, seq bigint not null, revised_seq bigint not null,
      revision_id bigint not null, touched_at bigint not null
    )`,
    'create index live_documents_unrevised on live_documents (touched_at) where seq > revised_seq',
    `create table live_updates (
      document_id bigint not null references live_documents (document_id) on delete cascade, seq bigint not null,
      author_id bigint references users (id) on delete set null, bytes ${bytes} not null, primary key (document_id, seq)
    )`,
    'create index live_updates_author on live_updates (author_id)',
  ],
} satisfies MigrationSteps
