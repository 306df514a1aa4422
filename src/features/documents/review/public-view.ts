// What visitors see of a page beside its text, as one value. Under review it changes only as part of a proposal, whichever route
// is asked: a change that the value shows is taken back.

import { isDeepStrictEqual } from 'node:util'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { listFrontsOf } from '#features/categories/reading.ts'
import { listShownSources } from '#features/evidence/keep.ts'
import { readAccess } from '../access/store.ts'
import { listReviewed } from './rules-store.ts'
import { findFiling, listFormerSlugs, listRedirectsTo } from './store.ts'

/** The table in docs/review.md (test/docs.test.ts): what is seen, the routes that change it, and what they do under review. */
export const PUBLIC_VIEW = {
  audience: {
    shows: 'whether it is published, its category, who can read it',
    waits: 'opening it, publishing, unpublishing and moving are the `action` of a proposal; closing it happens at once',
  },
  address: {
    shows: 'its addresses: slug, former slugs, path of an import; its language',
    waits: 'a new slug, language or path is the `action` of a proposal; nobody takes a former slug of it (409)',
  },
  redirects: {
    shows: 'redirects that lead to it',
    waits:
      '409 at `/api/redirects`: propose `redirects`; those of an import become a proposal. One from its address is 409 in any case',
  },
  sources: {
    shows: 'the sources of its blocks',
    waits:
      'attaching, showing and removing one, and those of an import, are the `action` of a proposal; hiding one happens at once',
  },
  front: {
    shows: 'the categories that it stands for (`index_id`)',
    waits: '409 at the category, for administrators as well: propose `front_of`; that of an import becomes a proposal',
  },
} as const
type PublicView = Record<keyof typeof PUBLIC_VIEW, unknown>

export async function findPublicView(query: Query, id: number): Promise<PublicView | undefined> {
  const document = await findFiling(query, id)
  if (!document) return undefined
  const { slug, path, lang, ...audience } = document
  const former = await listFormerSlugs(query, id)
  return {
    audience: { ...audience, access: await readAccess(query, id) },
    address: { slug, path, lang, former },
    redirects: await listRedirectsTo(query, [slug, ...former], path),
    sources: await listShownSources(query, id),
    front: await listFrontsOf(query, id),
  }
}

/** For responses that can't show a pending change. */
export const reviewedFirst = (id: number, asked: string) =>
  conflict(
    `Document ${id} is published after review. Propose this with POST /api/admin/proposals: {"document_id": ${id}, ${asked}}`,
    { review: true },
  )

/** Refuses a change if visitors would see another view of one of these pages that is under review. */
export async function keepPublicViews<T>(
  tx: Tx,
  pages: readonly number[],
  change: () => Promise<T>,
  asked: string,
): Promise<T> {
  const reviewed = await listReviewed(tx, pages)
  const before = new Map<number, PublicView | undefined>()
  for (const id of reviewed) before.set(id, await findPublicView(tx, id))
  const done = await change()
  for (const id of reviewed)
    if (!isDeepStrictEqual(await findPublicView(tx, id), before.get(id))) throw reviewedFirst(id, asked)
  return done
}
