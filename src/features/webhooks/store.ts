// Queries over webhooks and their messages.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import { prepared } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { begun, OVER } from '#engine/tasks/tasks.ts'

export type WebhookRow = Selectable<Tables['webhooks']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>
export type Listening = Pick<WebhookRow, 'id' | 'category_id' | 'visibility'> & { kinds: string[] }

/** Asked by every save, so it is built once. */
const selectListening = prepared<
  Pick<WebhookRow, 'id' | 'kinds' | 'category_id' | 'visibility'>,
  Record<string, never>
>((_slot, query) =>
  query
    .selectFrom('webhooks')
    .select(['id', 'kinds', 'category_id', 'visibility'])
    .where('state', '<>', sql.lit('gone')),
)

/** listListening: a paused webhook goes on collecting, one whose receiver is gone does not. */
export async function listListening(query: Query): Promise<Listening[]> {
  const rows = await selectListening(query, {})
  return rows.map((row) => ({ ...row, kinds: JSON.parse(row.kinds) as string[] }))
}

export const findEventDocument = (query: Query, subject: { documentId: number } | { jobId: number }) =>
  query
    .selectFrom('documents')
    .select(['id', 'slug', 'title', 'category_id', 'visibility', 'audience', 'published', 'version'])
    .where('id', '=', ({ selectFrom, val }) =>
      'documentId' in subject
        ? val(subject.documentId)
        : selectFrom('jobs').select('document_id').where('jobs.id', '=', subject.jobId),
    )
    .executeTakeFirst()

export const findEventCategory = (query: Query, id: number) =>
  query
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'parent_id', 'visibility', 'audience'])
    .where('id', '=', id)
    .executeTakeFirst()

/** listBelow are the documents in a category and in all below it. */
export async function listBelow(query: Query, categoryId: number) {
  const { rows } = await sql<{ id: number; slug: string; audience: Visibility }>`with recursive below (id) as (
      select id from categories where id = ${categoryId}
      union select categories.id from categories join below on categories.parent_id = below.id)
    select id, slug, audience from documents where category_id in (select id from below) order by id`.execute(
    query as Tx,
  )
  return rows
}

/** listAbove is a category and all above it. */
export async function listAbove(query: Query, categoryId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive above (id, parent_id) as (
      select id, parent_id from categories where id = ${categoryId}
      union select categories.id, categories.parent_id from categories
        join above on categories.id = above.parent_id)
    select id from above`.execute(query as Tx)
  return rows.map(({ id }) => id)
}

export async function insertDeliveries(tx: Tx, rows: Insertable<Tables['webhook_deliveries']>[]): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(rows).execute()
}

/** listInLane gives the messages about one subject, sent or not. */
export const listInLane = (tx: Tx, lane: string): Promise<Pick<DeliveryRow, 'id' | 'body'>[]> =>
  tx.selectFrom('webhook_deliveries').select(['id', 'body']).where('lane', '=', lane).execute()

/** rewriteDelivery drops the response, too: a receiver may repeat what it was sent. */
export async function rewriteDelivery(tx: Tx, id: number, body: string): Promise<void> {
  await tx.updateTable('webhook_deliveries').set({ body, response_body: null }).where('id', '=', id).execute()
}

export const listWebhooks = (query: Query): Promise<WebhookRow[]> =>
  query.selectFrom('webhooks').selectAll().orderBy('id').execute()

export const findWebhook = (query: Query, id: number): Promise<WebhookRow | undefined> =>
  query.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const insertWebhook = (tx: Tx, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (
  tx: Tx,
  id: number,
  fields: Updateable<Tables['webhooks']>,
): Promise<WebhookRow | undefined> =>
  tx.updateTable('webhooks').set(fields).where('id', '=', id).returningAll().executeTakeFirst()

export const deleteWebhook = (tx: Tx, id: number): Promise<WebhookRow | undefined> =>
  tx.deleteFrom('webhooks').where('id', '=', id).returningAll().executeTakeFirst()

/** countPending is asked for the list of webhooks, which are few. */
export const countPending = async (query: Query): Promise<Map<number, number>> => {
  const rows = await query
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count')])
    .where('status', '=', 'pending')
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, count }) => [webhook_id, Number(count)]))
}

export const listDeliveries = (query: Query, webhookId: number, below: number, limit: number): Promise<DeliveryRow[]> =>
  query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '<', below)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (query: Query, webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
  query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()

/** replayDelivery begins again, with all attempts; one that is pending only comes sooner. */
export const replayDelivery = (tx: Tx, webhookId: number, id: number, at: number): Promise<DeliveryRow | undefined> =>
  tx
    .updateTable('webhook_deliveries')
    .set({ ...begun(at), status: 'pending', finished_at: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Webhooks that have something to send now. */
export const listDue = async (query: Query, now: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from webhooks where state = 'active' and exists (
    select 1 from webhook_deliveries where webhook_id = webhooks.id and run_at <= ${now})`.execute(query as Tx)
  return rows.map(({ id }) => id)
}

/** The first pending message of each lane: a message waits for all earlier ones about the same subject. */
export const isNextOf = (webhookId: number) => sql<boolean>`webhook_id = ${webhookId} and not exists (
  select 1 from webhook_deliveries as earlier
  where earlier.webhook_id = ${webhookId} and earlier.lane = webhook_deliveries.lane
    and earlier.run_at is not null and earlier.id < webhook_deliveries.id)`

/** hasDelivered: the receiver took a message at this moment or later. */
export const hasDelivered = async (query: Query, webhookId: number, since: number): Promise<boolean> =>
  (await query
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'delivered')
    .where('finished_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const pauseActive = async (tx: Tx, id: number, pause_reason: string, now: number): Promise<boolean> =>
  (
    await tx
      .updateTable('webhooks')
      .set({ state: 'paused', pause_reason, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** giveUpPending is for a receiver that is gone. */
export async function giveUpPending(tx: Tx, webhookId: number, error: string, now: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...OVER, status: 'failed', error, finished_at: now })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
}

export const deleteDeliveries = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'webhook_deliveries',
    'id',
    sql`(select id from webhook_deliveries where created_at < ${before} order by created_at limit ${most})`,
  )

/** A paused webhook collects its messages until an administrator resumes it. */
export const isActive = sql<boolean>`webhook_id in (select id from webhooks where state = 'active')`
