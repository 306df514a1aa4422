// How much room an update takes that writes every text once more. On SQLite it must not begin where it can't end; a server's
// disk is not seen from here, so people are told how much it is.

import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#errors.ts'
import { type Db, type DbConfig, databaseFile } from './db.ts'

/**
 * How often the size of the database must fit on the disk beside it. For the file: a copy from before, the new tables, and
 * their way to the disk. For a server, whose log is its own affair: the new tables, and indexes that are made anew.
 */
const TIMES = { sqlite: 3, postgres: 1.5 }

/** neededRoom is in bytes. */
export const neededRoom = async ({ dialect, catalog, read }: Db): Promise<number> =>
  TIMES[dialect.name] * (await catalog.size(read))

export const asMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`

/** refuseLittleRoom returns what is needed, if there is that much. */
export async function refuseLittleRoom(db: Db, { databaseUrl, dataDir }: DbConfig): Promise<number> {
  const needed = await neededRoom(db)
  if (databaseUrl !== '') return needed
  const { bavail, bsize } = statfsSync(dirname(databaseFile(dataDir)))
  const lack = lackOfRoom(needed, bavail * bsize)
  if (lack !== undefined)
    throw new StartError(`${lack} in ${dataDir}. Make room, then start again; nothing has changed.`)
  return needed
}

export const lackOfRoom = (needed: number, free: number): string | undefined =>
  free >= needed
    ? undefined
    : `This update needs ${asMegabytes(needed)} of free disk, and there are ${asMegabytes(free)}`
