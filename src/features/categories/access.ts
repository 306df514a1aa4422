// Access to categories and their documents as conditions inside queries, before any limit or count.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '#actor.ts'
import { inSubtrees } from './subtree.ts'

/** A signed-in reader, or parameters of a prepared query. */
type Grantee = { userId: unknown; role: unknown }

export type AccessTable = 'category_access' | 'document_access'

/** A row of the table names a group that the person is in: asked of the row, so the cost doesn't grow with their groups. */
export const byGroup = (table: AccessTable, userId: unknown): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.group_id`)} is not null and exists (
    select 1 from group_members
    where group_members.user_id = ${userId} and group_members.group_id = ${sql.ref(`${table}.group_id`)}))`

/** A row of the table names the person, their role or a group of theirs. */
export const names = (table: AccessTable, { userId, role }: Grantee): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.role`)} = ${role} or ${sql.ref(`${table}.user_id`)} = ${userId}
    or ${byGroup(table, userId)})`

/**
 * Every restricted category at or above the given one (a gate) lets the actor through: its creator, and people, roles and
 * groups on its access list. Visitors never pass.
 */
const passesGates = ({ userId, role }: Grantee, categoryId: string): Expression<SqlBool> =>
  sql<SqlBool>`not exists (
    select 1 from category_gates
    join categories as gate on gate.id = category_gates.gate_id
    where category_gates.category_id = ${sql.ref(categoryId)}
      and not coalesce(gate.created_by = ${userId}, false)
      and not exists (
        select 1 from category_access
        where category_access.category_id = gate.id
          and ${names('category_access', { userId, role })}))`

/**
 * The access rule of documents for signed-in people. The audience decides, except for restricted documents: those admit
 * people they name, if every gate above does too. Unpublished ones are restricted, and grants don't open them.
 */
export const mayRead = ({ userId, role }: Grantee): Expression<SqlBool> =>
  sql<SqlBool>`(documents.audience <> 'restricted' or (documents.published = 1 and
    (documents.visibility <> 'restricted' or documents.author_id = ${userId} or exists (
      select 1 from document_access
      where document_access.document_id = documents.id
        and ${names('document_access', { userId, role })}))
    and ${passesGates({ userId, role }, 'documents.category_id')}))`

/** The filter of every query over `categories` for a reader. */
export function categoryReadableBy(actor: Actor): Expression<SqlBool> {
  if (actor.within) {
    const unbound = categoryReadableBy({ ...actor, within: undefined })
    return sql<SqlBool>`(${inSubtrees('categories.id', actor.within)} and ${unbound})`
  }
  if (seesEverything(actor)) return sql<SqlBool>`1 = 1`
  if (!actor.member) return sql<SqlBool>`categories.audience = 'public'`
  return sql<SqlBool>`(categories.audience <> 'restricted' or ${passesGates(actor, 'categories.id')})`
}
