// Access to categories and their documents as conditions inside queries, before any limit or count.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, edits, seesEverything } from '#actor.ts'
import { inSubtrees } from './subtree.ts'

/** Someone signed in, or parameters of a prepared query. */
type Grantee = { userId: unknown; role: unknown }

export type AccessTable = 'category_access' | 'document_access'

/** A row of the table names a group that the person is in: asked of the row, so the cost doesn't grow with their groups. */
const byGroup = (table: AccessTable, userId: unknown): Expression<SqlBool> =>
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
    join category_rows as gate on gate.id = category_gates.gate_id
    where category_gates.category_id = ${sql.ref(categoryId)}
      and not coalesce(gate.created_by = ${userId}, false)
      and not exists (
        select 1 from category_access
        where category_access.category_id = gate.id
          and ${names('category_access', { userId, role })}))`

/** The filter of queries over deleted categories, whose gates stay as they were. */
export const deletedReadableBy = (actor: Actor, column: string): Expression<SqlBool> =>
  seesEverything(actor) ? sql<SqlBool>`1 = 1` : passesGates(actor, column)

/** The filter of queries over deleted documents, `document_rows`. */
export const deletedDocumentRule = (actor: Actor): Expression<SqlBool> =>
  seesEverything(actor)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`document_rows.id in (select documents.id from document_rows as documents
        where documents.deletion_id is not null and ${passesRules(actor)})`

/** A document's own rule and that of every gate above let the person through; of deleted ones too, which have no audience. */
const passesRules = ({ userId, role }: Grantee): Expression<SqlBool> =>
  sql<SqlBool>`((documents.visibility <> 'restricted' or documents.author_id = ${userId} or exists (
      select 1 from document_access
      where document_access.document_id = documents.id
        and ${names('document_access', { userId, role })}))
    and ${passesGates({ userId, role }, 'documents.category_id')})`

/**
 * The access rule of documents for signed-in people. The audience decides, except for restricted documents: those admit
 * people they name, if every gate above does too. Unpublished ones are restricted, and only editors pass them.
 */
export const mayRead = (grantee: Grantee, isEditor: boolean): Expression<SqlBool> =>
  isEditor
    ? sql<SqlBool>`(documents.audience <> 'restricted' or ${passesRules(grantee)})`
    : sql<SqlBool>`(documents.audience <> 'restricted' or (documents.published = 1 and ${passesRules(grantee)}))`

/** The access rule of documents, for counts beside categories. */
export function documentRule(actor: Actor): Expression<SqlBool> {
  if (seesEverything(actor)) return sql<SqlBool>`1 = 1`
  return actor.member ? mayRead(actor, edits(actor)) : sql<SqlBool>`documents.audience = 'public'`
}

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
