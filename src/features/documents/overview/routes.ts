// The state of the documentation, for whoever answers for all of it.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { Nullable, named } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { getOverview } from './overview.ts'

const OverviewOut = named('OverviewOut', {
  category: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }, { description: 'Null: in none.' })),
  documents: Type.Integer({ description: 'Those in this very category, not in the ones below it.' }),
  checked: Type.Integer({ description: 'Those marked as checked or with sources, which still say the same.' }),
  stale: Type.Integer({ description: 'Those with a passage whose source has changed or is gone.' }),
  unowned: Type.Integer({ description: 'Those without an owner, by themselves or by a category.' }),
  helpful: Type.Integer({ description: 'How often readers said that one of them helped.' }),
  unhelpful: Type.Integer(),
})

export function overviewRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  app.get('/api/admin/docs/overview', {
    config: { access: 'editor' },
    schema: {
      tags: ['admin'],
      summary: 'Count what is checked, stale and unowned by category',
      response: { 200: Type.Array(OverviewOut) },
    },
    handler: async ({ actor }) => getOverview(deps, actor),
  })
}
