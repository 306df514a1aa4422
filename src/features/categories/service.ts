// The rules of the category tree: names and slugs, parents, order among siblings, who may enter.
// Changes of the tree run one after another (the lock 'categories'), so that positions stay 0..n-1 whatever happens at once.
//
// Lock order: 'categories', then the rows of categories, then the rows of documents. Saving a document locks its category
// before itself (documents/writing/write.ts), so that neither waits for the other.

import type { Actor } from '#actor.ts'
import { treeChanged } from '#changes.ts'
import { counted } from '#counted.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, conflict, invalid, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit.ts'
import { findKnownUsers } from '#features/accounts/users.ts'
import { valueError } from '#issues.ts'
import { findFreeSlug, makeSlug } from '#slugs.ts'
import { type AudienceDeps, narrower, settleAccess } from './audience.ts'
import { getCategory } from './reading.ts'
import type { AccessList, CategoryCreate, CategoryOut, CategoryUpdate, Direction } from './schemas.ts'
import * as store from './store.ts'

type TreeDeps = Pick<Deps, 'db' | 'clock'>
export type CategoryDeps = AudienceDeps

/** A bound keeps recursive queries and indented lists small. */
const MAX_LEVELS = 12

/**
 * changeTree is a transaction that has the category tree to itself. It reads all shapes at once, so that every rule (depth,
 * circles, positions) is decided in memory and not by one more query.
 */
async function changeTree<T>({ db }: TreeDeps, work: (tx: Tx, tree: Tree) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(async (tx) => {
      await db.dialect.lock(tx, 'categories')
      return work(tx, new Tree(await store.listShapes(tx)))
    })
  } catch (error) {
    if (db.dialect.uniqueViolation(error) === 'categories.slug') throw conflict('Another category has this slug')
    throw error
  }
}

/** Tree is the shapes as they were when the transaction began, and what follows from them. */
class Tree {
  readonly #byId: Map<number, store.CategoryShape>

  constructor(shapes: store.CategoryShape[]) {
    this.#byId = new Map(shapes.map((shape) => [shape.id, shape]))
  }

  find(id: number): store.CategoryShape | undefined {
    return this.#byId.get(id)
  }

  get(id: number): store.CategoryShape {
    const found = this.#byId.get(id)
    if (!found) throw notFound('Category')
    return found
  }

  siblings(parentId: number | null): store.CategoryShape[] {
    return [...this.#byId.values()]
      .filter((shape) => shape.parent_id === parentId)
      .sort((one, other) => one.position - other.position)
  }

  subtree(root: store.CategoryShape): store.CategoryShape[] {
    const children = this.siblings(root.id)
    return [root, ...children.flatMap((child) => this.subtree(child))]
  }

  isWithin(id: number, root: number): boolean {
    for (let at: number | null = id; at !== null; at = this.get(at).parent_id) if (at === root) return true
    return false
  }
}

export async function createCategory(deps: CategoryDeps, actor: Actor, input: CategoryCreate): Promise<CategoryOut> {
  const id = await changeTree(deps, async (tx, tree) => {
    const [parent, access] = await collectIssues(
      () => parentInBody(tree, input.parent_id),
      () => input.access && checkAccess(tx, input.access),
    )
    const depth = parent === undefined ? 0 : parent.depth + 1
    if (depth >= MAX_LEVELS)
      throw conflict(`Categories have at most ${MAX_LEVELS} levels; ${parent!.id} is the last one`)
    await refuseTakenSlug(tx, input.slug)
    const isTaken = async (slug: string) => (await store.findSlugHolder(tx, slug)) !== undefined
    const slug = input.slug ?? (await findFreeSlug(makeSlug(input.name, 'category'), isTaken))
    const visibility = input.visibility ?? 'public'
    const now = deps.clock.now()
    const { id } = await store.insertCategory(tx, {
      name: input.name,
      slug,
      description: input.description ?? null,
      parent_id: parent?.id ?? null,
      position: tree.siblings(parent?.id ?? null).length,
      depth,
      visibility,
      audience: narrower(visibility, parent?.audience ?? 'public'),
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })
    if (access) await store.writeAccess(tx, id, access)
    await settleAccess(deps, tx)
    treeChanged(tx, { audienceIds: [id] })
    return id
  })
  return getCategory(deps, id)
}

export async function updateCategory(
  deps: CategoryDeps,
  actor: Actor,
  id: number,
  input: CategoryUpdate,
): Promise<CategoryOut> {
  await changeTree(deps, async (tx, tree) => {
    const shape = tree.get(id)
    const moves = input.parent_id !== undefined && input.parent_id !== shape.parent_id
    const [parent, access] = await collectIssues(
      () => (moves ? parentInBody(tree, input.parent_id) : undefined),
      () => input.access && checkAccess(tx, input.access),
    )
    if (moves) await placeUnder(tx, tree, shape, parent)
    if (input.slug !== undefined) await refuseTakenSlug(tx, input.slug, id)
    const { name, slug, description, visibility } = input
    await store.updateCategory(tx, id, {
      ...(name !== undefined && { name }),
      ...(slug !== undefined && { slug }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
      updated_at: deps.clock.now(),
    })
    if (access) await store.writeAccess(tx, id, access)
    const settled = await settleAccess(deps, tx)
    const isRuleNew = access !== undefined || (visibility !== undefined && visibility !== shape.visibility)
    treeChanged(tx, { audienceIds: isRuleNew ? [id, ...settled] : settled })
    if (isRuleNew) {
      const detail = { visibility: visibility ?? shape.visibility, access: input.access }
      await recordAudit(tx, actor, 'category.access_changed', `category:${id}`, detail, deps.clock.now())
    }
  })
  return getCategory(deps, id)
}

export async function deleteCategory(deps: TreeDeps, actor: Actor, id: number): Promise<void> {
  await changeTree(deps, async (tx, tree) => {
    const shape = tree.get(id)
    const categories = tree.siblings(id).length
    const documents = (await store.findCategoryRow(tx, id))!.document_count
    if (categories + documents > 0) throw notEmpty(id, categories, documents)
    await store.deleteCategory(tx, id)
    await store.closeGap(tx, shape.parent_id, shape.position)
    treeChanged(tx, { audienceIds: [] })
    await recordAudit(tx, actor, 'category.deleted', `category:${id}`, {}, deps.clock.now())
  }).catch((error) => {
    // A document was put here between the count and the deletion.
    throw deps.db.dialect.foreignKeyViolation(error) ? notEmpty(id, 0, 1) : error
  })
}

const notEmpty = (id: number, categories: number, documents: number) =>
  conflict(
    `Category ${id} is not empty: it holds ${counted(categories, 'category', 'categories')} and ${counted(documents, 'document')}`,
    { categories, documents },
  )

export function moveCategory(
  deps: TreeDeps,
  id: number,
  direction: Direction,
): Promise<{ moved: boolean; id: number; order: number }> {
  return changeTree(deps, async (tx, tree) => {
    const shape = tree.get(id)
    const order = direction === 'up' ? shape.position - 1 : shape.position + 1
    const neighbour = tree.siblings(shape.parent_id)[order]
    if (!neighbour) return { moved: false, id, order: shape.position }
    await store.updateCategory(tx, id, { position: -1 })
    await store.updateCategory(tx, neighbour.id, { position: shape.position })
    await store.updateCategory(tx, id, { position: order })
    treeChanged(tx, { audienceIds: [] })
    return { moved: true, id, order }
  })
}

export function reorderCategories(
  deps: TreeDeps,
  input: { parent_id?: number | null; ids: number[] },
): Promise<{ parent_id: number | null; ids: number[] }> {
  return changeTree(deps, async (tx, tree) => {
    const parent = parentInBody(tree, input.parent_id)
    const present = new Set(tree.siblings(parent?.id ?? null).map((shape) => shape.id))
    const given = new Set(input.ids)
    const foreign = input.ids.findIndex((id) => !present.has(id))
    if (foreign !== -1) {
      const sentence = `Category ${input.ids[foreign]} is not one of these siblings`
      throw invalidValue(['body', 'ids', foreign], sentence, input.ids[foreign])
    }
    if (given.size !== input.ids.length) throw invalidValue(['body', 'ids'], 'An id stands here twice', input.ids)
    const missing = [...present].filter((id) => !given.has(id))
    if (missing.length > 0) {
      throw invalidValue(['body', 'ids'], `Every sibling must be named; missing: ${missing.join(', ')}`, input.ids)
    }
    await store.writeOrder(tx, input.ids)
    treeChanged(tx, { audienceIds: [] })
    return { parent_id: parent?.id ?? null, ids: input.ids }
  })
}

/** reparentCategory takes the new parent from the query, where an unknown id is not found. */
export async function reparentCategory(deps: CategoryDeps, id: number, parentId: number | null): Promise<CategoryOut> {
  await changeTree(deps, async (tx, tree) => {
    const shape = tree.get(id)
    const parent = parentId === null ? undefined : tree.get(parentId)
    if (shape.parent_id === (parent?.id ?? null)) return
    await placeUnder(tx, tree, shape, parent)
    await store.updateCategory(tx, id, { updated_at: deps.clock.now() })
    const audienceIds = await settleAccess(deps, tx)
    treeChanged(tx, { audienceIds })
  })
  return getCategory(deps, id)
}

/** placeUnder puts a category last below its new parent, with everything below it. */
async function placeUnder(
  tx: Tx,
  tree: Tree,
  shape: store.CategoryShape,
  parent: store.CategoryShape | undefined,
): Promise<void> {
  if (parent && tree.isWithin(parent.id, shape.id)) {
    const where = parent.id === shape.id ? 'itself' : `${parent.id}, which is below it`
    throw conflict(`Category ${shape.id} can't be moved under ${where}`)
  }
  const depth = parent === undefined ? 0 : parent.depth + 1
  const subtree = tree.subtree(shape)
  const deepest = Math.max(...subtree.map((below) => below.depth)) - shape.depth + depth
  if (deepest >= MAX_LEVELS) {
    throw conflict(`Categories have at most ${MAX_LEVELS} levels; under ${parent?.id} there would be ${deepest + 1}`)
  }
  const position = tree.siblings(parent?.id ?? null).length
  await store.updateCategory(tx, shape.id, { parent_id: parent?.id ?? null, position })
  await store.closeGap(tx, shape.parent_id, shape.position)
  for (const below of subtree) {
    if (depth !== shape.depth) await store.updateCategory(tx, below.id, { depth: below.depth - shape.depth + depth })
  }
}

function parentInBody(tree: Tree, parentId: number | null | undefined): store.CategoryShape | undefined {
  if (parentId === null || parentId === undefined) return undefined
  const parent = tree.find(parentId)
  if (!parent) throw invalidValue(['body', 'parent_id'], `Category ${parentId} does not exist`, parentId)
  return parent
}

async function refuseTakenSlug(tx: Tx, slug: string | undefined, ownId?: number): Promise<void> {
  if (slug === undefined) return
  const holder = await store.findSlugHolder(tx, slug)
  if (holder !== undefined && holder !== ownId) throw conflict(`The slug ${slug} belongs to category ${holder}`)
}

/** checkAccess returns the list without repetitions; the error names each user who does not exist by their position in it. */
export async function checkAccess(tx: Tx, access: AccessList): Promise<AccessList> {
  const known = await findKnownUsers(tx, access.users)
  const issues = access.users.flatMap((id, index) =>
    known.has(id) ? [] : valueError(['body', 'access', 'users', index], `User ${id} does not exist`, id),
  )
  if (issues.length > 0) throw invalid(issues)
  return { roles: [...new Set(access.roles)], users: [...new Set(access.users)] }
}

/** withoutUnknownUsers leaves out those who have no account, or no longer have one. */
export async function withoutUnknownUsers(tx: Tx, { roles, users }: AccessList): Promise<AccessList> {
  const known = await findKnownUsers(tx, users)
  return { roles, users: users.filter((id) => known.has(id)) }
}

/** holdAudience locks the category for this transaction and returns who reaches it; undefined when there is none. */
export async function holdAudience(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  categoryId: number,
): Promise<store.CategoryShape['audience'] | undefined> {
  return (await store.findShapeForShare(tx, db.dialect, categoryId))?.audience
}
