// Queries over the brand's single row.

import { type Selectable, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type BrandRow = Selectable<Tables['brand']>
type BrandFields = Omit<Updateable<Tables['brand']>, 'id' | 'version'>

export const findBrand = (query: Query): Promise<BrandRow | undefined> =>
  query.selectFrom('brand').selectAll().executeTakeFirst()

export async function writeBrand(tx: Tx, fields: BrandFields & { updated_at: number }): Promise<void> {
  await tx
    .insertInto('brand')
    .values({ links: '[]', ...fields, id: 1, version: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...fields, version: sql`brand.version + 1` }))
    .execute()
}
