// Groups of people, which access lists may name like people and roles. A membership has a source: by hand, by SCIM, or by the
// claims of an identity provider, each of which takes away only what it gave.

import type { MigrationSteps } from '../migration.ts'

const oneOf = (...columns: string[]) =>
  `check (${columns.map((column) => `(case when ${column} is null then 0 else 1 end)`).join(' + ')} = 1)`

/** Made anew, because SQLite changes no check of a table. */
const withGroups = (table: string, key: string, of: string) => [
  `create table new_${table} (
    ${key} bigint not null references ${of} (id) on delete cascade, role text check (role in ('admin', 'editor', 'reader')),
    user_id bigint references users (id) on delete cascade, group_id bigint references groups (id) on delete cascade,
    ${oneOf('role', 'user_id', 'group_id')}
  )`,
  `insert into new_${table} (${key}, role, user_id) select ${key}, role, user_id from ${table}`,
  `drop table ${table}`,
  `alter table new_${table} rename to ${table}`,
  `create unique index ${table}_once on ${table} (${key}, coalesce(role, ''), coalesce(user_id, 0), coalesce(group_id, 0))`,
  `create index ${table}_user on ${table} (user_id) where user_id is not null`,
  `create index ${table}_group on ${table} (group_id) where group_id is not null`,
]

export default {
  phase: 'contract',
  statements: ({ id, binaryText }) => [
    `create table groups (
      id ${id}, name text not null, name_key ${binaryText} not null unique, external_id ${binaryText} unique,
      created_at bigint not null, updated_at bigint not null
    )`,
    `create table group_members (
      user_id bigint not null references users (id) on delete cascade,
      group_id bigint not null references groups (id) on delete cascade, source text not null,
      primary key (user_id, group_id, source)
    )`,
    'create index group_members_group on group_members (group_id)',
    ...withGroups('category_access', 'category_id', 'category_rows'),
    ...withGroups('document_access', 'document_id', 'document_rows'),
  ],
} satisfies MigrationSteps
