// Words and titles are asked for by their reach: no search comes across those of documents that reach less far. The scheduler
// indexes these again, with their marks.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'create index search_documents_reach on search_documents (reach, title, id)',
    'drop index search_documents_title',
    'update search_documents set is_behind = 1 where reach < 2',
  ],
} satisfies MigrationSteps
