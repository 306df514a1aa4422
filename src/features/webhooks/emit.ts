// The outbox: whoever changes something says so here, in the same transaction, and a message for each webhook that wants to
// hear of it is saved with the change. What is rolled back was never said; what is committed is sent, sooner or later.
//
// Where nobody listens this is one look at an empty table for a transaction, and nothing is read about the subject.

import { randomBytes } from 'node:crypto'
import type { Tx } from '#engine/db/db.ts'
import { stamp } from '#time.ts'
import type { TEST_KIND, WebhookKind } from './kinds.ts'
import { findEventDocument, insertDeliveries, type Listening, listAbove, listListening } from './store.ts'

/** An EventSubject is what an event is about; messages about one document reach a webhook in the order in which they were said. */
type EventSubject = { documentId: number } | { jobId: number } | { userId: number }

const MOST_SECRET = { public: 0, members: 1, restricted: 2 } as const
const listening = new WeakMap<Tx, Listening[]>()

async function listeningIn(tx: Tx): Promise<Listening[]> {
  const known = listening.get(tx) ?? (await listListening(tx))
  listening.set(tx, known)
  return known
}

/** emit is called after the change, and before the deletion of a document; `data` is added to what is known of the subject. */
export async function emit(
  tx: Tx,
  kind: WebhookKind,
  subject: EventSubject,
  at: number,
  data: Record<string, unknown> = {},
): Promise<void> {
  const interested = (await listeningIn(tx)).filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind))
  if (interested.length === 0) return
  if ('userId' in subject)
    return say(tx, interested, kind, `user:${subject.userId}`, at, { id: subject.userId, ...data })
  const document = await findEventDocument(tx, subject)
  if (!document) return
  const { id, category_id, audience } = document
  const isNarrow = interested.some((webhook) => webhook.category_id !== null)
  const above = isNarrow && category_id !== null ? await listAbove(tx, category_id) : []
  const matching = interested.filter(
    (webhook) =>
      MOST_SECRET[audience] <= MOST_SECRET[webhook.visibility] &&
      (webhook.category_id === null || above.includes(webhook.category_id)),
  )
  await say(tx, matching, kind, `document:${id}`, at, {
    document: { ...document, published: document.published === 1 },
    ...data,
  })
}

/** say writes a message for each webhook; the payload has no text of a document, so that it stays far below 20 kB. */
export async function say(
  tx: Tx,
  webhooks: readonly Pick<Listening, 'id'>[],
  kind: WebhookKind | typeof TEST_KIND,
  lane: string,
  at: number,
  data: Record<string, unknown>,
): Promise<void> {
  if (webhooks.length === 0) return
  const body = JSON.stringify({ type: kind, timestamp: stamp(at), data })
  const rows = webhooks.map(({ id }) => ({
    webhook_id: id,
    message: `msg_${randomBytes(18).toString('base64url')}`,
    kind,
    lane,
    body,
    next_at: at,
    created_at: at,
  }))
  await insertDeliveries(tx, rows)
  tx.notify('webhooks')
}
