// Queries of exported and imported evidence: documents by their slugs, which mean the same on another site.

import type { Query } from '#engine/db/db.ts'

const select = (query: Query) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .innerJoin('revisions', 'revisions.id', 'heads.published_id')
    .select(['documents.id', 'documents.slug', 'revisions.blocks'])

/** listWithEvidence goes through all documents that have any, a few at a time. */
export const listWithEvidence = (query: Query, after: number, limit: number) =>
  select(query)
    .where('documents.id', '>', after)
    .where((row) =>
      row.exists(row.selectFrom('evidence').select('block_id').whereRef('evidence.document_id', '=', 'documents.id')),
    )
    .orderBy('documents.id')
    .limit(limit)
    .execute()

export const findBySlug = (query: Query, slug: string) =>
  select(query).where('documents.slug', '=', slug).executeTakeFirst()

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
