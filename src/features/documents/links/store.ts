// Queries over links between pages.

import { sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Tx } from '#engine/db/db.ts'
import type { WaitingPart } from '#features/inbox/waiting.ts'

export async function writeLinks(tx: Tx, document_id: number, slugs: readonly string[]): Promise<void> {
  const before = await tx
    .selectFrom('page_links')
    .select(['id', 'slug'])
    .where('document_id', '=', document_id)
    .execute()
  const gone = before.filter(({ slug }) => !slugs.includes(slug)).map(({ id }) => id)
  for (const ids of batchesOf(gone)) await tx.deleteFrom('page_links').where('id', 'in', ids).execute()
  const linked = new Set(before.map(({ slug }) => slug))
  for (const some of batchesOf(slugs.filter((slug) => !linked.has(slug))))
    await tx
      .insertInto('page_links')
      .values(some.map((slug) => ({ document_id, slug, broken_since: null })))
      .execute()
}

/** The target is a published document, by its current or a former slug. */
const LEADS = sql`(exists (select 1 from documents where documents.slug = page_links.slug and documents.published = 1)
  or exists (select 1 from former_slugs join documents on documents.id = former_slugs.document_id
    where former_slugs.slug = page_links.slug and documents.published = 1))`

/** Updates which links from and to a document are broken. */
export async function updateBrokenLinks(tx: Tx, id: number, slugs: readonly string[], at: number): Promise<void> {
  await sql`update page_links
    set broken_since = case when broken_since is null then cast(${at} as bigint) end
    where (document_id = ${id} or slug in (${sql.join(slugs)})
        or slug in (select former_slugs.slug from former_slugs where former_slugs.document_id = ${id}))
      and (broken_since is null) <> ${LEADS}`.execute(tx)
}

/** Inbox: broken links of a person's pages; an old address may have its own redirect. */
export const BROKEN: WaitingPart = {
  kinds: ['link'],
  ref_id: sql`page_links.id`,
  since: sql`page_links.broken_since`,
  document_id: sql`mine.id`,
  title: sql`mine.title`,
  text: sql`'/read/' || page_links.slug`,
  from: sql`mine cross join page_links`,
  where: sql`page_links.document_id = mine.id and page_links.broken_since is not null
    and not exists (select 1 from redirects where redirects.from_path = '/read/' || page_links.slug)`,
}
