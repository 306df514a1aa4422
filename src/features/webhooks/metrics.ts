// What /metrics reports about messages to webhooks: how many wait, how many were given up, and how long the oldest has waited.

import type { Deps } from '#deps.ts'
import { DAY, SECOND } from '#time.ts'
import { countDeliveries } from './store.ts'

export async function webhookGauges({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const { pending, failed, oldest } = await countDeliveries(db.read, now - DAY)
  const about = {
    name: 'galley_webhook_deliveries',
    help: 'Messages to webhooks that are not paused and have not got them yet, and those given up within a day.',
  }
  return [
    { ...about, labels: { status: 'pending' }, value: pending },
    { ...about, labels: { status: 'failed' }, value: failed },
    {
      name: 'galley_webhook_deliveries_oldest_pending_seconds',
      help: 'How long the oldest of the messages that are to be sent has waited.',
      labels: {},
      value: oldest === null ? 0 : Math.max(0, now - oldest) / SECOND,
    },
  ]
}
