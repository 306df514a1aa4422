// A document's slug, and redirects from its former ones. A slug leads to one document: whoever takes a former slug has it
// alone.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { RESERVED_SLUGS } from '#limits.ts'
import { findFreeSlug, makeSlug } from '#slugs.ts'
import { listReviewed } from '../../review/rules-store.ts'
import * as store from './addresses-store.ts'

const MOST_FORMER_SLUGS = 20

/** For a slug that someone chose: it must be free, and no longer leads to a former holder. */
export async function claimSlug(tx: Tx, slug: string, ownId?: number): Promise<string> {
  const { holder, former } = await store.findClaims(tx, slug)
  if (holder !== null && holder !== ownId) throw conflict(`The slug ${slug} belongs to document ${holder}`)
  if (former !== null && former !== ownId && (await listReviewed(tx, [former])).length > 0)
    throw conflict(`The slug ${slug} leads to document ${former}, which is published after review`, { review: true })
  if (former !== null) await store.deleteFormerSlug(tx, slug)
  return slug
}

/** Serialised, so that concurrent requests get different slugs. Doesn't take former slugs, so that old links keep working. */
export async function makeFreeSlug({ db }: Pick<Deps, 'db'>, tx: Tx, title: string): Promise<string> {
  const wanted = makeSlug(title, 'document')
  await db.dialect.lock(tx, `slug ${wanted}`)
  return findFreeSlug(wanted, async (slug) => {
    if (RESERVED_SLUGS.has(slug)) return true
    const { holder, former } = await store.findClaims(tx, slug)
    return holder !== null || former !== null
  })
}

/** The given-up slug keeps leading to the document; only the newest ones are kept. */
export async function releaseSlug(tx: Tx, document: { id: number; slug: string }, now: number): Promise<void> {
  await store.deleteOldestSlugs(tx, document.id, MOST_FORMER_SLUGS - 1)
  await store.insertFormerSlug(tx, document.id, { slug: document.slug, since: now })
}

/** For a new document of an import: those that no other document has or had. */
export async function restoreFormerSlugs(tx: Tx, id: number, slugs: readonly string[], now: number): Promise<void> {
  for (const slug of slugs.slice(0, MOST_FORMER_SLUGS)) {
    const { holder, former } = await store.findClaims(tx, slug)
    if (holder === null && former === null) await store.insertFormerSlug(tx, id, { slug, since: now })
  }
}

/** For a document from the trash: drops former slugs that another document has taken. */
export const keepFreeSlugs = (tx: Tx, documentId: number): Promise<void> => store.deleteTakenSlugs(tx, documentId)
