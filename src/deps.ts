// What the parts of Galley are handed: built once by compose.ts or a test, and passed down.
// Each function takes only what it uses: Pick<Deps, 'db' | 'clock'>. This file names engines; engines never name this file,
// so that each engine can be read, and tested, without the composition.

import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './engine/db/db.ts'
import type { Mailer } from './engine/mail.ts'
import type { Sandbox } from './engine/sandbox.ts'
import type { Clock } from './time.ts'

export type Deps = {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  mail: Mailer
  sandbox: Sandbox
}

/** ReadDeps is all that a service needs that only reads. */
export type ReadDeps = Pick<Deps, 'db'>

/** RecordAudit writes to the audit trail of accounts; for features that accounts use, which therefore can't call accounts. */
export type RecordAudit<Action extends string> = (
  tx: Tx,
  actor: Actor,
  action: Action,
  target: string,
  detail: Record<string, unknown>,
  now: number,
) => Promise<void>
