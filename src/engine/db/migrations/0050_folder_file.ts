// The file that described the folder of a category which was imported: an export for the same tool writes it again.

import type { Migration } from '../migration.ts'

export const folderFile: Migration = {
  name: '0050_folder_file',
  statements: () => ['alter table categories add column source_file text'],
}
