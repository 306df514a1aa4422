// A logo for dark pages; null: the same as on light ones.

import type { Migration } from '../migration.ts'

export const darkLogo: Migration = {
  name: '0048_dark_logo',
  statements: () => ['alter table brand add column logo_dark text'],
}
