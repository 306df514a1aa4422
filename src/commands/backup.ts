// galley backup and galley restore: a consistent copy while others write, and the way back. Nothing is overwritten unasked.

import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openDeps } from '../compose.ts'
import { readConfig } from '../config.ts'
import { restoreBackup } from '../engine/db/backup.ts'
import { StartError } from '../errors.ts'
import { createProgress } from './progress.ts'

export async function backupCommand(target: string | undefined, options: { force?: boolean }): Promise<void> {
  const deps = await openDeps({ migrate: false })
  const file = resolve(
    target ?? join(deps.config.dataDir, 'backups', `galley-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`),
  )
  if (existsSync(file) && !options.force)
    throw new StartError(`${file} exists; choose another name, or add --force to replace it.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const progress = createProgress(1, 'Backing up')
  // Written beside its place and moved there when whole: a backup that was cut short never looks like one.
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  await deps.db.backup(unfinished, progress.advance)
  renameSync(unfinished, file)
  progress.finish(`Backed up to ${file} (${Math.ceil(statSync(file).size / 1024).toLocaleString('en')} KiB).`)
  await deps.close()
}

export async function restoreCommand(source: string, options: { force?: boolean }): Promise<void> {
  const config = readConfig()
  const file = resolve(source)
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  const progress = createProgress(1, 'Restoring')
  const replaced = await restoreBackup(config, file, options.force === true)
  const deps = await openDeps({ migrate: true })
  await deps.close()
  progress.finish(`Restored from ${file}.${replaced ? ` What was there before is kept as ${replaced}.` : ''}`)
}
