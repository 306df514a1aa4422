// By what the address of an account is proven, null while it is not. Accounts that are verified, invited, hold a role above
// reader or have been given something are taken as proven, so that nobody loses access by updating.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `alter table users add column proven_by text
      check (proven_by in ('code', 'invitation', 'provider', 'command', 'network'))`,
    `update users set proven_by = case
      when email_verified = 1 then 'code'
      when role = 'reader' and password_hash is null then 'invitation'
      else 'command' end
    where email_verified = 1 or role <> 'reader' or password_hash is null
      or exists (select 1 from document_access where document_access.user_id = users.id)
      or exists (select 1 from category_access where category_access.user_id = users.id)
      or exists (select 1 from documents where documents.author_id = users.id)
      or exists (select 1 from categories where categories.created_by = users.id)`,
    `alter table users add constraint users_role_is_proven check (proven_by is not null or role = 'reader')`,
  ],
} satisfies MigrationSteps
