// Which sources are watched: a block whose comma someone fixed still says what it quoted, although it is now that person's.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    'alter table evidence_sources add column is_watched integer not null default 1 check (is_watched in (0, 1))',
    'update evidence_sources set is_watched = 0 where is_before = 1',
    'drop index evidence_sources_quoted',
    `create index evidence_sources_quoted on evidence_sources (source_id) where kind = 'document' and is_watched = 1`,
  ],
} satisfies MigrationSteps
