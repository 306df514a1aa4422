// On SQLite heads no longer know the column of a word: asking for one had to look through every document that has the word.

import type { Migration } from '../migration.ts'

export const searchHeads: Migration = {
  name: '0009_search_heads',
  phase: 'contract',
  statements: ({ search }) => search.steps.heads,
}
