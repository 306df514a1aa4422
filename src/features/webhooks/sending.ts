// One attempt to send a message, and what becomes of it. Attempts are claimed in the database with a lease: a sender that dies
// leaves its message to the next one, which sends it again under the same id. A receiver may so see a message twice, never
// under two ids, and never out of order with another about the same document.

import type { Actor } from '#actor.ts'
import type { Deps, RecordAudit } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { OutgoingResponse } from '#engine/outgoing.ts'
import { DAY, HOUR, MINUTE, SECOND, stamp } from '#time.ts'
import { headersOf } from './signing.ts'
import * as store from './store.ts'

/** `record` and `tellPaused` are those of accounts, which this feature may not call. */
export type SendingDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'> & {
  record: RecordAudit<'webhook.paused'>
  tellPaused: (webhook: store.WebhookRow) => Promise<void>
}
type ClaimedDelivery = { webhook: store.WebhookRow; delivery: store.DeliveryRow }

const TIMEOUT_MS = 20 * SECOND
const LEASE_MS = 60 * SECOND
/** PAUSES are those before the second and each later attempt: ten attempts in 75 hours. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** JITTER spreads what failed together, so that it does not come back together. */
const JITTER = 0.2
const GONE = 410
const SENDER: Actor = { userId: null, role: null, label: 'webhook sender', member: false }

/** takeDue claims up to `most` messages of each webhook that has room; one that hangs takes no room from the others. */
export async function takeDue(
  { db, clock }: SendingDeps,
  roomFor: (webhookId: number) => number,
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const webhook of await store.listDue(db.read, clock.now())) {
    const limit = roomFor(webhook.id)
    if (limit <= 0) continue
    const rows = await db.inTransaction((tx) => {
      const now = clock.now()
      return store.claimDeliveries(tx, db.dialect, { webhookId: webhook.id, limit, now, until: now + LEASE_MS })
    })
    claimed.push(...rows.map((delivery) => ({ webhook, delivery })))
  }
  return claimed
}

/** attempt sends a claimed message; with `stopping` it is handed back, as if it had not been tried. */
export async function attempt(deps: SendingDeps, claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
  const { config, clock, log } = deps
  const { webhook, delivery } = claimed
  const started = clock.now()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const outgoing = { url: webhook.url, headers: headersOf(webhook, delivery, started), body: delivery.body }
  try {
    // Loaded by the first message: most workers send none, and it takes 6 MB.
    const { post } = await import('#engine/outgoing.ts')
    const response = await post(outgoing, config.webhookNetworks, AbortSignal.any([stopping, timeout])).catch(
      (error: unknown) => (timeout.aborted ? `No response within ${TIMEOUT_MS / SECOND} s` : wordsOf(error)),
    )
    if (typeof response === 'string' && stopping.aborted) await handBack(deps, delivery)
    else await settle(deps, claimed, response, started)
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'message left to its lease')
  }
}

const handBack = ({ db, clock }: SendingDeps, delivery: store.DeliveryRow): Promise<void> =>
  db.inTransaction((tx) =>
    store.settleDelivery(tx, delivery, { attempts: delivery.attempts - 1, next_at: clock.now(), sent_at: null }),
  )

/** settle takes the response, or the words for why there was none. */
async function settle(
  deps: SendingDeps,
  { webhook, delivery }: ClaimedDelivery,
  response: OutgoingResponse | string,
  started: number,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const received = typeof response === 'string' ? undefined : response
  const status = received?.status ?? 0
  const seen = {
    response_status: received?.status ?? null,
    response_body: received?.body ?? null,
    took_ms: now - started,
  }
  const outcome =
    status >= 200 && status < 300
      ? { status: 'delivered' as const, finished_at: now, error: null }
      : {
          ...next(delivery, now, received && retryAfter(received, now)),
          error: typeof response === 'string' ? response : `The receiver responded with ${status}`,
        }
  const isPaused = await db.inTransaction(async (tx) => {
    await store.settleDelivery(tx, delivery, { ...outcome, ...seen })
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
  if (pause === undefined) return { status: 'failed' as const, finished_at: now }
  const jittered = pause * (1 - JITTER / 2 + Math.random() * JITTER)
  return { next_at: Math.max(now + Math.round(jittered), notBefore) }
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
