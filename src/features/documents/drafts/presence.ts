// Who has a document open: each editor reports every ten seconds, and learns who else is there and whether there is a newer
// text. For the document's editors only; rows expire with them.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { MINUTE, SECOND } from '#time.ts'
import { readableBy } from '../access/access.ts'
import * as store from './presence-store.ts'

type PresenceDeps = Pick<Deps, 'db' | 'clock'>

/** Allows for two late reports. */
const PRESENT_MS = 25 * SECOND

export async function reportPresence({ db, clock }: PresenceDeps, actor: Actor, id: number) {
  const now = clock.now()
  const tip = await store.findTipId(db.read, id, readableBy(actor))
  if (!tip) throw notFound('Document')
  const { userId } = actor
  if (userId !== null)
    await db.inTransaction(async (tx) => {
      await store.upsertPresence(tx, { document_id: id, user_id: userId, seen_at: now })
    })
  const others = await store.listPresent(db.read, id, userId, now - PRESENT_MS)
  const people = others.map(({ user_id, name }) => presentPerson(user_id, name)!)
  return { revision: tip.revision, version: tip.version, people }
}

export async function endPresence({ db }: PresenceDeps, { userId }: Actor, id: number): Promise<void> {
  if (userId !== null) await db.inTransaction((tx) => store.deletePresence(tx, id, userId))
}

export const forgetPresence = (
  tx: Parameters<typeof store.deletePresentBefore>[0],
  most: number,
  { clock }: Pick<Deps, 'clock'>,
) => store.deletePresentBefore(tx, clock.now() - MINUTE, most)
