// galley backup and galley restore: a consistent copy during operation, and restoring it. Overwrites nothing without
// confirmation.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { actAsOwner, openDeps } from '#compose.ts'
import { readConfig } from '#config.ts'
import { writeBackup } from '#engine/db/backup/backup.ts'
import { restoreBackup } from '#engine/db/backup/restore.ts'
import { writeVerifiedBackup } from '#engine/db/backup/verify.ts'
import { StartError } from '#errors.ts'
import { indexAll } from '#features/documents/search/indexing/maintenance.ts'
import { stampInName } from '#time.ts'
import { localPath } from './local-path.ts'
import { createProgress } from './progress.ts'

export async function backupCommand(
  target: string | undefined,
  options: { force?: boolean; verify?: boolean },
): Promise<void> {
  const deps = await openDeps({ migrate: false, existing: true })
  const named = `galley-${stampInName(deps.clock.now())}.backup`
  const file = localPath(target ?? join(deps.config.dataDir, 'backups', named))
  if (existsSync(file) && !options.force)
    throw new StartError(`${file} exists; choose another name, or add --force to replace it.`)
  const progress = createProgress(1, 'Backing up')
  const write = options.verify ? writeVerifiedBackup : writeBackup
  const compared = await write(deps.db, file, progress.advance)
  const size = `${Math.ceil(statSync(file).size / 1024).toLocaleString('en')} KiB`
  const verdict = compared ? ` Verified by restoring it: ${describe(compared)}.` : ''
  progress.finish(`Backed up to ${file} (${size}).${verdict}`)
  await deps.close()
}

const describe = ({ tables, rows }: { tables: number; rows: number }): string =>
  `${rows.toLocaleString('en')} rows of ${tables} tables match`

export async function restoreCommand(source: string, options: { force?: boolean }): Promise<void> {
  const config = readConfig()
  const file = localPath(source)
  actAsOwner(config.dataDir)
  refuseUnreadable(file)
  const replaced = await restoreBackup(config, file, options.force === true)
  const deps = await openDeps({ migrate: true })
  // A backup of the other engine has no index.
  await indexAll(deps, () => {})
  await deps.close()
  process.stderr.write(`Restored from ${file}.${replaced ? ` The previous database is kept as ${replaced}.` : ''}\n`)
}

function refuseUnreadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new StartError(`There is no file ${file}.`)
  }
}
