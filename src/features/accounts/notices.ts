// Mails about what happened to an account, for the owner to notice what they did not do themselves. Sent after the change is
// saved, beside the request; only to an address that somebody has proven, because others belong to strangers.

import type { Deps } from '#deps.ts'
import type { AddressProof } from '#engine/db/vocabulary.ts'
import { readBrand } from '#features/brand/brand.ts'
import { mailVoice } from './mail-voice.ts'
import { type AccountEvent, type NoticeFacts, noticeMail } from './mails.ts'
import { listAdminsAnd } from './user-store.ts'

export type NoticeDeps = Pick<Deps, 'config' | 'db' | 'mail' | 'log' | 'clock'>

/** notify never fails the request that it tells of. */
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

/** notifyAdmins tells all administrators, and whoever made what this is about. */
export async function notifyAdmins(
  deps: NoticeDeps,
  makerId: number | null,
  happening: AccountEvent,
  facts: NoticeFacts,
): Promise<void> {
  for (const person of await listAdminsAnd(deps.db.read, makerId)) await notify(deps, person, happening, facts)
}
