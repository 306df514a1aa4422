// Who may read which document, as a condition inside every query that reads documents, before any limit or count.
// The audience column answers for all but restricted documents; those ask for the document's and every gate's grants.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '../../actor.ts'
import { passesGates } from '../categories/access.ts'

/** readableBy is the filter of a query over `documents` (under that name). */
export function readableBy(actor: Actor): Expression<SqlBool> {
  if (seesEverything(actor)) return sql<SqlBool>`1 = 1`
  if (actor.userId === null) return sql<SqlBool>`documents.audience = 'public'`
  return sql<SqlBool>`(documents.audience <> 'restricted' or (
    (documents.visibility <> 'restricted' or documents.author_id = ${actor.userId} or exists (
      select 1 from document_access
      where document_access.document_id = documents.id
        and (document_access.role = ${actor.role} or document_access.user_id = ${actor.userId})))
    and ${passesGates(actor, 'documents.category_id')}))`
}
