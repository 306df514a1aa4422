// Who has a document open in the editor: each open editor says so every ten seconds, and hears who else does and whether there is a
// newer text. Only editors of the document learn of it; nothing of it stays once they are gone.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { MINUTE, SECOND } from '#time.ts'
import { readableBy } from '../access/access.ts'
import * as store from './presence-store.ts'

type PresenceDeps = Pick<Deps, 'db' | 'clock'>

/** Two beats may be late before someone counts as gone. */
const PRESENT_MS = 25 * SECOND

export async function bePresent({ db, clock }: PresenceDeps, actor: Actor, id: number) {
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

export async function leave({ db }: PresenceDeps, { userId }: Actor, id: number): Promise<void> {
  if (userId !== null) await db.inTransaction((tx) => store.deletePresence(tx, id, userId))
}

export const forgetPresence = (
  tx: Parameters<typeof store.deletePresentBefore>[0],
  most: number,
  { clock }: Pick<Deps, 'clock'>,
) => store.deletePresentBefore(tx, clock.now() - MINUTE, most)
