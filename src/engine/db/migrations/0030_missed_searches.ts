// Searches that found nothing, or left a word out: their folded words and how often, nothing about who asked.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ binaryText }) => [
    `create table missed_searches (
      words ${binaryText} not null primary key,
      searches integer not null check (searches > 0),
      last_at bigint not null
    )`,
  ],
} satisfies MigrationSteps
