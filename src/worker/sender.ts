// Sends due webhook messages beside a worker's jobs, a few of each webhook in parallel, so that a hanging receiver doesn't
// delay others. Attempts and their consequences are in features/webhooks/sending.ts.

import type { Deps } from '#deps.ts'
import { attempt, type SendingDeps, takeDue } from '#features/webhooks/sending.ts'
import { SECOND } from '#time.ts'
import { runRounds } from './rounds.ts'

const POLL_MS = 2 * SECOND
/** Parallel requests per webhook and process. */
const AT_ONCE = 4

type SenderDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>

/** Loads the code for pausing on demand: most workers never pause a webhook. */
const withAccounts = (deps: SenderDeps): SendingDeps => ({
  ...deps,
  record: async (...entry) => (await import('#features/accounts/audit/audit.ts')).recordAudit(...entry),
  tellPaused: async ({ name, url, created_by }) => {
    const { notifyAdmins } = await import('#features/accounts/notices.ts')
    await notifyAdmins(deps, created_by, 'webhook_paused', { webhook: `${name}, ${url}` })
  },
})

/** Returns after an orderly stop; messages in progress have been handed back. */
export async function runSender(given: SenderDeps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> {
  const deps = withAccounts(given)
  const underWay = new Map<number, Set<Promise<void>>>()
  const rounds = { topic: 'webhooks', signal, pollMs, failed: 'messages could not be taken' } as const
  await runRounds(deps, rounds, async (bell) => {
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
