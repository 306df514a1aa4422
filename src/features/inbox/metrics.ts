// What /metrics reports about the mails of the inbox: how many wait, how many were given up, and how long the oldest has waited.

import type { Deps } from '#deps.ts'
import { DAY, SECOND } from '#time.ts'
import { countMails } from './mail-store.ts'

export async function mailGauges({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const { pending, failed, oldest } = await countMails(db.read, now - DAY)
  const about = { name: 'galley_mails', help: 'Mails that are to be sent, and those given up within a day.' }
  return [
    { ...about, labels: { status: 'pending' }, value: pending },
    { ...about, labels: { status: 'failed' }, value: failed },
    {
      name: 'galley_mails_oldest_pending_seconds',
      help: 'How long the oldest of the mails that are to be sent has waited.',
      labels: {},
      value: oldest === null ? 0 : Math.max(0, now - oldest) / SECOND,
    },
  ]
}
