// Who may read which document, as a condition inside every query over documents, before any limit or count. The audience
// column decides, except for restricted documents, where grants on the document and on its categories count. Unpublished
// documents have the restricted audience, which only editors pass. The public site also hides documents without
// content, so that nobody learns what is planned; editors see those too.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, edits, seesEverything } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { type BuiltQuery, preparedBy, type Slot } from '#engine/db/prepared.ts'
import { EVERY_SHAPE, type Reach, type Readable } from '#engine/db/search.ts'
import type { Role, Visibility } from '#engine/db/vocabulary.ts'
import { mayRead } from '#features/categories/access.ts'
import { isWithinBounds } from '#features/categories/reading.ts'
import { inSubtree, inSubtrees, NO_CATEGORY } from '#features/categories/subtree.ts'
import { findReadable, hasGrants, hasMembersPages } from './store.ts'

/** Whether any page or category is for members only. */
export { hasMembersPages }

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
 * Who can find a document without a grant, and so whose searches may use its words. Documents without content are hidden from
 * visitors; members find them through the API.
 */
export const reachOf = ({ audience, has_content }: { audience: Visibility; has_content: 0 | 1 }): Reach =>
  audience === 'restricted' ? 0 : audience === 'public' && has_content === 1 ? 2 : 1

/** reachOf as a condition, for the documents that the index isn't searched for. */
const reachesLess = ({ reach }: Readable): Expression<SqlBool> =>
  reach === 1
    ? sql<SqlBool>`documents.audience = 'restricted'`
    : sql<SqlBool>`(documents.audience in ('members', 'restricted') or documents.has_content = 0)`

/** Narrows a rule to what grants add for its reader (search/finding/granted.ts). */
export const grantedTo = (rule: Readable): Readable => ({
  ...rule,
  shape: `granted ${rule.shape}`,
  condition: (user, category) => sql`(${reachesLess(rule)} and ${rule.condition(user, category)})`,
})

/** The shape includes the role, because the prepared query's condition does. */
const signedIn = (userId: number, role: Role | null): Readable => ({
  shape: `signed in as ${role}`,
  reach: 1,
  isGranted: true,
  userId,
  condition: (user) => mayRead({ userId: user, role }, edits({ role })),
})

export const written = (rule: Readable): Readable => ({
  ...rule,
  shape: `written ${rule.shape}`,
  condition: (user, category) => sql`(documents.has_content = 1 and ${rule.condition(user, category)})`,
})

/**
 * The shape includes the categories, because the prepared query's condition does. The index for members doesn't know
 * categories, so a bound token searches the index for visitors.
 */
const boundTo = (rule: Readable, categoryIds: readonly number[]): Readable => ({
  ...rule,
  reach: 2,
  isGranted: true,
  shape: `${rule.shape} bound to ${categoryIds.join()}`,
  condition: (user, category) =>
    sql`(${rule.condition(user, category)} and ${inSubtrees('documents.category_id', categoryIds)})`,
})

/** The API lists all documents, the site those with content. */
export type Channel = 'api' | 'site'

/** The access rule for this actor. */
export function readableFor(actor: Actor, channel: Channel = 'api'): Readable {
  if (actor.within) return boundTo(readableFor({ ...actor, within: undefined }, channel), actor.within)
  if (seesEverything(actor)) return ALL
  const rule = actor.userId !== null && actor.member ? signedIn(actor.userId, actor.role) : PUBLIC
  return channel === 'site' && !edits(actor) ? written(rule) : rule
}

/** readableFor for a search: without grants, a reader reads what every member reads, which is cheaper. */
export async function searchableFor(query: Query, actor: Actor, channel: Channel = 'api'): Promise<Readable> {
  const readable = readableFor(actor, channel)
  if (!readable.isGranted || actor.within || edits(actor) || (await hasGrants(query, actor))) return readable
  return channel === 'site' ? written(MEMBERS) : MEMBERS
}

/** The condition of each reach, widest first, as the index's maintenance needs them; the last one is for editors. */
export const REACH_RULES: [reach: Reach, rule: Readable][] = [
  [2, written(PUBLIC)],
  [1, MEMBERS],
  [0, ALL],
]

/**
 * Documents with content that all readers of a document with this audience may read. Readers of a restricted one are signed
 * in, so they read at least members' documents.
 */
export const openToReadersOf = (audience: Visibility): Readable => written(audience === 'public' ? PUBLIC : MEMBERS)

/** Narrows a rule to a category's subtree, or to documents without a category. */
export function within(rule: Readable, categoryId: number | undefined): Readable {
  const { shape, condition } = rule
  if (categoryId === undefined) return rule
  const both = (user: number | null, category: unknown) => sql<SqlBool>`(${condition(user)} and ${inSubtree(category)})`
  if (categoryId === NO_CATEGORY)
    return { ...rule, shape: `${shape} in none`, condition: (user) => both(user, NO_CATEGORY) }
  return { ...rule, shape: `${shape} in a category`, categoryId, condition: both }
}

/** The rule as a condition; the query's table must be named `documents`. */
export const filterOf = ({ condition, userId, categoryId }: Readable): Expression<SqlBool> =>
  condition(userId, categoryId)

/** For whoever holds the document in a transaction. */
export async function isOpenTo(
  tx: Query,
  actor: Actor,
  { id, category_id }: { id: number; category_id: number | null },
): Promise<boolean> {
  if (!(await isWithinBounds(tx, actor, category_id))) return false
  return seesEverything(actor) || (await findReadable(tx, readableBy(actor), { id })) !== undefined
}

export const readableBy = (actor: Actor, channel: Channel = 'api'): Expression<SqlBool> =>
  filterOf(readableFor(actor, channel))

type ReaderValues<Values> = Values & { userId: number | null }

/** `prepared` for a query with readableBy in it: one per kind of reader. */
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
