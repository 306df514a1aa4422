// Which documents a search may find, as conditions that are built once and used for every reader of the same kind.

import { sql } from 'kysely'
import { type Actor, seesEverything } from '../../actor.ts'
import type { Readable } from '../../engine/db/search.ts'
import type { Visibility } from '../../engine/db/tables.ts'
import { readableBy } from './access.ts'

export const readableFor = (actor: Actor): Readable => ({
  shape: seesEverything(actor) ? 'all' : actor.userId === null ? 'visitor' : 'reader',
  userId: actor.userId,
  condition: (userId) => readableBy({ ...actor, userId }),
})

const PUBLIC: Readable = { shape: 'public', userId: null, condition: () => sql`documents.audience = 'public'` }
const MEMBERS: Readable = { shape: 'members', userId: null, condition: () => sql`documents.audience <> 'restricted'` }

/** openToReadersOf is the rule of related.ts: who may read a restricted document is signed in, so members' documents will do. */
export const openToReadersOf = (audience: Visibility): Readable => (audience === 'public' ? PUBLIC : MEMBERS)
