// Writing a backup to a file. Apart from restore.ts, which needs the drivers of both engines.

import { accessSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#errors.ts'
import type { Db, Query } from '../db.ts'

/**
 * Refuses a database without Galley's tables. Writes to a temporary file and renames it when complete, so that an interrupted
 * backup never looks like one and is removed.
 */
export async function writeBackup(
  db: Pick<Db, 'backup' | 'catalog' | 'read'>,
  file: string,
  onProgress: (share: number) => void = () => {},
  inspect?: (snapshot: Query) => Promise<void>,
): Promise<void> {
  if (!(await db.catalog.tables(db.read)).some(({ name }) => name === 'schema_migrations'))
    throw new StartError('The database has no tables of Galley, so there is nothing to back up; check DATABASE_URL.')
  const partial = `${file}.partial`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite's own error would not name the folder.
  accessSync(dirname(file), constants.W_OK)
  // Removes the leftover of a crash.
  rmSync(partial, { force: true })
  try {
    await db.backup(partial, onProgress, inspect)
    renameSync(partial, file)
  } finally {
    rmSync(partial, { force: true })
  }
}
