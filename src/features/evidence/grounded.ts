// Whether anything is known of what a document rests on, as a condition inside the queries of those who show documents.

import { type Expression, type SqlBool, sql } from 'kysely'

export const isGrounded = (documentId: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from evidence where evidence.document_id = ${sql.ref(documentId)})`
