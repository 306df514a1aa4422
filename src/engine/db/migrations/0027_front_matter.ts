// What an imported file said of itself that we have no field for: it comes back when the document is exported.

import type { Migration } from '../migration.ts'

export const frontMatter: Migration = {
  name: '0027_front_matter',
  statements: () => [
    'alter table documents add column front_matter text',
    'alter table trash add column front_matter text',
  ],
}
