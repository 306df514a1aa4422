// Who may read which document, as a condition inside every query that reads documents, before any limit or count.
// The audience column decides for all but restricted documents; for those, the grants of the document and of every gate count.
// An unpublished document has the audience of a restricted one, and no grant opens it: only editors know of it.
// The public site leaves out what is not written yet, so that its readers do not learn what is planned; editors see it.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { type BuiltQuery, preparedBy, type Slot } from '#engine/db/prepared.ts'
import { EVERY_SHAPE, type Reach, type Readable } from '#engine/db/search.ts'
import type { Role, Visibility } from '#engine/db/vocabulary.ts'
import { mayRead } from '#features/categories/access.ts'
import { inSubtree, inSubtrees, NO_CATEGORY } from '#features/categories/subtree.ts'
import { hasGrants } from './store.ts'

const rule = (shape: string, reach: Reach, condition: Expression<SqlBool>): Readable => ({
  shape,
  reach,
  isGranted: false,
  userId: null,
  condition: () => condition,
})
const ALL = rule(EVERY_SHAPE, 0, sql`1 = 1`)
const PUBLIC = rule('public', 2, sql`documents.audience = 'public'`)
const MEMBERS = rule('members', 1, sql`documents.audience <> 'restricted'`)

/**
 * reachOf is who finds a row at hand without a grant: whose searches may know its words. What is not written yet is planned, and
 * no visitor's business; members find it through the API.
 */
export const reachOf = ({ audience, has_content }: { audience: Visibility; has_content: 0 | 1 }): Reach =>
  audience === 'restricted' ? 0 : audience === 'public' && has_content === 1 ? 2 : 1

/** reachesLess is reachOf as a condition: documents that the index is not asked for. */
const reachesLess = ({ reach }: Readable): Expression<SqlBool> =>
  reach === 1
    ? sql<SqlBool>`documents.audience = 'restricted'`
    : sql<SqlBool>`(documents.audience in ('members', 'restricted') or documents.has_content = 0)`

/** grantedTo narrows a rule to what its reader was granted beyond the index (search/finding/granted.ts). */
export const grantedTo = (rule: Readable): Readable => ({
  ...rule,
  shape: `granted ${rule.shape}`,
  condition: (user, category) => sql`(${reachesLess(rule)} and ${rule.condition(user, category)})`,
})

/** signedIn has the role in its shape, because a kept query has it in its condition. */
const signedIn = (userId: number, role: Role | null): Readable => ({
  shape: `signed in as ${role}`,
  reach: 1,
  isGranted: true,
  userId,
  condition: (user) => mayRead({ userId: user, role }),
})

export const written = (rule: Readable): Readable => ({
  ...rule,
  shape: `written ${rule.shape}`,
  condition: (user, category) => sql`(documents.has_content = 1 and ${rule.condition(user, category)})`,
})

/**
 * boundTo has the categories in its shape, because a kept query has them in its condition. Of what members may read the index
 * can't tell what is in them, so a bound token asks it as visitors do.
 */
const boundTo = (rule: Readable, categoryIds: readonly number[]): Readable => ({
  ...rule,
  reach: 2,
  isGranted: true,
  shape: `${rule.shape} bound to ${categoryIds.join()}`,
  condition: (user, category) =>
    sql`(${rule.condition(user, category)} and ${inSubtrees('documents.category_id', categoryIds)})`,
})

/** A Channel is how documents are read: the API lists them all, the site those with content. */
export type Channel = 'api' | 'site'

/** readableFor is the rule for this actor. */
export function readableFor(actor: Actor, channel: Channel = 'api'): Readable {
  if (actor.within) return boundTo(readableFor({ ...actor, within: undefined }, channel), actor.within)
  if (seesEverything(actor)) return ALL
  const rule = actor.userId !== null && actor.member ? signedIn(actor.userId, actor.role) : PUBLIC
  return channel === 'site' ? written(rule) : rule
}

/** searchableFor is readableFor for a search: most readers were granted nothing, and read what every member reads. */
export async function searchableFor(query: Query, actor: Actor, channel: Channel = 'api'): Promise<Readable> {
  const readable = readableFor(actor, channel)
  if (!readable.isGranted || actor.within || (await hasGrants(query, actor))) return readable
  return channel === 'site' ? written(MEMBERS) : MEMBERS
}

/** REACHING are the conditions of reachOf, the widest first; no reach is what editors read. The index's maintenance asks for each. */
export const REACHING: [reach: Reach, rule: Readable][] = [
  [2, written(PUBLIC)],
  [1, MEMBERS],
  [0, ALL],
]

/**
 * openToReadersOf is the rule of related.ts, of documents that say something: readers of a restricted one are signed in, so
 * members' documents do.
 */
export const openToReadersOf = (audience: Visibility): Readable => written(audience === 'public' ? PUBLIC : MEMBERS)

/** within narrows a rule to a category and what is below it, or to what is in none. */
export function within(rule: Readable, categoryId: number | undefined): Readable {
  const { shape, condition } = rule
  if (categoryId === undefined) return rule
  const both = (user: number | null, category: unknown) => sql<SqlBool>`(${condition(user)} and ${inSubtree(category)})`
  if (categoryId === NO_CATEGORY)
    return { ...rule, shape: `${shape} in none`, condition: (user) => both(user, NO_CATEGORY) }
  return { ...rule, shape: `${shape} in a category`, categoryId, condition: both }
}

/** filterOf is a rule in a query over `documents` (under that name). */
export const filterOf = ({ condition, userId, categoryId }: Readable): Expression<SqlBool> =>
  condition(userId, categoryId)

export const readableBy = (actor: Actor, channel: Channel = 'api'): Expression<SqlBool> =>
  filterOf(readableFor(actor, channel))

type ReaderValues<Values> = Values & { userId: number | null }

/** preparedForReaders is `prepared` for a query with readableBy in it: one for each kind of reader. */
export function preparedForReaders<Row, Values extends Record<string, unknown>>(
  build: (slot: Slot<ReaderValues<Values>>, query: Query, filter: Expression<SqlBool>) => BuiltQuery<Row>,
  channel: Channel = 'api',
): (query: Query, actor: Actor, values: Values) => Promise<Row[]> {
  const run = preparedBy<Readable, Row, ReaderValues<Values>>(
    ({ shape }) => shape,
    ({ condition }, slot, query) => build(slot, query, condition(slot('userId'))),
  )
  return (query, actor, values) => {
    const readable = readableFor(actor, channel)
    return run(query, readable, { ...values, userId: readable.userId })
  }
}
