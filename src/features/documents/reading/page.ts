// What the pages of the public site show of documents, for whoever reads: one document with its neighbours, the front page,
// a category's documents, and the list for site maps. How it looks is the reader's business.

import { setImmediate } from 'node:timers/promises'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { blockText, type OutlineEntry, oneLine, outlineOf } from '#blocks/text.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { findCategoryPath, type PathPart } from '#features/categories/reading.ts'
import { DAY, dayOf } from '#time.ts'
import { filterOf, readableBy, readableFor, written } from '../access/access.ts'
import { readHtml } from '../html/html.ts'
import { presentListItem } from '../lists/list-item.ts'
import { type ListRow, listNewest, listPinned, listThese } from '../lists/list-item-store.ts'
import type { DocumentListOut } from '../schemas.ts'
import { listMostRead } from '../views/store.ts'
import * as store from './page-store.ts'

type ReadDeps = Pick<Deps, 'db'>
/** A SiteItem is a document in a list of the site; one that is not written is there only for editors. */
export type SiteItem = DocumentListOut & { written: boolean }
const presentSiteItem = (row: ListRow): SiteItem => ({ ...presentListItem(row), written: row.has_content === 1 })

export type Neighbour = store.Neighbour

/** ApprovedDraft says who approved the draft that a document came from, and whether someone has changed it by hand since. */
export type ApprovedDraft = { by: string | null; at: number; changedSince: boolean }

export type DocumentPage = SiteItem & {
  public: boolean
  author: string | null
  publishedAt: number | null
  drafted: ApprovedDraft | null
  path: PathPart[]
  /** lead is the summary, unless the text begins with it. */
  lead: string | null
  html: string
  outline: OutlineEntry[]
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

export async function getDocumentPage({ db }: ReadDeps, actor: Actor, slug: string): Promise<DocumentPage> {
  const row = await store.findPageRow(db.read, actor, slug)
  if (!row) throw notFound('Document')
  const blocks: Block[] = JSON.parse(row.blocks)
  return {
    ...presentSiteItem(row),
    public: row.audience === 'public',
    author: row.author_name,
    publishedAt: row.published_at,
    drafted:
      row.approved_at === null
        ? null
        : { by: row.approver_name, at: row.approved_at, changedSince: row.origin !== 'approval' },
    path: row.category_id === null ? [] : await findCategoryPath(db.read, row.category_id),
    lead: beginsWith(blocks, row.summary) ? null : row.summary,
    html: readHtml(row.html, blocks),
    outline: outlineOf(blocks),
    ...(await store.findNeighbours(db.read, actor, row)),
  }
}

/** findPresentSlug is for an address where nothing is: where the document that was there before is now. */
export const findPresentSlug = ({ db }: ReadDeps, actor: Actor, former: string): Promise<string | undefined> =>
  store.findPresentSlug(db.read, actor, former)

const beginsWith = ([first]: Block[], summary: string | null): boolean =>
  summary !== null && first !== undefined && oneLine(blockText(first)).startsWith(oneLine(summary))

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
    pinned: (await listPinned(db.read, readableBy(actor, 'site'), FRONT_LIST)).map(presentSiteItem),
    recent: await listChangedLast({ db }, actor, FRONT_LIST),
    mostRead: (await listThese(db.read, readableBy(actor, 'site'), mostRead)).map(presentSiteItem),
  }
}

export const listCategoryDocuments = async (
  { db }: ReadDeps,
  actor: Actor,
  categoryId: number,
  page: { limit: number; offset: number },
): Promise<SiteItem[]> => (await store.listInCategory(db.read, actor, categoryId, page)).map(presentSiteItem)

/** listChangedLast is what was changed last, and shows something. */
export const listChangedLast = async ({ db }: ReadDeps, actor: Actor, limit: number): Promise<SiteItem[]> =>
  (await listNewest(db.read, filterOf(written(readableFor(actor))), limit)).map(presentSiteItem)

export type SitemapEntry = { slug: string; updated_at: number }

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
