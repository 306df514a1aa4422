// Old addresses that lead to new ones.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ id, binaryText }) => [
    `create table redirects (
      id ${id},
      from_path ${binaryText} not null,
      to_path text not null,
      kind text not null check (kind in ('exact', 'prefix')),
      status integer not null check (status in (301, 308)),
      hits bigint not null default 0,
      last_hit_at bigint,
      created_at bigint not null
    )`,
    'create unique index redirects_from on redirects (from_path, kind)',
  ],
} satisfies MigrationSteps
