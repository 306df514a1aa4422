// What readers say about pages: whether one helped, and what is missing. Nobody learns who it was; editors see the counts and words.

import { type Actor, hasRole } from '#actor.ts'
import { inboxChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { stamp } from '#time.ts'
import { readableBy } from '../access/access.ts'
import { findReadable } from '../access/store.ts'
import type { FeedbackOut } from './schemas.ts'
import * as store from './store.ts'

const MOST_SHOWN = 100

type GivenFeedback = { helpful: boolean; section: string; text: string }

export async function giveFeedback(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  slug: string,
  { helpful, section, text }: GivenFeedback,
): Promise<void> {
  const remark = text.trim() === '' ? null : text.trim()
  await db.inTransaction(async (tx) => {
    const document = await findReadable(tx, readableBy(actor, 'site'), { slug })
    if (!document) throw notFound('Document')
    const is_helpful = helpful ? 1 : 0
    await store.insertFeedback(tx, {
      document_id: document.id,
      section,
      is_helpful,
      said: remark,
      created_at: clock.now(),
    })
    if (remark !== null && !helpful) inboxChanged(tx)
  })
}

export async function getFeedback({ db }: Pick<Deps, 'db'>, actor: Actor, id: number): Promise<FeedbackOut> {
  if (!(await findReadable(db.read, readableBy(actor), { id }))) throw notFound('Document')
  const [counted, remarks] = await Promise.all([
    store.countSections(db.read, id),
    store.listSaid(db.read, id, MOST_SHOWN),
  ])
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
