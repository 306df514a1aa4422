// The outbox: whoever changes something says so here, in the same transaction, and a message for each webhook that wants to
// hear of it is saved with the change. What is rolled back was never said; what is committed is sent, sooner or later.
//
// Where nobody listens this is one look at an empty table for a transaction, and nothing is read about the subject.

import { randomBytes } from 'node:crypto'
import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { stamp } from '#time.ts'
import type { TEST_KIND, WebhookKind } from './kinds.ts'
import {
  findEventCategory,
  findEventDocument,
  insertDeliveries,
  type Listening,
  listAbove,
  listBelow,
  listInLane,
  listListening,
  rewriteDelivery,
} from './store.ts'

/** An EventSubject is what an event is about; messages about one document reach a webhook in the order in which they were said. */
type EventSubject = { documentId: number } | { jobId: number } | { categoryId: number } | { userId: number }

const MOST_SECRET = { public: 0, members: 1, restricted: 2 } as const
const listening = new WeakMap<Tx, Listening[]>()

async function listeningIn(tx: Tx): Promise<Listening[]> {
  const receivers = listening.get(tx) ?? (await listListening(tx))
  listening.set(tx, receivers)
  return receivers
}

const interestedIn = async (tx: Tx, kind: WebhookKind): Promise<Listening[]> =>
  (await listeningIn(tx)).filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind))

/** emit is called after the change, and before the deletion of its subject; `data` is added to what is known of it. */
export async function emit(
  tx: Tx,
  kind: WebhookKind,
  subject: EventSubject,
  at: number,
  data: Record<string, unknown> = {},
): Promise<void> {
  const interested = await interestedIn(tx, kind)
  if (interested.length === 0) return
  if ('userId' in subject)
    return queueMessages(tx, interested, kind, `user:${subject.userId}`, at, { id: subject.userId, ...data })
  if ('categoryId' in subject) {
    const category = await findEventCategory(tx, subject.categoryId)
    if (!category) return
    const { audience, ...shown } = category
    const heard = await new EventFilters(tx).matching(interested, { audience, category_id: category.id })
    return queueMessages(tx, heard, kind, `category:${category.id}`, at, { category: shown, ...data })
  }
  const document = await findEventDocument(tx, subject)
  if (!document) return
  const heard = await new EventFilters(tx).matching(interested, document)
  await queueMessages(tx, heard, kind, `document:${document.id}`, at, {
    document: { ...document, published: document.published === 1 },
    ...data,
  })
}

/** forgetAddress is for a person who is deleted: the messages about the account lose the address, those to be sent as well. */
export async function forgetAddress(tx: Tx, userId: number): Promise<void> {
  for (const { id, body } of await listInLane(tx, `user:${userId}`)) {
    const { data, ...message } = JSON.parse(body) as { data: Record<string, unknown> }
    const { email, ...rest } = data
    if (email !== undefined) await rewriteDelivery(tx, id, JSON.stringify({ ...message, data: rest }))
  }
}

/** FiledDocument is what filters look at. */
type FiledDocument = { audience: Visibility; category_id: number | null }
/** A KnownDocument is what a receiver knew of a document: its address, and where it was. */
type KnownDocument = FiledDocument & { id: number; slug: string }

/** EventFilters asks once for what is above a category, however many of its documents an event is about. */
class EventFilters {
  readonly #tx: Tx
  readonly #above = new Map<number, Promise<number[]>>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  async matching(webhooks: readonly Listening[], { audience, category_id }: FiledDocument): Promise<Listening[]> {
    const open = webhooks.filter(({ visibility }) => MOST_SECRET[audience] <= MOST_SECRET[visibility])
    const isNarrow = category_id !== null && open.some((webhook) => webhook.category_id !== null)
    const above = isNarrow ? await this.#aboveOf(category_id) : []
    return open.filter((webhook) => webhook.category_id === null || above.includes(webhook.category_id))
  }

  #aboveOf(categoryId: number): Promise<number[]> {
    const ancestors = this.#above.get(categoryId) ?? listAbove(this.#tx, categoryId)
    this.#above.set(categoryId, ancestors)
    return ancestors
  }
}

/**
 * emitWithdrawn tells those who could hear of a document and no longer can that it is gone, for them: by the id and slug that
 * they knew, and nothing of what it has become. Called after the change; `is` says where the document is now.
 */
export async function emitWithdrawn(
  tx: Tx,
  documents: readonly { was: KnownDocument; is: FiledDocument }[],
  at: number,
): Promise<void> {
  const interested = await interestedIn(tx, 'document.withdrawn')
  if (interested.length === 0) return
  const filters = new EventFilters(tx)
  for (const { was, is } of documents) {
    const hearing = new Set(await filters.matching(interested, is))
    const lost = (await filters.matching(interested, was)).filter((webhook) => !hearing.has(webhook))
    await queueRemoval(tx, lost, 'document.withdrawn', was, at)
  }
}

/** emitTreeMoved withdraws the documents of a category that was moved from those who listen to what was above it. */
export async function emitTreeMoved(tx: Tx, categoryId: number, from: number | null, at: number): Promise<void> {
  const interested = (await interestedIn(tx, 'document.withdrawn')).filter(({ category_id }) => category_id !== null)
  if (interested.length === 0 || from === null) return
  const [was, is] = [await listAbove(tx, from), await listAbove(tx, categoryId)]
  const lost = interested.filter(({ category_id: id }) => was.includes(id!) && !is.includes(id!))
  if (lost.length === 0) return
  for (const document of await listBelow(tx, categoryId)) {
    const informed = lost.filter(({ visibility }) => MOST_SECRET[document.audience] <= MOST_SECRET[visibility])
    await queueRemoval(tx, informed, 'document.withdrawn', document, at)
  }
}

/** A DeletedDocument is a document as the trash keeps it. */
type DeletedDocument = Omit<KnownDocument, 'audience'> & { visibility: Visibility; published: 0 | 1 }

/**
 * emitPurged is for those who could hear of the document: by its own visibility, as far as its category is open. Of a category
 * that is gone nobody knows how far it was, and only those who hear of every document are told.
 */
export async function emitPurged(tx: Tx, document: DeletedDocument, at: number): Promise<void> {
  const interested = await interestedIn(tx, 'document.purged')
  if (interested.length === 0) return
  const heard = await new EventFilters(tx).matching(interested, {
    ...document,
    audience: await audienceOf(tx, document),
  })
  await queueRemoval(tx, heard, 'document.purged', document, at)
}

async function audienceOf(tx: Tx, { visibility, published, category_id }: DeletedDocument): Promise<Visibility> {
  if (published === 0) return 'restricted'
  if (category_id === null) return visibility
  const above = (await findEventCategory(tx, category_id))?.audience ?? 'restricted'
  return MOST_SECRET[above] > MOST_SECRET[visibility] ? above : visibility
}

const queueRemoval = (
  tx: Tx,
  heard: readonly Listening[],
  kind: WebhookKind,
  { id, slug }: Pick<KnownDocument, 'id' | 'slug'>,
  at: number,
) => queueMessages(tx, heard, kind, `document:${id}`, at, { document: { id, slug } })

/** Queues a message for each webhook; the payload has no text of a document, so that it stays far below 20 kB. */
export async function queueMessages(
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
    run_at: at,
    created_at: at,
  }))
  await insertDeliveries(tx, rows)
  tx.notify('webhooks')
}
