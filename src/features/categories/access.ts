// Who may enter which category, and read what is in it, as conditions inside queries: access is decided before any limit or
// count.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '#actor.ts'
import { inSubtrees } from './subtree.ts'

/** A Grantee is a signed-in reader, or the parameters of a prepared query that stand for one. */
type Grantee = { userId: unknown; role: unknown }

/**
 * passesGates holds when the actor is let through every restricted category at or above the given one.
 * A gate lets through its creator, and those whom its access list names; a visitor who is not signed in is neither.
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
          and (category_access.role = ${role} or category_access.user_id = ${userId})))`

/**
 * mayRead is the rule of a document for someone who is signed in, over `documents`. The audience decides for all but restricted
 * documents; those let through whom they name, if every gate above them does. Unpublished ones are restricted, and no grant
 * opens them.
 */
export const mayRead = ({ userId, role }: Grantee): Expression<SqlBool> =>
  sql<SqlBool>`(documents.audience <> 'restricted' or (documents.published = 1 and
    (documents.visibility <> 'restricted' or documents.author_id = ${userId} or exists (
      select 1 from document_access
      where document_access.document_id = documents.id
        and (document_access.role = ${role} or document_access.user_id = ${userId})))
    and ${passesGates({ userId, role }, 'documents.category_id')}))`

/** categoryReadableBy is the filter of every query over `categories` whose result a reader sees. */
export function categoryReadableBy(actor: Actor): Expression<SqlBool> {
  if (actor.within) {
    const unbound = categoryReadableBy({ ...actor, within: undefined })
    return sql<SqlBool>`(${inSubtrees('categories.id', actor.within)} and ${unbound})`
  }
  if (seesEverything(actor)) return sql<SqlBool>`1 = 1`
  if (!actor.member) return sql<SqlBool>`categories.audience = 'public'`
  return sql<SqlBool>`(categories.audience <> 'restricted' or ${passesGates(actor, 'categories.id')})`
}
