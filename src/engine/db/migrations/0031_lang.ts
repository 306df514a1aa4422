// The language of a document; null is that of the site.

import type { Migration } from '../migration.ts'

export const lang: Migration = {
  name: '0031_lang',
  statements: () => ['alter table documents add column lang text', 'alter table trash add column lang text'],
}
