// Which documents a search may find, as conditions that are built once and used for every reader of the same kind.

import { type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '#actor.ts'
import type { Readable } from '#engine/db/search.ts'
import type { Visibility } from '#engine/db/tables.ts'
import { inSubtree, NO_CATEGORY } from '#features/categories/subtree.ts'
import { readableByReader, written } from '../access.ts'

const ALL: Readable = { shape: 'all', userId: null, condition: () => sql`1 = 1` }
const PUBLIC: Readable = { shape: 'public', userId: null, condition: () => sql`documents.audience = 'public'` }
const MEMBERS: Readable = { shape: 'members', userId: null, condition: () => sql`documents.audience <> 'restricted'` }

/** readableFor picks the rule by who asks; what stands for the user in a query that is kept says nothing about that. */
export function readableFor(actor: Actor): Readable {
  if (seesEverything(actor)) return ALL
  const { userId, role } = actor
  if (userId === null) return PUBLIC
  return { shape: 'reader', userId, condition: (user) => readableByReader({ userId: user, role }) }
}

/** shownTo is readableFor on the public site, where what is not written yet is for editors alone. */
export function shownTo(actor: Actor): Readable {
  const readable = readableFor(actor)
  if (seesEverything(actor)) return readable
  const shape = actor.userId === null ? 'written public' : 'written reader'
  return { ...readable, shape, condition: (user) => written(readable.condition(user)) }
}

/** within narrows a rule to a category and what is below it, or to what is in none. */
export function within(readable: Readable, categoryId: number | undefined): Readable {
  const { shape, condition } = readable
  if (categoryId === undefined) return readable
  const both = (user: number | null, category: unknown) => sql<SqlBool>`(${condition(user)} and ${inSubtree(category)})`
  if (categoryId === NO_CATEGORY)
    return { ...readable, shape: `${shape} in none`, condition: (user) => both(user, NO_CATEGORY) }
  return { ...readable, shape: `${shape} in a category`, categoryId, condition: both }
}

/** openToReadersOf is the rule of related.ts: who may read a restricted document is signed in, so members' documents will do. */
export const openToReadersOf = (audience: Visibility): Readable => (audience === 'public' ? PUBLIC : MEMBERS)
