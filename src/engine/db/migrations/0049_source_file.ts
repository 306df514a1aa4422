// The file that a document was imported from: an export for the same tool writes that file again.

import type { Migration } from '../migration.ts'

export const sourceFile: Migration = {
  name: '0049_source_file',
  statements: () => [
    'alter table documents add column source_file text',
    'alter table trash add column source_file text',
  ],
}
