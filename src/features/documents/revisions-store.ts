// Queries over revisions. A revision is written when its content is replaced, so the current content has none: whoever looks
// for a version has to look in both places (findContentAt).

import type { Selectable } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

const MOST_LISTED = 1000

const selectRevisions = (query: Query, documentId: number) =>
  query
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.author_id')
    .select([
      'revisions.id',
      'revisions.version',
      'revisions.title',
      'revisions.origin',
      'revisions.author_id',
      'revisions.created_at',
    ])
    .select(personName('users').as('author_name'))
    .where('revisions.document_id', '=', documentId)

export const listRevisionRows = (query: Query, documentId: number) =>
  selectRevisions(query, documentId).orderBy('revisions.version', 'desc').limit(MOST_LISTED).execute()

export type RevisionRow = Awaited<ReturnType<typeof listRevisionRows>>[number]

export const findRevisionRow = (query: Query, documentId: number, id: number) =>
  selectRevisions(query, documentId)
    .select(['revisions.summary', 'revisions.blocks', 'revisions.evidence'])
    .where('revisions.id', '=', id)
    .executeTakeFirst()

/** findContentAt is what a document said at a version that has been replaced since; while it says the same, there is none. */
export const findContentAt = (query: Query, documentId: number, version: number) =>
  query
    .selectFrom('revisions')
    .select(['title', 'summary', 'blocks', 'created_at'])
    .where('document_id', '=', documentId)
    .where('version', '>=', version)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()

const NEW_ROW = [
  'document_id',
  'version',
  'title',
  'summary',
  'blocks',
  'origin',
  'author_id',
  'created_at',
  'evidence',
] as const

export const insertRevision = preparedWrite<void, Pick<Selectable<Tables['revisions']>, (typeof NEW_ROW)[number]>>(
  (slot, tx) => tx.insertInto('revisions').values(slotsOf(slot, NEW_ROW)),
)
