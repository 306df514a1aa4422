// Categories: the tree, its order, and who may enter.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id }) => [
    // `audience` is the narrowest visibility from the root down to here, kept by the categories service.
    `create table categories (
      id ${id},
      parent_id bigint references categories (id),
      name text not null,
      slug text not null,
      description text,
      position integer not null,
      depth integer not null check (depth between 0 and 11),
      visibility text not null default 'public' check (visibility in ('public', 'members', 'restricted')),
      audience text not null default 'public' check (audience in ('public', 'members', 'restricted')),
      created_by bigint references users (id) on delete set null,
      created_at bigint not null,
      updated_at bigint not null,
      check (parent_id <> id)
    )`,
    'create unique index categories_slug on categories (slug)',
    'create unique index categories_order on categories (coalesce(parent_id, 0), position)',

    `create table category_access (
      category_id bigint not null references categories (id) on delete cascade,
      role text check (role in ('admin', 'editor', 'reader')),
      user_id bigint references users (id) on delete cascade,
      check ((role is null) <> (user_id is null))
    )`,
    `create unique index category_access_once on category_access (category_id, coalesce(role, ''), coalesce(user_id, 0))`,
    'create index category_access_user on category_access (user_id)',

    // The restricted categories at or above each category: a reader must be let through every one of them.
    `create table category_gates (
      category_id bigint not null references categories (id) on delete cascade,
      gate_id bigint not null references categories (id) on delete cascade,
      primary key (category_id, gate_id)
    )`,
    'create index category_gates_gate on category_gates (gate_id)',
  ],
} satisfies MigrationSteps
