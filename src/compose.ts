// Composition: opens what every command needs (settings, log, database, mail) and closes it again.

import type { Logger } from 'pino'
import { type Config, readConfig } from './config.ts'
import { type Deps, systemClock } from './deps.ts'
import { type Db, openDb } from './engine/db/db.ts'
import { migrate } from './engine/db/migrate.ts'
import { Turns } from './engine/db/turns.ts'
import { createMailer } from './engine/mail.ts'
import { Threads } from './engine/threads.ts'
import { WritingThread } from './engine/writing-thread.ts'
import { StartError } from './errors.ts'
import { createLog } from './logging.ts'

/** The files of what is done beside the event loop. */
export const PREPARE_THREAD = new URL('./features/documents/prepare-thread.ts', import.meta.url)
export const SAVE_THREAD = new URL('./features/documents/save-thread.ts', import.meta.url)
/** Reading this much takes some 50 ms; the beat looks through larger files once a day. */
const READ_AT_START_BYTES = 32 * 1024 * 1024

type Options = {
  migrate: boolean
  /** saveInThread is for whoever serves many people at once. */
  saveInThread?: boolean
  onMigration?: (name: string) => void
}

/** openDeps opens the database and brings it up to date, or throws a StartError that says what to do. */
export async function openDeps(
  options: Options,
  config: Config = readConfig(),
): Promise<Deps & { close: () => Promise<void> }> {
  const log = createLog(config)
  const turns = new Turns()
  const db = await openDb(config, turns)
  if (options.migrate) {
    await refuseDamage(db)
    await migrate(db, undefined, options.onMigration)
  }
  const mail = createMailer(config, log)
  const threads = new Threads(PREPARE_THREAD)
  const writing = options.saveInThread && db.dialect.savesHere ? writingThread(config, turns, log) : undefined
  const close = async () => {
    await mail.close()
    await threads.close()
    await writing?.close()
    await db.close()
  }
  return { config, db, clock: systemClock, log, mail, threads, writing, close }
}

export const writingThread = (
  { databaseUrl, dataDir, poolSize }: Config,
  { memory }: Turns,
  log: Pick<Logger, 'error'>,
): WritingThread =>
  new WritingThread(SAVE_THREAD, { config: { databaseUrl, dataDir, poolSize }, memory }, (error) =>
    log.error({ err: error }, 'the thread that writes has ended'),
  )

async function refuseDamage(db: Db): Promise<void> {
  const damage = await db.findDamage(READ_AT_START_BYTES)
  if (damage !== undefined)
    throw new StartError(
      `The database is damaged (${damage}); bring back a copy with: galley restore <file> --force (the present one is kept)`,
    )
}
