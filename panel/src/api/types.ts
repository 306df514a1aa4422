// Names for parts of the API that its OpenAPI document spells out in place.

import type { ResponseOf } from 'galley-client/client.ts'
import type {
  ApiTokenOut,
  AuditPage,
  DocumentListOut,
  DocumentOut,
  IterationOut,
  SecondFactorNeeded,
  UserMeOut,
} from 'galley-client/schema.ts'

export type Role = UserMeOut['role']
/** In ascending order of rights. */
export const ROLES: Role[] = ['reader', 'editor', 'admin']
export type Bucket = DocumentListOut['bucket']
export type Visibility = DocumentListOut['visibility']
export type AccessList = DocumentOut['access']
export type BucketPage = ResponseOf<'GET /api/admin/docs/buckets/{bucket}'>
export type RevisionListOut = ResponseOf<'GET /api/docs/{doc_id}/revisions'>[number]
export type Draft = NonNullable<IterationOut['draft']>
export type Usage = NonNullable<IterationOut['usage']>
export type Dashboard = ResponseOf<'GET /docs/dashboard'>
export type AuditOut = AuditPage['items'][number]
export type Scope = ApiTokenOut['scopes'][number]
export type Factor = NonNullable<SecondFactorNeeded['second_factor']>['methods'][number]
