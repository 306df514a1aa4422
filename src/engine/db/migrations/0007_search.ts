// The search index: what each engine needs for full text, titles as they are compared, and the words to spell with.

import type { Migration } from '../migration.ts'

export const search: Migration = {
  name: '0007_search',
  statements: ({ search }) => search.steps.tables,
}
