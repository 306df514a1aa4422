// Mails to owners about changes of their account, so that they notice someone else's. Sent after the commit, beside the
// request, and only to proven addresses, because others may be a stranger's.

import type { Deps } from '#deps.ts'
import type { AddressProof } from '#engine/db/vocabulary.ts'
import { readBrand } from '#features/brand/brand.ts'
import { mailVoice } from './mail-voice.ts'
import { type AccountEvent, type NoticeFacts, noticeMail } from './mails.ts'
import { listAdminsAnd } from './user-store.ts'

export type NoticeDeps = Pick<Deps, 'config' | 'db' | 'mail' | 'log' | 'clock'>

/** Never fails the request. */
export async function notify(
  deps: NoticeDeps,
  { email, proven_by }: { email: string; proven_by: AddressProof | null },
  happening: AccountEvent,
  where: NoticeFacts = {},
): Promise<void> {
  if (proven_by === null) return
  const { mail, log, clock } = deps
  try {
    const { name } = await readBrand(deps)
    const voice = mailVoice(deps.config.siteLang)
    await mail.send(noticeMail(voice, name, email, happening, { ...where, at: new Date(clock.now()) }))
  } catch (error) {
    log.error({ err: error }, 'a notice could not be sent')
  }
}

/** Notifies all administrators and the creator of the thing concerned. */
export async function notifyAdmins(
  deps: NoticeDeps,
  makerId: number | null,
  happening: AccountEvent,
  facts: NoticeFacts,
): Promise<void> {
  for (const person of await listAdminsAnd(deps.db.read, makerId)) await notify(deps, person, happening, facts)
}
