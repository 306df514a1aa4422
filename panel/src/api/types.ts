// Names for parts of the interface that its description spells out in place.

import type { Answer } from './client.ts'
import type { AuditPage, DocumentListOut, DocumentOut, IterationOut, UserMeOut } from './schema.ts'

export type Role = UserMeOut['role']
/** ROLES from the one that may do the least to the one that may do the most. */
export const ROLES: Role[] = ['reader', 'editor', 'admin']
export type Bucket = DocumentListOut['bucket']
export type Visibility = DocumentListOut['visibility']
export type AccessList = DocumentOut['access']
export type BucketPage = Answer<'GET /api/admin/docs/buckets/{bucket}'>
export type RevisionListOut = Answer<'GET /api/docs/{doc_id}/revisions'>[number]
export type Draft = NonNullable<IterationOut['draft']>
export type Usage = NonNullable<IterationOut['usage']>
export type AuditOut = AuditPage['items'][number]
