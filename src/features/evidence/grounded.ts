// A query condition: the document has evidence.

import { type Expression, type SqlBool, sql } from 'kysely'

export const isGrounded = (documentId: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from evidence where evidence.document_id = ${sql.ref(documentId)})`
