// A site that is too large for one sidebar: two categories full of pages, one of them with two below it.

import type { Built } from './build.ts'

const PAGES = 80

/** seedLargeSite makes Guides (with Advanced and, for members, Internal) and Reference, each with PAGES pages. */
export async function seedLargeSite({ app, db, person }: Pick<Built, 'app' | 'db' | 'person'>): Promise<void> {
  const { headers } = await person('admin')
  const make = async (payload: object): Promise<number> =>
    (await app.inject({ method: 'POST', url: '/api/admin/categories/', headers, payload })).json().id
  const guides = await make({ name: 'Guides' })
  const reference = await make({ name: 'Reference' })
  const below = {
    advanced: await make({ name: 'Advanced', parent_id: guides }),
    internal: await make({ name: 'Internal', parent_id: guides, visibility: 'members' }),
  }
  await db.inTransaction(async (tx) => {
    const rows = [guides, reference].flatMap((category_id) =>
      Array.from({ length: PAGES }, (_, index) => ({ category_id, title: `Page ${index + 1} of ${category_id}` })),
    )
    rows.push({ category_id: below.advanced, title: 'Tuning' }, { category_id: below.internal, title: 'Secret' })
    for (const [index, row] of rows.entries()) {
      const audience = row.category_id === below.internal ? 'members' : 'public'
      const fields = { slug: `page-${index + 1}`, has_content: 1, bucket: 'approved', audience } as const
      await tx
        .insertInto('document_rows')
        .values({ ...row, ...fields, created_at: index, updated_at: index })
        .execute()
    }
  })
}
