// The version of a document that was published first, from which people count; 0 where none was. What the program before
// this one adds meanwhile is counted from 1.
//
// Of documents that exist it follows from the time of publication: the content that was saved last until then was the
// first to be read, by the version that saved it, or by the next one where it was published later than saved. A revision
// has the version at which it was replaced, so the content after it came with one more.

import type { MigrationSteps } from '../migration.ts'

const OF_DOCUMENT = 'revisions.document_id = documents.id'

export default {
  statements: () => [
    'alter table documents add column first_version integer not null default 1',
    'alter table trash add column first_version integer not null default 1',
    'update trash set first_version = 0 where published_at is null',
    'update documents set first_version = 0 where published_at is null',
    `update documents set first_version =
      1 + coalesce((select max(revisions.version) from revisions where ${OF_DOCUMENT} and (
        exists (select 1 from revisions as later where later.document_id = documents.id
          and later.version > revisions.version and later.created_at <= documents.published_at)
        or exists (select 1 from blocks where blocks.document_id = documents.id
          and blocks.saved_at <= documents.published_at))), 0)
      + case when exists (select 1 from revisions where ${OF_DOCUMENT} and revisions.created_at = documents.published_at)
        or exists (select 1 from blocks where blocks.document_id = documents.id
          and blocks.saved_at = documents.published_at) then 0 else 1 end
      where published_at > created_at`,
  ],
} satisfies MigrationSteps
