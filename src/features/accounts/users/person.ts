// An account as someone who acts, for whoever works out what a person may do or read while that person is away.

import type { Person } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { countEditors, findUserById } from '../user-store.ts'

/** A KnownPerson can be written to only at an address that somebody has proven (`member`). */
export type KnownPerson = Person & { email: string }

/** areEditors: each of the given has an account that is in use, and the editor role at least. */
export const areEditors = async (query: Query, ids: readonly number[]): Promise<boolean> =>
  ids.length === 0 || (await countEditors(query, ids)) === ids.length

/** findPerson is undefined for an account that is disabled or gone. */
export async function findPerson(query: Query, id: number): Promise<KnownPerson | undefined> {
  const user = await findUserById(query, id)
  if (!user || user.disabled === 1 || user.deleted_at !== null) return undefined
  const { email, role, proven_by } = user
  return { userId: id, role, label: email, email, member: proven_by !== null }
}
