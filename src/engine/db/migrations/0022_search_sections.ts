// Headings become a field of the index, documents keep where their sections begin, and the vocabulary knows which words
// every visitor may find. What the index lacks of older documents is added by the scheduler (`is_behind`).

import type { Migration } from '../migration.ts'

export const searchSections: Migration = {
  name: '0022_search_sections',
  phase: 'contract',
  statements: ({ search }) => search.steps.sections,
}
