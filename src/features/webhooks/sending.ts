// One attempt to send a message, and its outcome. A message is a task: when a sender dies, its lease expires and another one sends
// the message again under the same id. A receiver may get a message twice, but never under two ids, and never out of order with
// another one about the same document.

import type { Actor } from '#actor.ts'
import type { Deps, RecordAudit } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { OutgoingResponse } from '#engine/outgoing.ts'
import { DELIVERIES } from '#engine/tasks/kinds.ts'
import { claimDueTasks, endTask, handBack } from '#engine/tasks/tasks.ts'
import { DAY, HOUR, MINUTE, SECOND, stamp } from '#time.ts'
import { headersOf } from './signing.ts'
import * as store from './store.ts'

/** `record` and `tellPaused` are those of accounts, which this feature may not call. */
export type SendingDeps = Deps & {
  record: RecordAudit<'webhook.paused'>
  tellPaused: (webhook: store.WebhookRow) => Promise<void>
}

/** Parallel requests per webhook and process. */
const AT_ONCE = 4
const TIMEOUT_MS = 20 * SECOND
/** PAUSES are those before the second and each later attempt: ten attempts in 75 hours. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** JITTER spreads what failed together, so that it does not come back together. */
const JITTER = 0.2
const GONE = 410
const SENDER: Actor = { userId: null, role: null, label: 'webhook sender', member: false }

/** Claims due messages per webhook, so that a hanging receiver takes no room from others. */
export async function claimDeliveries(
  deps: SendingDeps,
  running: readonly store.DeliveryRow[],
): Promise<store.DeliveryRow[]> {
  const taken: store.DeliveryRow[] = []
  for (const id of await store.listDue(deps.db.read, deps.clock.now())) {
    const limit = AT_ONCE - running.filter(({ webhook_id }) => webhook_id === id).length
    if (limit > 0) taken.push(...(await claimDueTasks(deps, DELIVERIES, { limit, where: store.isNextOf(id) })))
  }
  return taken
}

/** Sends a claimed message, or hands it back uncounted if `stopping` aborts. */
export async function attempt(deps: SendingDeps, delivery: store.DeliveryRow, stopping: AbortSignal): Promise<void> {
  const { config, db, clock } = deps
  const webhook = await store.findWebhook(db.read, delivery.webhook_id)
  if (!webhook) return
  const started = clock.now()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const outgoing = { url: webhook.url, headers: headersOf(webhook, delivery, started), body: delivery.body }
  // Loaded by the first message: most workers send none, and it takes 6 MB.
  const { post } = await import('#engine/outgoing.ts')
  const response = await post(outgoing, config.webhookNetworks, AbortSignal.any([stopping, timeout])).catch(
    (error: unknown) => (timeout.aborted ? `No response within ${TIMEOUT_MS / SECOND} s` : wordsOf(error)),
  )
  if (typeof response === 'string' && stopping.aborted)
    await db.inTransaction((tx) => handBack(tx, DELIVERIES, delivery, clock.now()))
  else await settle(deps, { webhook, delivery }, response, started)
}

/** settle takes the response, or the words for why there was none. */
async function settle(
  deps: SendingDeps,
  { webhook, delivery }: { webhook: store.WebhookRow; delivery: store.DeliveryRow },
  response: OutgoingResponse | string,
  started: number,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const received = typeof response === 'string' ? undefined : response
  const status = received?.status ?? 0
  const seen = {
    sent_at: started,
    response_status: received?.status ?? null,
    response_body: received?.body ?? null,
    took_ms: now - started,
  }
  const outcome =
    status >= 200 && status < 300
      ? { run_at: null, status: 'delivered' as const, finished_at: now, error: null }
      : {
          ...next(delivery, now, received && retryAfter(received, now)),
          error: typeof response === 'string' ? response : `The receiver responded with ${status}`,
        }
  const isPaused = await db.inTransaction(async (tx) => {
    await endTask(tx, DELIVERIES, delivery, { ...outcome, ...seen })
    if (status === GONE) {
      await store.updateWebhook(tx, webhook.id, { state: 'gone', updated_at: now })
      await store.giveUpPending(tx, webhook.id, 'The receiver is gone (410)', now)
      return false
    }
    return (
      'status' in outcome &&
      outcome.status === 'failed' &&
      pauseFailing(deps, tx, webhook, { ...delivery, error: outcome.error }, now)
    )
  })
  if (isPaused) await deps.tellPaused(webhook)
}

/**
 * pauseFailing pauses a webhook whose receiver took nothing while a message was tried in vain, which is three days: its
 * messages wait until someone has looked. Of several messages that end at once, one pauses it.
 */
async function pauseFailing(
  { record }: SendingDeps,
  tx: Tx,
  { id, url }: store.WebhookRow,
  { created_at, error }: store.DeliveryRow,
  now: number,
): Promise<boolean> {
  if (await store.hasDelivered(tx, id, created_at)) return false
  const days = Math.round((now - created_at) / DAY)
  const reason = `The receiver has taken nothing for ${days} days. ${error}.`
  if (!(await store.pauseActive(tx, id, reason, now))) return false
  await record(tx, SENDER, 'webhook.paused', `webhook:${id}`, { url, failing_since: stamp(created_at) }, now)
  return true
}

/** next is another try later, or the end after the last one. */
function next({ attempts }: store.DeliveryRow, now: number, notBefore = 0) {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return { run_at: null, status: 'failed' as const, finished_at: now }
  const jittered = pause * (1 - JITTER / 2 + Math.random() * JITTER)
  return { run_at: Math.max(now + Math.round(jittered), notBefore) }
}

/** retryAfter is honoured up to a day; a date or nonsense counts as not given. */
function retryAfter({ headers }: OutgoingResponse, now: number): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? now + Math.min(seconds * SECOND, DAY) : 0
}

/** wordsOf names a fault of the network without the stack. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return error.name === 'AddressRefused' ? error.message : `The receiver could not be reached${code}`
}
