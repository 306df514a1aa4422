// The sender of webhooks, beside the jobs of a worker: takes messages that are due and has a few of each webhook under way at
// once, so that a receiver that hangs holds up nobody else's. What an attempt is and what follows from it is
// features/webhooks/sending.ts.

import type { Deps } from '#deps.ts'
import { attempt, type SendingDeps, takeDue } from '#features/webhooks/sending.ts'
import { SECOND } from '#time.ts'
import { inRounds } from './rounds.ts'

const POLL_MS = 2 * SECOND
/** AT_ONCE requests of one webhook are under way at the same time, in one process. */
const AT_ONCE = 4

type SenderDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>

/** withAccounts loads what pausing needs when a webhook is paused: most workers never pause one. */
const withAccounts = (deps: SenderDeps): SendingDeps => ({
  ...deps,
  record: async (...entry) => (await import('#features/accounts/audit/audit.ts')).recordAudit(...entry),
  tellPaused: async ({ name, url, created_by }) => {
    const { notifyAdmins } = await import('#features/accounts/notices.ts')
    await notifyAdmins(deps, created_by, 'webhook_paused', { webhook: `${name}, ${url}` })
  },
})

/** runSender returns after an orderly stop; what was under way has been handed back. */
export async function runSender(given: SenderDeps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> {
  const deps = withAccounts(given)
  const underWay = new Map<number, Set<Promise<void>>>()
  const rounds = { topic: 'webhooks', signal, pollMs, failed: 'messages could not be taken' } as const
  await inRounds(deps, rounds, async (bell) => {
    for (const one of await takeDue(deps, (id) => AT_ONCE - (underWay.get(id)?.size ?? 0))) {
      const mine = underWay.getOrInsertComputed(one.webhook.id, () => new Set())
      const running = attempt(deps, one, signal).finally(() => {
        mine.delete(running)
        bell.ring()
      })
      mine.add(running)
    }
  })
  await Promise.allSettled([...underWay.values()].flatMap((mine) => [...mine]))
}
