// Editors list what is not published yet: few documents of many, and none of the others are looked at.

import type { Migration } from '../migration.ts'

export const unpublished: Migration = {
  name: '0047_unpublished',
  statements: () => ['create index documents_unpublished on documents (id) where published = 0'],
}
