// A document's address: how it gets a slug, and how the slugs that it had go on leading to it. A slug leads to one document:
// one that takes a former slug has it for itself.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { findFreeSlug, makeSlug } from '#slugs.ts'
import { RESERVED_SLUGS } from '../../limits.ts'
import * as store from './addresses-store.ts'

const MOST_FORMER_SLUGS = 20

/** takeSlug is for a slug that someone has chosen: no other document may have it, and it stops leading to a former holder. */
export async function takeSlug(tx: Tx, slug: string, ownId?: number): Promise<string> {
  const { holder, former } = await store.findClaims(tx, slug)
  if (holder !== null && holder !== ownId) throw conflict(`The slug ${slug} belongs to document ${holder}`)
  if (former !== null) await store.deleteFormerSlug(tx, slug)
  return slug
}

/**
 * makeFreeSlug makes those who want the same slug at once go one after another. It leaves former slugs alone, so that old
 * links go on leading to where they led.
 */
export async function makeFreeSlug({ db }: Pick<Deps, 'db'>, tx: Tx, title: string): Promise<string> {
  const wanted = makeSlug(title, 'document')
  await db.dialect.lock(tx, `slug ${wanted}`)
  return findFreeSlug(wanted, async (slug) => {
    if (RESERVED_SLUGS.has(slug)) return true
    const { holder, former } = await store.findClaims(tx, slug)
    return holder !== null || former !== null
  })
}

/** leaveSlug lets the slug that a document is giving up lead to it from now on; of too many, the oldest go. */
export async function leaveSlug(tx: Tx, document: { id: number; slug: string }, now: number): Promise<void> {
  await store.deleteOldestSlugs(tx, document.id, MOST_FORMER_SLUGS - 1)
  await store.insertFormerSlug(tx, document.id, { slug: document.slug, since: now })
}

/** keepFreeSlugs is for a document from the trash: a former slug that another one has by now stays there. */
export const keepFreeSlugs = (tx: Tx, documentId: number): Promise<void> => store.deleteTakenSlugs(tx, documentId)
