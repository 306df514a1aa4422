// The scheduled backup: a consistent copy in the data folder's `backups`, of which the newest few are kept.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { stamp } from '../time.ts'

const OURS = /^scheduled-[0-9T-]+Z\.backup$/

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** takeScheduledBackup never leaves half a copy under a name that looks like a whole one. */
export async function takeScheduledBackup({
  config,
  db,
  clock,
}: Pick<Deps, 'config' | 'db' | 'clock'>): Promise<string> {
  const folder = backupFolder(config.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `scheduled-${stamp(clock.now()).slice(0, 19).replaceAll(':', '-')}Z.backup`
  const partial = join(folder, `${name}.partial`)
  try {
    await db.backup(partial, () => {})
    renameSync(partial, join(folder, name))
  } finally {
    rmSync(partial, { force: true })
  }
  const old = readdirSync(folder)
    .filter((file) => OURS.test(file))
    .sort()
    .reverse()
    .slice(config.backupKeep)
  for (const file of old) rmSync(join(folder, file), { force: true })
  const { size } = statSync(join(folder, name))
  return `Wrote ${name} (${size} bytes), removed ${old.length} older`
}
