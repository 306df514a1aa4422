// Documents on the public site: the front page, lists by category, and the site map; a document's own page is in article.ts.
// Rendering is the reader's.

import { setImmediate } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps, ReadDeps } from '#deps.ts'
import { DAY, dayOf } from '#time.ts'
import { readableBy, readableFor, within, written } from '../access/access.ts'
import { presentListItem } from '../lists/list-item.ts'
import { type ListRow, listNewest, listPinned, listThese } from '../lists/list-item-store.ts'
import type { DocumentListOut } from '../schemas.ts'
import { listMostRead } from '../views/store.ts'
import * as store from './page-store.ts'

/** A document in a list of the site; only editors get those without content. */
export type SiteItem = DocumentListOut & { written: boolean }
export const presentSiteItem = (row: ListRow): SiteItem => ({ ...presentListItem(row), written: row.has_content === 1 })

/** For an unknown address: the current slug of the document that had it. */
export const findPresentSlug = ({ db }: ReadDeps, actor: Actor, former: string): Promise<string | undefined> =>
  store.findPresentSlug(db.read, actor, former)

/** For an address by the tree: its document, for this reader. */
export const findSlugAt = ({ db }: ReadDeps, actor: Actor, path: string): Promise<string | undefined> =>
  store.findSlugAt(db.read, actor, path)

/** The reader may read a document at this slug. */
export const isReadableSlug = ({ db }: ReadDeps, actor: Actor, slug: string): Promise<boolean> =>
  store.hasReadableSlug(db.read, actor, slug)

/** The slug of the document that represents the site or a category; undefined if this reader can't see one. */
export const findFront = async (
  { db }: ReadDeps,
  actor: Actor,
  { id, ...within }: { id: number | null; category_id?: number },
): Promise<string | undefined> => (id === null ? undefined : store.findSlugOf(db.read, actor, { id, ...within }))

export type FrontPage = Record<'pinned' | 'recent' | 'mostRead', SiteItem[]>

const FRONT_LIST = 6
const MOST_READ_DAYS = 7

/** Sums up a week of views, so frequent callers cache it. */
export async function findMostRead({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<number[]> {
  const from = dayOf(clock.now() - (MOST_READ_DAYS - 1) * DAY)
  return (await listMostRead(db.read, from, readableBy(actor, 'site'), FRONT_LIST)).map(({ id }) => id)
}

export async function getFrontPage({ db }: ReadDeps, actor: Actor, mostRead: number[]): Promise<FrontPage> {
  return {
    pinned: (await listPinned(db.read, readableFor(actor, 'site'), FRONT_LIST)).map(presentSiteItem),
    recent: await listChangedLast({ db }, actor, FRONT_LIST),
    mostRead: await listReadable({ db }, actor, mostRead),
  }
}

export const listCategoryDocuments = async (
  { db }: ReadDeps,
  actor: Actor,
  categoryId: number,
  page: { limit: number; offset: number },
): Promise<SiteItem[]> => (await store.listInCategory(db.read, actor, { categoryId, ...page })).map(presentSiteItem)

/** The most recently changed documents with content, optionally of a category's subtree. */
export const listChangedLast = async (
  { db }: ReadDeps,
  actor: Actor,
  limit: number,
  categoryId?: number,
): Promise<SiteItem[]> =>
  (await listNewest(db.read, within(written(readableFor(actor)), categoryId), limit)).map(presentSiteItem)

/** In the order of the ids, without those that this reader can't see on the site. */
export const listReadable = async ({ db }: ReadDeps, actor: Actor, ids: readonly number[]): Promise<SiteItem[]> =>
  (await listThese(db.read, readableBy(actor, 'site'), ids)).map(presentSiteItem)

type SitemapEntry = { id: number; slug: string; path: string | null; category_id: number | null; updated_at: number }

/** Ids per sheet of the site map, and ids read before others get a turn. */
const SHEET = 5_000
const WINDOW = 1_000

/** All addresses of a sheet (1, 2, …), in several turns. */
export async function* listSheet({ db }: ReadDeps, actor: Actor, sheet: number): AsyncGenerator<SitemapEntry[]> {
  const last = sheet * SHEET
  for (let after = last - SHEET; after < last; after += WINDOW) {
    yield await store.listAddressesAmong(db.read, actor, { after, upTo: after + WINDOW }, WINDOW)
    await setImmediate()
  }
}

/** The numbers of non-empty sheets. */
export async function listSheets({ db }: ReadDeps, actor: Actor): Promise<number[]> {
  const sheets: number[] = []
  const count = Math.ceil((await store.findLastId(db.read)) / SHEET)
  for (let sheet = 1; sheet <= count; sheet++) {
    const ids = { after: (sheet - 1) * SHEET, upTo: sheet * SHEET }
    if ((await store.listAddressesAmong(db.read, actor, ids, 1)).length > 0) sheets.push(sheet)
    await setImmediate()
  }
  return sheets
}
