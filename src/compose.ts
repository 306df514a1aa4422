// Opens what every command needs (settings, log, database, mail) and closes it again.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, readConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { writeBackup } from './engine/db/backup/backup.ts'
import { type Db, databaseFile } from './engine/db/db.ts'
import { openDb } from './engine/db/open.ts'
import { findNextMigration, isMoveUnfinished } from './engine/db/schema.ts'
import { createMailer } from './engine/mail.ts'
import { Sandbox } from './engine/sandbox.ts'
import { StartError } from './errors.ts'
import { createLog } from './logging.ts'

/** The code that runs in sandbox processes. */
export const SANDBOX_TASKS = new URL('./sandbox-tasks.ts', import.meta.url)
/** Checking this much takes some 50 ms; the scheduler checks larger files once a day. */
const READ_AT_START_BYTES = 32 * 1024 * 1024

type OpenOptions = {
  migrate: boolean
  /** For commands for which an empty database is useless, and would only be created in the wrong place. */
  existing?: boolean
  /** For `galley move` alone; other commands refuse a database with an unfinished move. */
  resumesMove?: boolean
  onMigration?: (name: string) => void
}

type OpenedDeps = Deps & { close: () => Promise<void> }

/** Opens and migrates the database, or throws a StartError that says what to do. */
export async function openDeps(options: OpenOptions, config: Config = readConfig()): Promise<OpenedDeps> {
  actAsOwner(config.dataDir)
  if (options.existing && !hasDatabase(config))
    throw new StartError(
      `There is no database in ${config.dataDir}; start the service to make one, or set GALLEY_DATA to the folder that has it.`,
    )
  const log = createLog(config)
  const db = await openDb(config)
  try {
    if (!options.resumesMove) await refuseHalfMoved(db, config)
    if (options.migrate) await bringUpToDate(db, config, log, options)
  } catch (error) {
    await db.close()
    throw error
  }
  const mail = createMailer(config, log)
  const sandbox = new Sandbox(SANDBOX_TASKS)
  const close = async () => {
    await mail.close()
    await sandbox.close()
    await db.close()
  }
  return { config, db, clock: db.clock, log, mail, sandbox, close }
}

/**
 * Gives up root for the data folder's owner. The service couldn't write files that root created: a backup folder of root's
 * stopped every scheduled backup.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  if (uid === 0) return
  try {
    process.setgroups!([gid])
    process.setgid!(gid)
    process.setuid!(uid)
  } catch (error) {
    throw new StartError(
      `root may not become uid ${uid}, whom ${dataDir} belongs to (${(error as Error).message}); run this as that user.`,
    )
  }
  process.stderr.write(`galley: acting as uid ${uid}, whom ${dataDir} belongs to, instead of as root\n`)
}

async function bringUpToDate(db: Db, config: Config, log: Logger, options: OpenOptions): Promise<void> {
  await refuseDamage(db)
  const next = await findNextMigration(db)
  if (next === undefined) return
  if (next.isInUse) await copyBeforeMigration(db, next.name, config, log)
  const { migrate } = await import('./engine/db/migrate.ts')
  await migrate(db, undefined, options.onMigration)
}

async function refuseHalfMoved(db: Db, { databaseUrl, dataDir }: Config): Promise<void> {
  if (!(await isMoveUnfinished(db))) return
  const target = databaseUrl.replace(/:[^:@/]*@/, ':<password>@') || dataDir
  throw new StartError(
    `Not everything has been moved into this database yet; with the settings of the old one run: galley move --to ${target} (it continues where it stopped)`,
  )
}

/** Only checks SQLite's file: PostgreSQL is checked by opening it. */
export const hasDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== '' || existsSync(databaseFile(dataDir))

/** Creates a named restore point on servers with point-in-time recovery; requires a privilege that not every user has. */
async function nameMoment(give: NonNullable<Db['nameMoment']>, name: string, log: Logger): Promise<void> {
  try {
    await give(name)
    log.info({ name }, 'restore point before the migration')
  } catch (error) {
    log.warn({ name, err: error }, 'no restore point before the migration: this user may not make one')
  }
}

/** Keeps a way back: a copy of the file, or a named restore point. */
async function copyBeforeMigration(db: Db, next: string, { dataDir }: Config, log: Logger): Promise<void> {
  if (db.nameMoment) return nameMoment(db.nameMoment, `galley before ${next}`, log)
  const file = join(dataDir, 'backups', `before-${next}.backup`)
  try {
    await writeBackup(db, file)
    log.info({ file }, 'copied before the migration')
  } catch (error) {
    // A full disk doesn't stop the migration: a failing one changes nothing.
    log.warn({ file, err: error }, 'no copy before the migration')
  }
}

async function refuseDamage(db: Db): Promise<void> {
  const damage = await db.findDamage(READ_AT_START_BYTES)
  if (damage !== undefined)
    throw new StartError(
      `The database is damaged (${damage}); restore a backup with: galley restore <file> --force (the current file is kept)`,
    )
}
