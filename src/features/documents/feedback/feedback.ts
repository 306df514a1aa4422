// Readers' feedback on pages: whether one helped, and what is missing. Anonymous; editors see counts and texts.

import { type Actor, hasRole } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { enoughWaits, notFound } from '#errors.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { DAY, stamp } from '#time.ts'
import { readableBy } from '../access/access.ts'
import { findReadable } from '../access/store.ts'
import { senderOf, type WaitingLimits } from '../sender.ts'
import * as store from './store.ts'

const MOST_SHOWN = 100

type GivenFeedback = { helpful: boolean; section: string; text: string }

export async function giveFeedback(
  { db, clock }: Deps,
  actor: Actor,
  slug: string,
  { helpful, section, text }: GivenFeedback,
  most: WaitingLimits,
): Promise<void> {
  const remark = text.trim() === '' ? null : text.trim()
  const sender = await senderOf(db, actor, slug)
  await db.inTransaction(async (tx) => {
    const document = await findReadable(tx, readableBy(actor, 'site'), { slug })
    if (!document) throw notFound('Document')
    const is_helpful = helpful ? 1 : 0
    await db.dialect.lock(tx, 'feedback')
    const { ofSender, inAll } = await store.countWaiting(tx, sender, clock.now() - DAY)
    if (ofSender >= most.ofSender) throw enoughWaits(`You have said ${ofSender} things about this page already`)
    if (remark !== null && inAll >= most.inAll)
      throw enoughWaits('No more remarks are taken until an editor has read those that wait')
    await store.insertFeedback(tx, {
      sender,
      document_id: document.id,
      section,
      is_helpful,
      said: remark,
      created_at: clock.now(),
    })
  })
}

/** When an editor reads feedback it is marked as seen: it makes room for more, and its text is deleted after a while. */
export async function getFeedback({ db, clock }: Deps, actor: Actor, id: number) {
  if (!(await findReadable(db.read, readableBy(actor), { id }))) throw notFound('Document')
  const [counted, remarks] = await Promise.all([
    store.countSections(db.read, id),
    store.listRemarks(db.read, id, MOST_SHOWN),
  ])
  if (remarks.some(({ seen_at }) => seen_at === null))
    await db.inTransaction((tx) => store.markSeen(tx, id, clock.now()))
  const sections = counted.map(({ section, yes, no }) => ({ section, yes: Number(yes), no: Number(no) }))
  const sum = (of: 'yes' | 'no') => sections.reduce((all, one) => all + one[of], 0)
  return {
    yes: sum('yes'),
    no: sum('no'),
    sections: sections.filter(({ section }) => section !== ''),
    said: remarks.map(({ id: key, section, is_helpful, said: text, created_at }) => ({
      id: key,
      section,
      helpful: is_helpful === 1,
      text,
      created_at: stamp(created_at),
    })),
  }
}

export const feedbackWaiting: WaitingSource = (addressee) =>
  hasRole(addressee.person, 'editor') ? store.selectFeedback(addressee) : []
