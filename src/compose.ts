// Composition: opens what every command needs (settings, log, database, mail) and closes it again.

import { type Config, readConfig } from './config.ts'
import { type Deps, systemClock } from './deps.ts'
import { openDb } from './engine/db/db.ts'
import { migrate } from './engine/db/migrate.ts'
import { createMailer } from './engine/mail.ts'
import { createLog } from './logging.ts'

type Options = { migrate: boolean; onMigration?: (name: string) => void; env?: Record<string, string | undefined> }

/** openDeps opens the database and brings it up to date, or throws a StartError that says what to do. */
export async function openDeps(
  options: Options,
  config: Config = readConfig(options.env),
): Promise<Deps & { close: () => Promise<void> }> {
  const log = createLog(config)
  const db = await openDb(config)
  if (options.migrate) await migrate(db, undefined, options.onMigration)
  const mail = createMailer(config, log)
  const close = async () => {
    await mail.close()
    await db.close()
  }
  return { config, db, clock: systemClock, log, mail, close }
}
