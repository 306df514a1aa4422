// Redirects from old addresses, used only where no route matches. Readers who may not read the target aren't redirected, so
// that no redirect reveals what exists.

import { setImmediate } from 'node:timers/promises'
import { decodedPart, redirectPath } from 'galley-blocks/urls.ts'
import { type Actor, COMMAND_LINE, edits } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, conflict, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { readBrand } from '#features/brand/brand.ts'
import { findReadableCategory } from '#features/categories/reading.ts'
import { isOwnReviewer } from '#features/categories/reviewed.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { flatCategoryPath, flatPath } from '../lists/addresses.ts'
import { listAddresses } from '../lists/located.ts'
import { findSlugAt, isReadableSlug, listChangedLast } from '../reading/page.ts'
import type { ProposedRedirect } from '../review/propose.ts'
import { keepPublicViews } from '../review/public-view.ts'
import { isReviewedWithin, listReviewed } from '../review/rules-store.ts'
import { findFiling } from '../review/store.ts'
import { proposeAction } from '../writing/held-back.ts'
import type { RedirectFilter, RedirectIn, RedirectLinksOut, RedirectOut } from './schemas.ts'
import * as store from './store.ts'

type RedirectDeps = Pick<Deps, 'db' | 'clock'>
type WritingDeps = Deps

const FIRST_STATUS = 301

const present = (row: store.RedirectRow): RedirectOut => ({
  id: row.id,
  from: row.from_path,
  to: row.to_path,
  kind: row.kind,
  status: row.status,
  origin: row.origin,
  hits: row.hits,
  last_hit_at: stampOrNull(row.last_hit_at),
  created_at: stamp(row.created_at),
})

const listRows = ({ db, clock }: RedirectDeps, { unused_days: days, ...wanted }: RedirectFilter) =>
  store.listRows(db.read, { ...wanted, unusedSince: days === undefined ? undefined : clock.now() - days * DAY })

export const listRedirects = async (deps: RedirectDeps, wanted: RedirectFilter): Promise<RedirectOut[]> =>
  (await listRows(deps, wanted)).map(present)

const TEXTS_AT_ONCE = 100
const LINKING_AT_MOST = 20
/** An address of this site in saved blocks. */
const LINK = /"(?:href|url|link)":"(\/[^"\\?#]*)/g

/**
 * Which published pages still link to the old addresses of these redirects. Links have no index, so all texts are scanned
 * once, in several turns.
 */
export async function listLinks(deps: RedirectDeps, actor: Actor, wanted: RedirectFilter): Promise<RedirectLinksOut[]> {
  const rows = await listRows(deps, wanted)
  if (rows.length === 0) return []
  const idOf = new Map(rows.map(({ id, kind, from_path }) => [`${kind} ${from_path}`, id]))
  const redirectOf = (path: string): number | undefined =>
    [`exact ${path}`, ...pathsAbove(path).map((above) => `prefix ${above}`)]
      .map((key) => idOf.get(key))
      .find((id) => id !== undefined)
  const linking = new Map<number, { id: number; title: string }[]>()
  for await (const { id, title, blocks } of publishedTexts(deps, actor))
    for (const used of new Set(blocks.matchAll(LINK).map(([, path]) => redirectOf(redirectPath(path!)))))
      if (used !== undefined) linking.getOrInsert(used, []).push({ id, title })
  return [...linking].map(([id, documents]) => ({
    id,
    count: documents.length,
    documents: documents.slice(0, LINKING_AT_MOST),
  }))
}

async function* publishedTexts({ db }: RedirectDeps, actor: Actor) {
  for (let after = 0; ; ) {
    const texts = await store.listTexts(db.read, actor, after, TEXTS_AT_ONCE)
    yield* texts
    if (texts.length < TEXTS_AT_ONCE) return
    after = texts.at(-1)!.id
    await setImmediate()
  }
}

export async function createRedirect(deps: WritingDeps, actor: Actor, input: RedirectIn): Promise<RedirectOut> {
  const row = await checked(input)
  await refusePageAt(deps, row)
  const id = await write(deps, row, async (tx) => {
    const at = deps.clock.now()
    const standing = await store.findFor(tx, [row.from_path], [row.from_path])
    if (standing?.from_path === row.from_path && standing.kind === row.kind)
      throw conflict(`${row.from_path} is already redirected, by redirect ${standing.id}`)
    const [added] = await reviewed(tx, actor, [row], () => store.putRows(tx, [{ ...row, created_at: at }]))
    await recordAudit(tx, actor, 'redirect.created', `redirect:${added}`, { from: row.from_path, to: row.to_path }, at)
    return added!
  })
  return present((await store.findRow(deps.db.read, id))!)
}

export async function updateRedirect(
  deps: WritingDeps,
  actor: Actor,
  id: number,
  input: RedirectIn,
): Promise<RedirectOut> {
  const row = await checked(input)
  await write(deps, row, async (tx) => {
    const standing = await store.findRow(tx, id)
    if (!standing) throw notFound('Redirect')
    if (standing.from_path !== row.from_path) await refusePageAt(deps, row)
    await reviewed(tx, actor, [standing, row], () => store.updateRow(tx, id, row))
    const detail = { from: row.from_path, to: row.to_path }
    await recordAudit(tx, actor, 'redirect.changed', `redirect:${id}`, detail, deps.clock.now())
  })
  return present((await store.findRow(deps.db.read, id))!)
}

/** Returns how many there were. The audit trail keeps their targets. */
export const deleteRedirects = (
  { db, clock }: RedirectDeps,
  actor: Actor,
  ids: readonly number[],
): Promise<{ deleted: number }> =>
  db.inTransaction(async (tx) => {
    const rows = await reviewed(tx, actor, await store.listByIds(tx, ids), () => store.deleteRows(tx, ids))
    for (const { id, from_path: from, to_path: to } of rows)
      await recordAudit(tx, actor, 'redirect.deleted', `redirect:${id}`, { from, to }, clock.now())
    return { deleted: rows.length }
  })

export async function deleteRedirect(deps: RedirectDeps, actor: Actor, id: number): Promise<void> {
  if ((await deleteRedirects(deps, actor, [id])).deleted === 0) throw notFound('Redirect')
}

type MovedPage = Pick<store.RedirectRow, 'from_path' | 'to_path'>

/** Makes a change of redirects, unless it would show in the view of a page that is under review, or below such a category. */
async function reviewed<T>(tx: Tx, actor: Actor, rows: MovedPage[], change: () => Promise<T>): Promise<T> {
  const pages: number[] = []
  for (const { to_path } of rows) {
    pages.push(...(await listPagesAt(tx, to_path)))
    const category = await store.findCategoryId(tx, slugIn(to_path))
    if (category !== undefined && !isOwnReviewer(actor) && (await isReviewedWithin(tx, [category])))
      throw conflict(`${to_path} has pages that are published after review: ask an administrator`, { review: true })
  }
  return keepPublicViews(tx, pages, change, `"redirects": [{"from": "${rows[0]?.from_path}"}]`)
}

const slugIn = (to: string): string => {
  const [
    ,
    category,
    slug = redirectPath(to.replace(/[?#].*$/s, ''))
      .split('/')
      .at(-1)!,
  ] = OF_SITE.exec(to) ?? []
  return decodedPart(category ?? slug)
}

/** The pages that an address may lead to, whoever may read them. */
async function listPagesAt(tx: Tx, to: string): Promise<number[]> {
  const slug = slugIn(to)
  const found = await store.listDocumentsAt(tx, redirectPath(to.replace(/[?#].*$/s, '')), slug)
  const former = await store.findFormerly(tx, slug)
  return [...found.map(({ id }) => id), ...(former === undefined ? [] : [former])]
}

const importedRow = (from: string, to: string, at: number) => ({
  from_path: from,
  to_path: onSite(to) ?? '/',
  kind: 'exact' as const,
  status: FIRST_STATUS,
  origin: 'import' as const,
  created_at: at,
})

/** For an import, which replaces existing redirects of the same address. Those to pages under review become proposals. */
export async function putRedirects(deps: RedirectDeps, tx: Tx, actor: Actor, moved: ReadonlyMap<string, string>) {
  const waiting = new Map<number, ProposedRedirect[]>()
  const rows: ReturnType<typeof importedRow>[] = []
  for (const [from, to] of moved) {
    const [page] = await listReviewed(tx, await listPagesAt(tx, to))
    if (page === undefined) rows.push(importedRow(from, to, deps.clock.now()))
    else waiting.getOrInsert(page, []).push({ from })
  }
  await store.putRows(tx, rows)
  for (const [id, redirects] of inOrder(waiting)) await proposeAction(deps, tx, actor, id, { redirects }, 'import')
}

/** Documents are locked in the order of their ids. */
const inOrder = <T>(byId: ReadonlyMap<number, T>): [number, T][] => [...byId].sort(([one], [other]) => one - other)

/** As they would be made. */
export async function checkRedirects(
  deps: WritingDeps,
  slug: string,
  asked: readonly ProposedRedirect[],
): Promise<void> {
  for (const { remove, ...redirect } of asked)
    if (!remove) await refusePageAt(deps, await checked({ ...redirect, to: flatPath(slug) } as RedirectIn))
}

/** What a proposal asked for. */
export async function changeRedirects(tx: Tx, documentId: number, asked: readonly ProposedRedirect[], at: number) {
  const { slug } = (await findFiling(tx, documentId))!
  for (const { from, kind = 'exact', status = FIRST_STATUS, remove } of asked) {
    const row = { from_path: redirectPath(from), kind }
    if (remove) await store.deleteRowsFrom(tx, row)
    else await store.putRows(tx, [{ ...row, to_path: flatPath(slug), status, created_at: at }])
  }
}

/** For undoing an import: removes redirects to the document. */
export const dropRedirectsTo = (tx: Tx, documentId: number): Promise<void> => store.deleteRowsTo(tx, documentId)

/**
 * For an import: gives documents (by permanent link) these addresses on sites with addresses by the tree. Those of documents
 * under review become proposals.
 */
export async function keepPaths(deps: RedirectDeps, tx: Tx, actor: Actor, paths: ReadonlyMap<string, string>) {
  // Of two documents with the same address, the last wins.
  const slugAt = new Map<string, string>()
  for (const [href, path] of paths) {
    const slug = /^\/read\/([^/#?]+)$/.exec(href)?.[1]
    if (slug !== undefined) slugAt.set(path, decodedPart(slug))
  }
  const waiting = new Map<number, string>()
  for (const some of batchesOf([...slugAt].map(([path, slug]) => [slug, path] as const))) {
    const pathOf = new Map(some)
    const ids = await store.listIdsBySlug(tx, [...pathOf.keys()])
    for (const id of await listReviewed(tx, [...ids.keys()])) {
      waiting.set(id, pathOf.get(ids.get(id)!)!)
      pathOf.delete(ids.get(id)!)
    }
    if (pathOf.size > 0) await store.keepPaths(tx, deps.db.dialect, pathOf)
  }
  for (const [id, path] of inOrder(waiting))
    if ((await findFiling(tx, id))?.path !== path) await proposeAction(deps, tx, actor, id, { path }, 'import')
}

/** What a proposal asked for. */
export async function changePath({ db }: Pick<Deps, 'db'>, tx: Tx, documentId: number, path: string): Promise<void> {
  const { slug } = (await findFiling(tx, documentId))!
  await store.keepPaths(tx, db.dialect, new Map([[slug, path]]))
}

async function write<T>({ db }: RedirectDeps, { from_path }: RedirectRule, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(run)
  } catch (error) {
    if (db.dialect.uniqueViolation(error)?.startsWith('redirects.'))
      throw conflict(`${from_path} is already redirected`)
    throw error
  }
}

/** Refuses an address at which a page exists. */
async function refusePageAt(deps: WritingDeps, { from_path: path }: RedirectRule): Promise<void> {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const isAt = (address: string) => redirectPath(address) === path
  if (isAt(flatCategoryPath(last)) && (await store.findCategoryId(deps.db.read, last)) !== undefined)
    throw conflict(`${path} is the address of a category`)
  const documents = await store.listDocumentsAt(deps.db.read, path, last)
  if (documents.length === 0) return
  const addressOf = await listAddresses(deps, COMMAND_LINE, await readBrand(deps))
  if (documents.some((document) => isAt(flatPath(document.slug)) || isAt(addressOf(document))))
    throw conflict(`${path} is the address of a page`)
}

type RedirectRule = Pick<store.RedirectRow, 'from_path' | 'to_path' | 'kind' | 'status'>

/** Addresses of the service itself, or without pages. */
const OURS = /^\/(?:$|(?:api|auth|panel|openapi\.json|healthz|readyz|metrics)(?:\/|$))/

async function checked({ from, to, kind = 'exact', status = FIRST_STATUS }: RedirectIn): Promise<RedirectRule> {
  const path = redirectPath(from)
  const refuse = (field: 'from' | 'to', reason: string, given: string) => {
    throw invalidValue(['body', field], reason, given)
  }
  await collectIssues(
    () => {
      if (!isPath(from)) refuse('from', 'must be a path that begins with /, without query and fragment', from)
      if (from.endsWith('*')) refuse('from', 'has no placeholders; a prefix takes every path below it', from)
      if (OURS.test(path)) refuse('from', `${path} is an address of this service`, from)
    },
    () => {
      if (!isPath(to.replace(/[?#].*$/s, '')) || onSite(to) === undefined)
        refuse('to', 'must be a path of this site that begins with /, without //', to)
      const target = redirectPath(to.replace(/[?#].*$/s, ''))
      if (target === path || (kind === 'prefix' && target.startsWith(`${path}/`)))
        refuse('to', 'redirects back to the old address', to)
    },
  )
  return { from_path: path, to_path: onSite(to)!, kind, status }
}

/**
 * An address encoded for a header; undefined if a browser could take it for another site. Leading double slashes are checked
 * last, because dots, backslashes and prefixes can create them.
 */
function onSite(to: string): string | undefined {
  const { pathname, search, hash } = new URL(`http://site.invalid${to}`)
  return pathname.includes('//') ? undefined : pathname + search + hash
}

/** A browser can't take it for another site. */
const isPath = (path: string): boolean => /^\/(?![/\\])[^?#\\\p{Cc}]*$/u.test(path)

export type Redirect = { id: number; to: string; status: number }

/** `path` without its query; undefined if there is no redirect that this reader may follow. */
export async function findRedirect(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  asked: string,
): Promise<Redirect | undefined> {
  const path = redirectPath(asked)
  if (path.includes('\0')) return undefined
  const row = await store.findFor(db.read, [path], pathsAbove(path))
  if (!row) return undefined
  const rest = row.kind === 'prefix' ? path.slice(row.from_path.length) : ''
  const to = onSite(rest === '' ? row.to_path : joined(row.to_path, rest))
  if (to === undefined) return undefined
  return (await mayFollow({ db }, actor, to)) ? { id: row.id, to, status: row.status } : undefined
}

/** The permanent link of a document's or category's page. */
const OF_SITE = /^\/read\/(?:category\/([^/?#]+)|(?!search(?:[?#]|$))([^/?#]+?))(?:\.md|\/print|\/feed\.xml)?(?:[?#]|$)/

/** Refuses targets that this reader may not read, by any of their addresses. */
async function mayFollow(deps: Pick<Deps, 'db'>, actor: Actor, to: string): Promise<boolean> {
  const [, category, slug] = OF_SITE.exec(to) ?? []
  // Only editors see a category without readable documents, as on the site.
  const isEntered = async (name: string): Promise<boolean> => {
    const found = await findReadableCategory(deps, actor, name)
    if (!found || edits(actor)) return found !== undefined
    return (await listChangedLast(deps, actor, 1, found.id)).length > 0
  }
  if (category !== undefined) return isEntered(decodedPart(category))
  if (slug !== undefined) return isReadableSlug(deps, actor, decodedPart(slug))
  const path = redirectPath(to.replace(/[?#].*$/s, ''))
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (path.startsWith('/read/') || !(await store.hasPageAt(deps.db.read, path, last))) return true
  return (await findSlugAt(deps, actor, path)) !== undefined || isEntered(last)
}

function joined(to: string, rest: string): string {
  const [path = '', behind = ''] = to.split(/(?=[?#])(.*)/s)
  return `${path === '/' ? '' : path}${rest.split('/').map(encodeURIComponent).join('/')}${behind}`
}

const MOST_LEVELS = 20

/** The path and every folder above it. */
function pathsAbove(path: string): string[] {
  const paths = [path]
  for (let at = path.lastIndexOf('/'); at > 0 && paths.length < MOST_LEVELS; at = path.lastIndexOf('/', at - 1))
    paths.push(path.slice(0, at))
  return paths
}
