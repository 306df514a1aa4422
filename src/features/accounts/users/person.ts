// An account as an actor, for working out what a person may do while they are away.

import { type Actor, hasRole, type Person } from '#actor.ts'
import type { Db, Query } from '#engine/db/db.ts'
import { forbidden } from '#errors.ts'
import { countEditors, findEditorsSee, findUserById } from '../user-store.ts'

/** Mail may be sent only to a proven address (`member`). */
export type KnownPerson = Person & { email: string }

/** Each has an enabled account and at least the editor role. */
export const areEditors = async (query: Query, ids: readonly number[]): Promise<boolean> =>
  ids.length === 0 || (await countEditors(query, ids)) === ids.length

/** Undefined if the account is disabled or gone. */
export async function findPerson(query: Query, id: number): Promise<KnownPerson | undefined> {
  const user = await findUserById(query, id)
  if (!user || user.disabled === 1 || user.deleted_at !== null) return undefined
  const { email, role, proven_by } = user
  const everything = role === 'editor' && (await findEditorsSee(query)) === 'everything'
  return { userId: id, role, label: email, email, member: proven_by !== null, ...(everything && { everything }) }
}

/**
 * For work that goes on after a request was checked: each of its transactions looks up whether the person who asked is an
 * editor still. Programs without a token and the command line have no account that could lose it.
 */
export const whileEditor = <Given extends { db: Db }>(deps: Given, { userId }: Actor): Given => ({
  ...deps,
  db: {
    ...deps.db,
    inTransaction: (work, options) =>
      deps.db.inTransaction(async (tx) => {
        const person = userId === null ? undefined : await findPerson(tx, userId)
        if (userId !== null && !(person && hasRole(person, 'editor')))
          throw forbidden('The person who asked for it is no editor any more')
        return work(tx)
      }, options),
  },
})
