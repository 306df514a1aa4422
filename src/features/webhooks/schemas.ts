// Webhooks as JSON: what comes in and what goes out.

import { type Static, Type } from 'typebox'
import { VISIBILITIES } from '#engine/db/vocabulary.ts'
import { closed, Id, Nullable, named, Omittable, PathId, Timestamp } from '#http/atoms.ts'
import { WEBHOOK_KINDS } from './kinds.ts'

const STATES = ['active', 'paused', 'gone'] as const
const STATUSES = ['pending', 'delivered', 'failed'] as const

const Url = Type.String({ minLength: 1, maxLength: 2_000, trim: true, description: 'An http or https address.' })
const Name = Type.String({ maxLength: 80, trim: true })
const Kinds = Type.Array(closed(WEBHOOK_KINDS), { maxItems: 50, description: 'An empty list is every kind.' })
const Category = Nullable(Type.Integer({ description: 'Only documents of this category and those below it.' }))
const Visibility = closed(VISIBILITIES, {
  description: 'public: only documents that everyone may read; members: those of members, too; restricted: all.',
})

const given = {
  name: Omittable(Name),
  events: Omittable(Kinds),
  category_id: Type.Optional(Category),
  visibility: Omittable(Visibility),
}
export const WebhookCreate = named('WebhookCreate', { url: Url, ...given })
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookUpdate = named('WebhookUpdate', {
  url: Omittable(Url),
  ...given,
  paused: Omittable(Type.Boolean({ description: 'While true, messages are kept and wait.' })),
})
export type WebhookUpdate = Static<typeof WebhookUpdate>

const shown = {
  id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  category_id: Category,
  visibility: Visibility,
  state: closed(STATES, { description: 'gone: the receiver said 410; resume it to try again.' }),
  pause_reason: Nullable(
    Type.String({
      description: 'Why the service paused it by itself; null where a person did, or where it is not paused.',
    }),
  ),
  pending: Type.Integer({ minimum: 0, description: 'Messages that are not delivered yet.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
}
export const WebhookOut = named('WebhookOut', shown)
export type WebhookOut = Static<typeof WebhookOut>

export const WebhookSecretOut = named('WebhookSecretOut', {
  ...shown,
  signing_secret: Nullable(
    Type.String({
      description: 'Shown this once. It signs every message. Null in a repeated response after it was replaced.',
    }),
  ),
})
export type WebhookSecretOut = Static<typeof WebhookSecretOut>

const delivery = {
  id: Id,
  message_id: Type.String({ description: 'The `webhook-id`, the same at every attempt.' }),
  event: Type.String(),
  status: closed(STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
  response_status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  took_ms: Nullable(Type.Integer()),
}
export const DeliveryOut = named('DeliveryOut', delivery)
export type DeliveryOut = Static<typeof DeliveryOut>

export const DeliveryPage = named('DeliveryPage', {
  items: Type.Array(DeliveryOut),
  next_cursor: Nullable(Type.String()),
})

export const DeliveryDetailOut = named('DeliveryDetailOut', {
  ...delivery,
  request: Type.Object({ url: Type.String(), body: Type.String() }),
  response: Nullable(
    Type.Object({ status: Type.Integer(), body: Type.String({ description: 'At most its first 4 kB.' }) }),
  ),
})
export type DeliveryDetailOut = Static<typeof DeliveryDetailOut>

export const WebhookPath = Type.Object({ webhook_id: PathId('The id of a webhook.') })
export const DeliveryPath = Type.Object({ ...WebhookPath.properties, delivery_id: PathId('The id of a delivery.') })
export const DeliveryQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 20 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
})
