// Sends due webhook messages beside a worker's jobs, a few of each webhook in parallel, so that a hanging receiver doesn't
// delay others. Attempts and their consequences are in features/webhooks/sending.ts.

import type { Deps } from '#deps.ts'
import { DELIVERIES } from '#engine/tasks/kinds.ts'
import { runTasks, type TaskWork } from '#engine/tasks/run.ts'
import { attempt, claimDeliveries, type SendingDeps } from '#features/webhooks/sending.ts'
import { SECOND } from '#time.ts'

const POLL_MS = 2 * SECOND

/** Loads the code for pausing on demand: most workers never pause a webhook. */
const withAccounts = (deps: Deps): SendingDeps => ({
  ...deps,
  record: async (...entry) => (await import('#features/accounts/audit/audit.ts')).recordAudit(...entry),
  tellPaused: async ({ name, url, created_by }) => {
    const { notifyAdmins } = await import('#features/accounts/notices.ts')
    await notifyAdmins(deps, created_by, 'webhook_paused', { webhook: `${name}, ${url}` })
  },
})

/** Returns after an orderly stop; messages in progress have been handed back. */
export function runSender(given: Deps, signal: AbortSignal, pollMs = POLL_MS): Promise<void> {
  const deps = withAccounts(given)
  const work: TaskWork<'webhook_deliveries'> = {
    kind: DELIVERIES,
    claim: (running) => claimDeliveries(deps, running),
    perform: (delivery, stop) => attempt(deps, delivery, stop),
  }
  return runTasks(deps, work, { topic: 'webhooks', signal, pollMs })
}
