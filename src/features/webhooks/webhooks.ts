// The rules of webhooks: made, changed, paused, tested, given another secret; and what was sent to them. What is said to them
// is emit.ts, how it is sent sending.ts.

import { hash } from 'node:crypto'
import type { Actor } from '#actor.ts'
import type { Deps, RecordAudit } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { backlogGauges } from '#engine/tasks/backlog.ts'
import { DELIVERIES } from '#engine/tasks/kinds.ts'
import { conflict, invalidValue, notFound } from '#errors.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { queueMessages } from './emit.ts'
import { TEST_KIND } from './kinds.ts'
import type {
  DeliveryDetailOut,
  DeliveryOut,
  WebhookCreate,
  WebhookOut,
  WebhookSecretOut,
  WebhookUpdate,
} from './schemas.ts'
import { FORMER_SECRET_MS, newSecret } from './signing.ts'
import * as store from './store.ts'

const MOST_WEBHOOKS = 50
const KEPT_MS = 30 * DAY
const hashOf = (secret: string): string => hash('sha256', secret)

type WebhookAction = `webhook.${'created' | 'changed' | 'deleted' | 'rotated' | 'tested' | 'replayed'}`

export type WebhookDeps = Deps & {
  record: RecordAudit<WebhookAction>
  categoryExists: (query: Query, actor: Actor, id: number) => Promise<boolean>
}

export async function listWebhooks({ db }: Deps): Promise<WebhookOut[]> {
  const [rows, pending] = [await store.listWebhooks(db.read), await store.countPending(db.read)]
  return rows.map((row) => presentWebhook(row, pending.get(row.id)))
}

export async function createWebhook(deps: WebhookDeps, actor: Actor, given: WebhookCreate): Promise<WebhookSecretOut> {
  const { db, clock, record } = deps
  const { url, name, events = [], category_id = null, visibility = 'restricted' } = given
  checkUrl(url)
  const webhook = await db.inTransaction(async (tx) => {
    await checkCategory(deps, tx, actor, category_id)
    // Two who make the last one at the same moment would both find room.
    await db.dialect.lock(tx, 'webhooks')
    if ((await store.listWebhooks(tx)).length >= MOST_WEBHOOKS)
      throw conflict(`There are ${MOST_WEBHOOKS} webhooks; delete one first`)
    const now = clock.now()
    const secret = newSecret()
    const { id } = await store.insertWebhook(tx, {
      name: name || new URL(url).host,
      url,
      kinds: JSON.stringify(events),
      category_id,
      visibility,
      secret,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })
    await record(tx, actor, 'webhook.created', `webhook:${id}`, { url, events }, now)
    return { id, secretHash: hashOf(secret) }
  })
  // Read after the transaction, whose result may be kept for an Idempotency-Key: a secret has one place. A repeat shows the
  // one that the first response had, and none that was made since.
  const row = await store.findWebhook(db.read, webhook.id)
  if (!row) throw notFound('Webhook')
  return { ...presentWebhook(row), signing_secret: hashOf(row.secret) === webhook.secretHash ? row.secret : null }
}

export async function updateWebhook(
  deps: WebhookDeps,
  actor: Actor,
  id: number,
  given: WebhookUpdate,
): Promise<WebhookOut> {
  const { db, clock, record } = deps
  const { url, events, paused, ...fields } = given
  if (url !== undefined) checkUrl(url)
  await db.inTransaction(async (tx) => {
    await checkCategory(deps, tx, actor, fields.category_id)
    const now = clock.now()
    const row = await store.updateWebhook(tx, id, {
      ...fields,
      ...(url !== undefined && { url }),
      ...(events && { kinds: JSON.stringify(events) }),
      ...(paused !== undefined && { state: paused ? 'paused' : 'active', pause_reason: null }),
      updated_at: now,
    })
    if (!row) throw notFound('Webhook')
    await record(tx, actor, 'webhook.changed', `webhook:${id}`, { ...given }, now)
    // Wakes the sender: what was kept while the webhook was paused may be due.
    tx.notify('webhooks')
  })
  return getWebhook(deps, id)
}

export async function deleteWebhook({ db, clock, record }: WebhookDeps, actor: Actor, id: number): Promise<void> {
  await db.inTransaction(async (tx) => {
    const gone = await store.deleteWebhook(tx, id)
    if (!gone) throw notFound('Webhook')
    await record(tx, actor, 'webhook.deleted', `webhook:${id}`, { url: gone.url }, clock.now())
  })
}

/** rotateSecret: for a day every message carries a signature by the former secret as well. */
export async function rotateSecret(deps: WebhookDeps, actor: Actor, id: number): Promise<WebhookSecretOut> {
  const { db, clock, record } = deps
  const secret = newSecret()
  await db.inTransaction(async (tx) => {
    const now = clock.now()
    const before = await store.findWebhook(tx, id)
    if (!before) throw notFound('Webhook')
    const former = { former_secret: before.secret, former_until: now + FORMER_SECRET_MS }
    await store.updateWebhook(tx, id, { secret, ...former, updated_at: now })
    await record(tx, actor, 'webhook.rotated', `webhook:${id}`, {}, now)
  })
  return { ...(await getWebhook(deps, id)), signing_secret: secret }
}

/** testWebhook says something that is only for this one; it is sent like everything else. */
export async function testWebhook({ db, clock, record }: WebhookDeps, actor: Actor, id: number): Promise<DeliveryOut> {
  return db.inTransaction(async (tx) => {
    if (!(await store.findWebhook(tx, id))) throw notFound('Webhook')
    await queueMessages(tx, [{ id }], TEST_KIND, 'test', clock.now(), { webhook_id: id })
    await record(tx, actor, 'webhook.tested', `webhook:${id}`, {}, clock.now())
    return presentDelivery((await store.listDeliveries(tx, id, Number.MAX_SAFE_INTEGER, 1))[0]!)
  })
}

export async function listDeliveries({ db }: Deps, id: number, { cursor, limit }: { cursor?: string; limit: number }) {
  if (cursor !== undefined && !/^[0-9]{1,15}$/.test(cursor))
    throw invalidValue(['query', 'cursor'], 'not a cursor of this list', cursor)
  if (!(await store.findWebhook(db.read, id))) throw notFound('Webhook')
  const rows = await store.listDeliveries(db.read, id, Number(cursor ?? Number.MAX_SAFE_INTEGER), limit + 1)
  const items = rows.slice(0, limit).map(presentDelivery)
  return { items, next_cursor: rows.length > limit ? String(items.at(-1)!.id) : null }
}

export async function getDelivery({ db }: Deps, id: number, deliveryId: number): Promise<DeliveryDetailOut> {
  const webhook = await store.findWebhook(db.read, id)
  const row = webhook && (await store.findDelivery(db.read, id, deliveryId))
  if (!row) throw notFound('Delivery')
  const { response_status: status, response_body: body } = row
  return {
    ...presentDelivery(row),
    request: { url: webhook.url, body: row.body },
    response: status === null ? null : { status, body: body ?? '' },
  }
}

export async function replayDelivery(
  { db, clock, record }: WebhookDeps,
  actor: Actor,
  id: number,
  deliveryId: number,
): Promise<DeliveryOut> {
  return db.inTransaction(async (tx) => {
    const row = await store.replayDelivery(tx, id, deliveryId, clock.now())
    if (!row) throw notFound('Delivery')
    const detail = { delivery_id: deliveryId, event: row.kind }
    await record(tx, actor, 'webhook.replayed', `webhook:${id}`, detail, clock.now())
    tx.notify('webhooks')
    return presentDelivery(row)
  })
}

/** forgetDeliveries is one batch of what is older than 30 days, sent or not. */
export const forgetDeliveries = (tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> =>
  store.deleteDeliveries(tx, clock.now() - KEPT_MS, most)

export const webhookGauges = (deps: Deps) =>
  backlogGauges(deps, DELIVERIES, {
    name: 'galley_webhook_deliveries',
    help: 'Messages to webhooks that are not paused and have not got them yet, and those given up within a day.',
    noun: 'messages',
    // Attempts take 75 hours. One that was sent again by hand may be older, and is not counted.
    allAttemptsMs: 5 * DAY,
    where: store.isActive,
  })

async function getWebhook({ db }: Deps, id: number): Promise<WebhookOut> {
  const row = await store.findWebhook(db.read, id)
  if (!row) throw notFound('Webhook')
  return presentWebhook(row, (await store.countPending(db.read)).get(id))
}

/** checkUrl refuses a password in an address: the list, each delivery and the audit trail show the address. */
function checkUrl(url: string): void {
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw invalidValue(['body', 'url'], 'not an http or https address', url)
  if (parsed.username !== '' || parsed.password !== '')
    throw invalidValue(['body', 'url'], 'an address must not contain a user name or password', '')
}

async function checkCategory(
  { categoryExists }: WebhookDeps,
  tx: Tx,
  actor: Actor,
  id: number | null | undefined,
): Promise<void> {
  if (id !== null && id !== undefined && !(await categoryExists(tx, actor, id)))
    throw invalidValue(['body', 'category_id'], 'there is no such category', id)
}

const presentWebhook = (row: store.WebhookRow, pending = 0): WebhookOut => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: JSON.parse(row.kinds) as string[],
  category_id: row.category_id,
  visibility: row.visibility,
  state: row.state,
  pause_reason: row.state === 'paused' ? row.pause_reason : null,
  pending,
  created_at: stamp(row.created_at),
  updated_at: stamp(row.updated_at),
})

const presentDelivery = (row: store.DeliveryRow): DeliveryOut => ({
  id: row.id,
  message_id: row.message,
  event: row.kind,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.run_at === null ? null : stamp(row.lease_until ?? row.run_at),
  created_at: stamp(row.created_at),
  sent_at: stampOrNull(row.sent_at),
  response_status: row.response_status,
  error: row.error,
  took_ms: row.took_ms,
})
