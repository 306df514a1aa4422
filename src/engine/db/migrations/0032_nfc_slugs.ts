// Slugs in one spelling: `ï` typed as one character or as two made two addresses. Where both exist, the later gets a number.

import { sql } from 'kysely'
import { findFreeSlug } from '#slugs.ts'
import type { MigrationSteps } from '../migration.ts'
import type { Tx } from '../tx.ts'

export default {
  statements: () => [],
  fill: async (tx) => {
    for (const table of ['documents', 'categories'] as const)
      for (const slug of await decomposed(tx, table)) {
        const composed = await findFreeSlug(slug.normalize('NFC'), (one) => isTaken(tx, table, one))
        await sql`update ${sql.table(table)} set slug = ${composed} where slug = ${slug}`.execute(tx)
      }
    for (const slug of await decomposed(tx, 'trash'))
      await sql`update trash set slug = ${slug.normalize('NFC')} where slug = ${slug}`.execute(tx)
    for (const slug of await decomposed(tx, 'former_slugs')) {
      const composed = slug.normalize('NFC')
      const change = (await isTaken(tx, 'former_slugs', composed))
        ? sql`delete from former_slugs where slug = ${slug}`
        : sql`update former_slugs set slug = ${composed} where slug = ${slug}`
      await change.execute(tx)
    }
  },
} satisfies MigrationSteps

type SlugTable = 'documents' | 'categories' | 'former_slugs' | 'trash'

/** decomposed are the slugs to change. All are read: neither engine can say in SQL which ones they are. */
async function decomposed(tx: Tx, table: SlugTable): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`select slug from ${sql.table(table)}`.execute(tx)
  return rows.map(({ slug }) => slug).filter((slug) => slug !== slug.normalize('NFC'))
}

async function isTaken(tx: Tx, table: SlugTable, slug: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where slug = ${slug}`.execute(tx)
  return rows.length > 0
}
