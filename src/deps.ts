// Dependencies of Galley's parts, built once by compose.ts or a test and passed down. This file imports engines; engines
// never import this file, so that they can be read and tested alone.

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

export type ReadDeps = Pick<Deps, 'db'>

/** Writes the audit trail; for features that accounts import and that can't import accounts. */
export type RecordAudit<Action extends string> = (
  tx: Tx,
  actor: Actor,
  action: Action,
  target: string,
  detail: Record<string, unknown>,
  now: number,
) => Promise<void>
