// Sends due mails one by one, beside a worker's jobs. Attempts and their consequences are in features/inbox/mailing.ts,
// loaded with the first mail.

import type { Deps } from '#deps.ts'
import { MAILS } from '#engine/tasks/kinds.ts'
import { runTasks } from '#engine/tasks/run.ts'
import { claimNextMail } from '#features/inbox/mails.ts'
import { SECOND } from '#time.ts'

const POLL_MS = 5 * SECOND

/** Returns after an orderly stop, once the current mail is settled. */
export const runMailer = (
  deps: Deps & { pauses?: readonly number[] },
  signal: AbortSignal,
  pollMs = POLL_MS,
): Promise<void> =>
  runTasks(
    deps,
    {
      kind: MAILS,
      claim: async (running) => (running.length === 0 ? claimNextMail(deps) : []),
      perform: async (mail) => {
        const { sendMail } = await import('#features/inbox/mailing.ts')
        const { WAITING } = await import('#waiting.ts')
        await sendMail({ ...deps, ...WAITING }, mail)
      },
    },
    { topic: 'mails', signal, pollMs },
  )
