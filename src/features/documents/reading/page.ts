// What the pages of the public site show of documents, to this visitor or reader: the front page, a category's documents, and the
// list for site maps; the page of one document is in article.ts. How it looks is the reader's business.

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

/** A SiteItem is a document in a list of the site; one that is not written is there only for editors. */
export type SiteItem = DocumentListOut & { written: boolean }
export const presentSiteItem = (row: ListRow): SiteItem => ({ ...presentListItem(row), written: row.has_content === 1 })

/** findPresentSlug is for an address where nothing is: where the document that was there before is now. */
export const findPresentSlug = ({ db }: ReadDeps, actor: Actor, former: string): Promise<string | undefined> =>
  store.findPresentSlug(db.read, actor, former)

/** findSlugAt is for an address that no route has: the document that is there, for this reader. */
export const findSlugAt = ({ db }: ReadDeps, actor: Actor, path: string): Promise<string | undefined> =>
  store.findSlugAt(db.read, actor, path)

/** isReadableSlug: whether there is a document for this reader at an address of a document. */
export const isReadableSlug = ({ db }: ReadDeps, actor: Actor, slug: string): Promise<boolean> =>
  store.hasReadableSlug(db.read, actor, slug)

/** findFront is the slug of the document that stands for the site or a category; undefined where this reader finds none. */
export const findFront = async (
  { db }: ReadDeps,
  actor: Actor,
  { id, ...within }: { id: number | null; category_id?: number },
): Promise<string | undefined> => (id === null ? undefined : store.findSlugOf(db.read, actor, { id, ...within }))

export type FrontPage = Record<'pinned' | 'recent' | 'mostRead', SiteItem[]>

const FRONT_LIST = 6
const MOST_READ_DAYS = 7

/** findMostRead is separate, because it adds up every view of a week: callers that ask often keep it for a while. */
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

/** listChangedLast is what was changed last, and shows something; it may be within a category and what is below it. */
export const listChangedLast = async (
  { db }: ReadDeps,
  actor: Actor,
  limit: number,
  categoryId?: number,
): Promise<SiteItem[]> =>
  (await listNewest(db.read, within(written(readableFor(actor)), categoryId), limit)).map(presentSiteItem)

/** listReadable keeps the order of the ids, and leaves out what this reader does not find on the site. */
export const listReadable = async ({ db }: ReadDeps, actor: Actor, ids: readonly number[]): Promise<SiteItem[]> =>
  (await listThese(db.read, readableBy(actor, 'site'), ids)).map(presentSiteItem)

type SitemapEntry = { id: number; slug: string; path: string | null; category_id: number | null; updated_at: number }

/** SHEET is how many ids a sheet of the list of all addresses stands for; WINDOW how many are read in one turn. */
const SHEET = 5_000
const WINDOW = 1_000

/** listSheet is every address of a sheet (1, 2, …); reading it lets others have their turns. */
export async function* listSheet({ db }: ReadDeps, actor: Actor, sheet: number): AsyncGenerator<SitemapEntry[]> {
  const last = sheet * SHEET
  for (let after = last - SHEET; after < last; after += WINDOW) {
    yield await store.listAddressesAmong(db.read, actor, { after, upTo: after + WINDOW }, WINDOW)
    await setImmediate()
  }
}

/** listSheets is the numbers of the sheets that hold something. */
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
