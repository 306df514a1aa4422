// Queries over revisions.

import type { Query } from '#engine/db/db.ts'
import { preparedWrite } from '#engine/db/prepared.ts'
import type { RevisionOrigin } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/person-name.ts'

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
    .select(['revisions.summary', 'revisions.blocks'])
    .where('revisions.id', '=', id)
    .executeTakeFirst()

/** findContentAt is what a document said at a version that has been replaced since; what says the same still has no revision. */
export const findContentAt = (query: Query, documentId: number, version: number) =>
  query
    .selectFrom('revisions')
    .select(['title', 'summary', 'blocks', 'created_at'])
    .where('document_id', '=', documentId)
    .where('version', '>=', version)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()

type NewRevision = {
  document_id: number
  version: number
  title: string
  summary: string | null
  blocks: string
  origin: RevisionOrigin
  author_id: number | null
  created_at: number
}

export const insertRevision = preparedWrite<unknown, NewRevision>((slot, tx) =>
  tx.insertInto('revisions').values({
    document_id: slot('document_id'),
    version: slot('version'),
    title: slot('title'),
    summary: slot('summary'),
    blocks: slot('blocks'),
    origin: slot('origin'),
    author_id: slot('author_id'),
    created_at: slot('created_at'),
  }),
)
