// The sender of mails, beside the jobs of a worker: takes what is due, one mail after the other. What an attempt is and what
// follows from it is features/inbox/mailing.ts, which is loaded with the first mail.

import type { Deps } from '#deps.ts'
import { isMailDue } from '#features/inbox/mails.ts'
import { SECOND } from '#time.ts'
import { inRounds } from './rounds.ts'

const POLL_MS = 5 * SECOND

type MailerDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'> & { pauses?: readonly number[] }

/** runMailer returns after an orderly stop, when the mail under way is settled. */
export const runMailer = (deps: MailerDeps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> =>
  inRounds(deps, { topic: 'mails', signal, pollMs, failed: 'mails could not be taken' }, async () => {
    if (await isMailDue(deps.db.read, deps.clock.now())) await sendAll(deps, signal)
  })

async function sendAll(deps: MailerDeps, signal: AbortSignal): Promise<void> {
  const { sendNext } = await import('#features/inbox/mailing.ts')
  const { WAITING } = await import('#waiting.ts')
  while (!signal.aborted && (await sendNext({ ...deps, ...WAITING }))) {}
}
