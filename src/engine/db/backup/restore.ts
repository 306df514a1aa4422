// Restoring a backup, of either engine into either: it is read to its end first (read-backup.ts), and what is there gives way in
// one step, or stays as it was. On SQLite the copy replaces the file, which is set aside whole. On PostgreSQL the copy is moved
// into a schema beside the live tables, these are set aside as a dump, and one transaction swaps them. Nothing is replaced unasked.

import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { StartError } from '#errors.ts'
import { stampInName } from '#time.ts'
import { type DbConfig, databaseFile } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb } from '../open.ts'
import { dropIncoming, makeIncoming, refuseInUse, restoreUrls, swapIncoming } from '../postgres/incoming.ts'
import { dump } from '../postgres/postgres.ts'
import { moveDatabase } from './move.ts'
import { withCopyOf } from './read-backup.ts'

/** restoreBackup replaces an existing database only when forced, and returns where the old one is kept, if it is. */
export const restoreBackup = (config: DbConfig, file: string, force: boolean): Promise<string | undefined> =>
  config.databaseUrl === '' ? restoreFile(config.dataDir, file, force) : restoreIntoServer(config, file, force)

/** The database file, then SQLite's -wal and -shm files. */
export const databaseFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((suffix) => databaseFile(dataDir) + suffix)

async function restoreFile(dataDir: string, file: string, force: boolean): Promise<string | undefined> {
  const [database, ...beside] = databaseFiles(dataDir) as [string, ...string[]]
  const replaced = existsSync(database) ? `${database}.replaced-${stampInName(Date.now())}` : undefined
  if (replaced && !force) {
    throw new StartError(
      `${database} exists; stop the service, then add --force to replace it (the current one is kept beside it as .replaced).`,
    )
  }
  return withCopyOf(file, join(dataDir, 'scratch-'), async (folder) => {
    if (replaced) {
      foldLog(database)
      // The -wal file moves along if it couldn't be checkpointed: after a crash it holds the newest commits.
      for (const one of [...beside, database])
        if (existsSync(one)) renameSync(one, replaced + one.slice(database.length))
    }
    renameSync(databaseFile(folder), database)
    return replaced
  })
}

/** Checkpoints the WAL; refuses a database in use, and leaves a damaged one alone. */
function foldLog(file: string): void {
  try {
    const database = new Sqlite(file, { timeout: 0 })
    try {
      database.pragma('journal_mode = delete')
    } finally {
      database.close()
    }
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY'))
      throw new StartError(`${file} is in use; stop the service (and its workers), then restore.`)
  }
}

async function restoreIntoServer(config: DbConfig, file: string, force: boolean): Promise<string | undefined> {
  const urls = restoreUrls(config.databaseUrl)
  const { isFilled } = await refuseInUse(urls.live)
  if (isFilled && !force)
    throw new StartError('The database already holds Galley data; stop the service, then add --force to replace it.')
  return withCopyOf(file, join(config.dataDir, 'scratch-'), async (folder) => {
    const kept = isFilled ? await setAside(urls.live, config.dataDir) : undefined
    const live = await openDb({ ...config, databaseUrl: urls.live })
    try {
      await makeIncoming(live)
      await load({ ...config, databaseUrl: '', dataDir: folder }, { ...config, databaseUrl: urls.incoming })
      await refuseInUse(urls.live)
      await swapIncoming(live)
      return kept
    } catch (error) {
      await dropIncoming(live).catch(() => {})
      throw new StartError(
        `${file} could not be restored (${(error as Error).message.replace(/\.$/, '')}); nothing was changed.`,
        { cause: error },
      )
    } finally {
      await live.close()
    }
  })
}

/** Also migrates a copy of an older version. */
async function load(copy: DbConfig, incoming: DbConfig): Promise<void> {
  const source = await openDb(copy)
  const target = await openDb(incoming)
  try {
    await migrate(source)
    await migrate(target)
    await moveDatabase(source, target)
  } finally {
    await source.close()
    await target.close()
  }
}

async function setAside(url: string, dataDir: string): Promise<string> {
  const file = join(dataDir, 'backups', `replaced-${stampInName(Date.now())}.backup`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  await dump(url, file, () => {})
  return file
}
