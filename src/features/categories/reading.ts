// Reading categories: for editors as a list, as a tree and by id; for readers by slug, with its ancestors.

import type { Actor } from '#actor.ts'
import type { ReadDeps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { stamp } from '#time.ts'
import { categoryReadableBy, documentRule } from './access.ts'
import { accessListOf } from './access-list.ts'
import type { AccessList, CategoryOut } from './schemas.ts'
import * as store from './store.ts'
import { NO_CATEGORY } from './subtree.ts'

function presentCategory(row: store.CategoryRow, access: AccessList): CategoryOut {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    parent_id: row.parent_id,
    order: row.position,
    slot: row.slot,
    depth: row.depth,
    visibility: row.visibility,
    access,
    review_after: row.review_after,
    index_id: row.index_id,
    document_count: row.document_count,
    created_at: stamp(row.created_at),
    updated_at: stamp(row.updated_at),
    children: [],
  }
}

const sightOf = (actor: Actor) => ({ categories: categoryReadableBy(actor), documents: documentRule(actor) })

/** Those that the actor may see, with how many documents they may read in each. */
export async function listCategories({ db }: ReadDeps, actor: Actor): Promise<CategoryOut[]> {
  const rows = await store.listCategoryRows(db.read, sightOf(actor))
  const accessRows = await store.listAccessRows(db.read)
  const access = Map.groupBy(accessRows, ({ category_id }) => category_id)
  return rows.map((row) => presentCategory(row, accessListOf(access.get(row.id) ?? [])))
}

export async function categoryTree(deps: ReadDeps, actor: Actor): Promise<CategoryOut[]> {
  const all = await listCategories(deps, actor)
  const byId = new Map(all.map((category) => [category.id, category]))
  for (const category of all) if (category.parent_id !== null) byId.get(category.parent_id)?.children.push(category)
  return all.filter((category) => category.parent_id === null)
}

/** Without an actor, as somebody has just written it. */
export async function getCategory({ db }: ReadDeps, id: number, actor?: Actor): Promise<CategoryOut> {
  const row = await store.findCategoryRow(db.read, id, actor && sightOf(actor))
  if (!row) throw notFound('Category')
  return presentCategory(row, accessListOf(await store.listAccessRows(db.read, id)))
}

export type PathPart = { id: number; name: string; slug: string }

/** From the root down to the category itself. */
export const findCategoryPath = (query: Query, categoryId: number): Promise<PathPart[]> =>
  store.listAncestors(query, categoryId)

/** A category on a reader's page. */
export type ReadableCategory = PathPart & {
  description: string | null
  audience: 'public' | 'members' | 'restricted'
  index_id: number | null
}

export const findReadableCategory = (
  { db }: ReadDeps,
  actor: Actor,
  slug: string,
): Promise<ReadableCategory | undefined> => store.findReadableRow(db.read, categoryReadableBy(actor), { slug })

/** Exists for the actor. */
export const categoryExists = async (query: Query, actor: Actor, id: number): Promise<boolean> =>
  (await store.findReadableRow(query, categoryReadableBy(actor), { id })) !== undefined

/** Those of the categories that the actor can see. */
export const findReadableIds = async ({ db }: ReadDeps, actor: Actor, ids: readonly number[]): Promise<Set<number>> =>
  new Set(await store.listReadableIds(db.read, categoryReadableBy(actor), ids))

/** Categories whose documents must be checked regularly, by their own or an inherited interval in days. */
export async function listReviewDays(query: Query): Promise<{ id: number; days: number }[]> {
  const days = new Map<number, number>()
  for (const { id, parent_id, review_after } of await store.listReviews(query))
    days.set(id, review_after ?? days.get(parent_id ?? 0) ?? 0)
  return [...days].filter(([, after]) => after > 0).map(([id, after]) => ({ id, days: after }))
}

/** Only tokens bound to categories are limited. */
export const isWithinBounds = async (query: Query, { within }: Actor, categoryId: number | null): Promise<boolean> =>
  within === undefined ||
  (categoryId !== null && (await store.listAncestors(query, categoryId)).some(({ id }) => within.includes(id)))

/** Throws for a filter by a category that doesn't exist or that the actor can't see. */
export async function refuseUnknown({ db }: ReadDeps, actor: Actor, id: number | undefined): Promise<void> {
  if (id === undefined || id === NO_CATEGORY) return
  if (!(await store.findReadableRow(db.read, categoryReadableBy(actor), { id }))) throw notFound('Category')
}

export const { listFrontsOf } = store
