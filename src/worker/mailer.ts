// The sender of mails, beside the jobs of a worker: takes what is due, one mail after the other. What an attempt is and what
// follows from it is features/inbox/mailing.ts, which is loaded with the first mail.

import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import { isMailDue } from '#features/inbox/notify.ts'
import { SECOND } from '#time.ts'

const POLL_MS = 5 * SECOND

type MailerDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'> & { pauses?: readonly number[] }

/** runMailer returns after an orderly stop, when the mail under way is settled. */
export async function runMailer(deps: MailerDeps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> {
  const bell = new Bell()
  const stopListening = deps.db.on('mails', () => bell.ring())
  const onStop = () => bell.ring()
  signal.addEventListener('abort', onStop)
  while (!signal.aborted) {
    try {
      if (await isMailDue(deps.db.read, deps.clock.now())) await sendAll(deps, signal)
    } catch (error) {
      deps.log.error({ err: error }, 'mails could not be taken')
    }
    await bell.wait(pollMs)
  }
  signal.removeEventListener('abort', onStop)
  stopListening()
}

async function sendAll(deps: MailerDeps, signal: AbortSignal): Promise<void> {
  const { sendNext } = await import('#features/inbox/mailing.ts')
  const { WAITING } = await import('#waiting.ts')
  while (!signal.aborted && (await sendNext({ ...deps, ...WAITING }))) {}
}
