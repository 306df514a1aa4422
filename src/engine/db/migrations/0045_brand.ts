// The brand: how the site and the panel look, where an administrator has said so. One row; null is the default.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table brand (
      id integer primary key check (id = 1),
      name text,
      accent text check (accent like '#______'),
      scheme text check (scheme in ('light', 'dark')),
      logo text,
      icon text,
      footer text,
      links text not null default '[]',
      version integer not null,
      updated_at bigint not null
    )`,
  ],
} satisfies MigrationSteps
