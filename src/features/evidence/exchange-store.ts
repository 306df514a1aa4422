// Queries of exported and imported evidence: documents by their slugs, which mean the same on another site.

import type { Query } from '#engine/db/db.ts'

export const listWithEvidence = (query: Query) =>
  query.selectFrom('evidence').select('document_id').distinct().execute()

export const findPublished = (query: Query, id: number) =>
  query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select('revisions.blocks')
    .where('documents.id', '=', id)
    .executeTakeFirst()

export const listSourcesOf = (query: Query, documentId: number) =>
  query
    .selectFrom('evidence_sources')
    .leftJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'evidence_sources.source_id').on('evidence_sources.kind', '=', 'document'),
    )
    .selectAll('evidence_sources')
    .select('documents.slug as source_slug')
    .where('evidence_sources.document_id', '=', documentId)
    .orderBy('evidence_sources.id')
    .execute()

export const listIdsOf = (query: Query, slugs: readonly string[]) =>
  query.selectFrom('documents').select(['id', 'slug']).where('slug', 'in', slugs).execute()
