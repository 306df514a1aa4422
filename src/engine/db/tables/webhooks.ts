// The tables of features/webhooks: who wants to hear of what, and every message that is to be sent or was.

import type { Generated } from 'kysely'
import type { TaskColumns, Visibility } from '../vocabulary.ts'

export type WebhookTables = {
  webhooks: {
    id: Generated<number>
    name: string
    url: string
    /** kinds is a JSON list; an empty one is every kind. */
    kinds: string
    /** category_id has no foreign key: a filter on a category that is gone must match nothing, not everything. */
    category_id: number | null
    /** visibility is the most closed audience of a document that it hears of. */
    visibility: Visibility
    secret: string
    /** former_secret signs too, until former_until. */
    former_secret: string | null
    former_until: number | null
    /** gone: the receiver said 410. */
    state: Generated<'active' | 'paused' | 'gone'>
    /** pause_reason is why the sender paused it; null where a person did. */
    pause_reason: string | null
    created_by: number | null
    created_at: number
    updated_at: number
  }
  webhook_deliveries: TaskColumns & {
    webhook_id: number
    /** message is the id that a receiver sees, the same at every attempt. */
    message: string
    kind: string
    /** lane: messages of one lane are sent one after the other, in the order of their ids. */
    lane: string
    body: string
    status: Generated<'pending' | 'delivered' | 'failed'>
    created_at: number
    sent_at: number | null
    finished_at: number | null
    response_status: number | null
    response_body: string | null
    error: string | null
    took_ms: number | null
  }
}
