// Sends due mails one by one, beside a worker's jobs. Attempts and their consequences are in features/inbox/mailing.ts,
// loaded with the first mail.

import type { Deps } from '#deps.ts'
import { isMailDue } from '#features/inbox/mails.ts'
import { SECOND } from '#time.ts'
import { runRounds } from './rounds.ts'

const POLL_MS = 5 * SECOND

type MailerDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'> & { pauses?: readonly number[] }

/** Returns after an orderly stop, once the current mail is settled. */
export const runMailer = (deps: MailerDeps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> =>
  runRounds(deps, { topic: 'mails', signal, pollMs, failed: 'mails could not be taken' }, async () => {
    if (await isMailDue(deps.db.read, deps.clock.now())) await sendAll(deps, signal)
  })

async function sendAll(deps: MailerDeps, signal: AbortSignal): Promise<void> {
  const { sendNext } = await import('#features/inbox/mailing.ts')
  const { WAITING } = await import('#waiting.ts')
  while (!signal.aborted && (await sendNext({ ...deps, ...WAITING }))) {}
}
