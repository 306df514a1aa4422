// Signatures of Standard Webhooks 1.0: HMAC-SHA-256 over id, time and body, with one value for each secret that is valid.

import { createHmac, randomBytes } from 'node:crypto'
import { HOUR, SECOND } from '#time.ts'
import type { DeliveryRow, WebhookRow } from './store.ts'

const PREFIX = 'whsec_'
/** FORMER_SECRET_MS is how long receivers have to learn a new secret. */
export const FORMER_SECRET_MS = 24 * HOUR

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

type Signing = Pick<WebhookRow, 'secret' | 'former_secret' | 'former_until'>

export function headersOf(webhook: Signing, { message, body }: Pick<DeliveryRow, 'message' | 'body'>, now: number) {
  const timestamp = String(Math.floor(now / SECOND))
  const former = webhook.former_until !== null && webhook.former_until > now ? [webhook.former_secret!] : []
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'content-type': 'application/json',
    'user-agent': 'Galley',
    'webhook-id': message,
    'webhook-timestamp': timestamp,
    'webhook-signature': [webhook.secret, ...former].map(sign).join(' '),
  }
}
