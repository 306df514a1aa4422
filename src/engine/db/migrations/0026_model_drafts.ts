// Whether a model wrote the draft that was approved: the page says "AI-drafted" only then.

import type { Migration } from '../migration.ts'

export const modelDrafts: Migration = {
  name: '0026_model_drafts',
  statements: () =>
    ['documents', 'trash'].map(
      (table) => `alter table ${table} add column by_model integer not null default 0 check (by_model in (0, 1))`,
    ),
}
