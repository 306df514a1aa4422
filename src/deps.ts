// What the parts of Galley are handed: built once by compose.ts or a test, and passed down.
// Each function takes only what it uses: Pick<Deps, 'db' | 'clock'>.

import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './engine/db/db.ts'
import type { Threads } from './engine/threads.ts'
import type { WriterThread } from './engine/writer-thread.ts'

/** Clock is the only source of the present time, in milliseconds, so that tests can move it. */
export type Clock = { now: () => number }
export const systemClock: Clock = { now: () => Date.now() }

export type Mail = { to: string; subject: string; text: string; html: string }
export type Mailer = {
  /** send resolves when the mail is taken over for delivery, not when it has arrived. */
  send: (mail: Mail) => Promise<void>
  /** deliver resolves when the mail server has the mail, and rejects when the first try fails; more are still made. */
  deliver: (mail: Mail) => Promise<void>
  close: () => Promise<void>
}

export type Deps = {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  mail: Mailer
  threads: Threads
  /** writing takes saves off the event loop; undefined where nobody waits for that loop, or writing does not block it. */
  writing: WriterThread | undefined
}
