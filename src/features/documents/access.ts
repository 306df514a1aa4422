// Who may read which document, as a condition inside every query that reads documents, before any limit or count.
// The audience column answers for all but restricted documents; those ask for the document's and every gate's grants.
// The public site leaves out what is not written yet, so that its readers do not learn what is planned; editors see it.

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, seesEverything } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { type Built, prepared, type Slot } from '#engine/db/prepared.ts'
import { type Grantee, passesGates } from '#features/categories/access.ts'

const readableByAll = () => sql<SqlBool>`1 = 1`
const readableByVisitors = () => sql<SqlBool>`documents.audience = 'public'`
export const readableByReader = ({ userId, role }: Grantee) =>
  sql<SqlBool>`(documents.audience <> 'restricted' or (
    (documents.visibility <> 'restricted' or documents.author_id = ${userId} or exists (
      select 1 from document_access
      where document_access.document_id = documents.id
        and (document_access.role = ${role} or document_access.user_id = ${userId})))
    and ${passesGates({ userId, role }, 'documents.category_id')}))`

/** A Place is where documents are listed: the interface has them all, the site those with content. */
export type Place = 'interface' | 'site'
export const written = (rule: Expression<SqlBool>) => sql<SqlBool>`(documents.has_content = 1 and ${rule})`
const listedOn = (place: Place, rule: Expression<SqlBool>) => (place === 'site' ? written(rule) : rule)

/** readableBy is the filter of a query over `documents` (under that name). */
export function readableBy(actor: Actor, place: Place = 'interface'): Expression<SqlBool> {
  if (seesEverything(actor)) return readableByAll()
  return listedOn(place, actor.userId === null ? readableByVisitors() : readableByReader(actor))
}

type Reading<Values> = Values & { userId: number; role: string }

/** preparedForReaders is `prepared` for a query with readableBy in it: three shapes, of which the actor picks one. */
export function preparedForReaders<Row, Values extends Record<string, unknown>>(
  build: (slot: Slot<Reading<Values>>, query: Query, filter: Expression<SqlBool>) => Built<Row>,
  place: Place = 'interface',
): (query: Query, actor: Actor, values: Values) => Promise<Row[]> {
  const all = prepared<Row, Reading<Values>>((slot, query) => build(slot, query, readableByAll()))
  const visitor = prepared<Row, Reading<Values>>((slot, query) =>
    build(slot, query, listedOn(place, readableByVisitors())),
  )
  const reader = prepared<Row, Reading<Values>>((slot, query) =>
    build(slot, query, listedOn(place, readableByReader({ userId: slot('userId'), role: slot('role') }))),
  )
  return (query, actor, values) => {
    const shape = seesEverything(actor) ? all : actor.userId === null ? visitor : reader
    return shape(query, { ...values, userId: actor.userId ?? 0, role: actor.role ?? '' })
  }
}
