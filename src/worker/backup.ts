// The scheduled backup: a consistent copy in the data folder's `backups`, of which the newest few are kept.

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#deps.ts'
import { writeVerifiedBackup } from '#engine/db/backup/verify.ts'
import { stampInName } from '#time.ts'

const OURS = /^scheduled-[0-9T-]+Z\.backup$/
/** Left behind by a scheduler that was killed during a backup. */
const LEFT_BEHIND = /^scheduled-[0-9T-]+Z\.backup\.(?:partial|scratch-)/

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

export async function takeScheduledBackup({ config, db, clock }: Deps): Promise<string> {
  const folder = backupFolder(config.dataDir)
  const name = `scheduled-${stampInName(clock.now())}.backup`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const file of readdirSync(folder))
    if (LEFT_BEHIND.test(file)) rmSync(join(folder, file), { recursive: true, force: true })
  const { rows } = await writeVerifiedBackup(db, join(folder, name))
  const old = readdirSync(folder)
    .filter((file) => OURS.test(file))
    .sort()
    .reverse()
    .slice(config.backupKeep)
  for (const file of old) rmSync(join(folder, file), { force: true })
  const { size } = statSync(join(folder, name))
  return `Wrote and verified ${name} (${Math.ceil(size / 1024)} KiB, ${rows} rows), removed ${old.length} older`
}
