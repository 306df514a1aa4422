// Rules of the category tree: names, slugs, parents, order, access. Transactions and locks are in tree.ts, deletion in
// removal.ts.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, conflict, invalid, invalidValue } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { findKnownGroups } from '#features/accounts/groups/groups.ts'
import { findKnownUsers } from '#features/accounts/users/users.ts'
import { valueError } from '#issues.ts'
import { findFreeSlug, makeSlug } from '#slugs.ts'
import { type AudienceDeps, narrower, settleAccess } from './audience.ts'
import { type CategoryCause, noteChanged, noteCreated, noteMoved } from './note.ts'
import { getCategory } from './reading.ts'
import { isSeen, refuseReviewed } from './reviewed.ts'
import type { AccessList, CategoryCreate, CategoryOut, CategoryUpdate, Direction } from './schemas.ts'
import * as store from './store.ts'
import { changeTree, MAX_LEVELS, placeUnder, type Tree, type TreeDeps } from './tree.ts'

export type CategoryDeps = AudienceDeps

/** Reports all errors of the body in one response, like updates. */
export async function createCategory(
  deps: CategoryDeps,
  cause: CategoryCause,
  input: CategoryCreate,
): Promise<CategoryOut> {
  const id = await changeTree(deps, cause.actor, async (tx, tree) => {
    const [parent, access] = await collectIssues(
      () => parentInBody(tree, input.parent_id),
      () => input.access && checkAccess(tx, input.access),
      () => checkIndex(tx, input.index_id),
    )
    const depth = parent === undefined ? 0 : parent.depth + 1
    if (depth >= MAX_LEVELS)
      throw conflict(`Categories have at most ${MAX_LEVELS} levels; ${parent!.id} is the last one`)
    await refuseTakenSlug(tx, input.slug)
    const isTaken = async (slug: string) => (await store.findSlugHolder(tx, slug)) !== undefined
    const slug = input.slug ?? (await findFreeSlug(makeSlug(input.name, 'category'), isTaken))
    const visibility = input.visibility ?? 'public'
    const now = deps.clock.now()
    const insert = () =>
      store.insertCategory(tx, {
        name: input.name,
        slug,
        description: input.description ?? null,
        review_after: input.review_after ?? null,
        index_id: input.index_id ?? null,
        parent_id: parent?.id ?? null,
        position: tree.siblings(parent?.id ?? null).length,
        slot: null,
        depth,
        visibility,
        audience: narrower(visibility, parent?.audience ?? 'public'),
        created_by: cause.actor.userId,
        created_at: now,
        updated_at: now,
      })
    const fronts = input.index_id == null ? [] : [input.index_id]
    const { id } = await deps.keepPublicViews(tx, fronts, insert, '"front_of": …, once the category is there')
    await noteCreated(tx, cause, { id, name: input.name, slug, parent_id: parent?.id ?? null }, now)
    if (access) await store.writeAccess(tx, id, access)
    await settleAccess(deps, tx)
    return id
  })
  return getCategory(deps, id)
}

/** For imports: the category's slot among its documents. */
export const keepSlot = ({ db }: Pick<CategoryDeps, 'db'>, id: number, slot: number): Promise<void> =>
  db.inTransaction((tx) => store.updateCategory(tx, id, { slot }))

/** The document stands for this category, or for none. */
export async function setFront(tx: Tx, documentId: number, categoryId: number | null): Promise<void> {
  if (categoryId === null) await store.clearFronts(tx, documentId)
  else await store.updateCategory(tx, categoryId, { index_id: documentId })
}

export async function updateCategory(
  deps: CategoryDeps,
  cause: CategoryCause,
  id: number,
  input: CategoryUpdate,
): Promise<CategoryOut> {
  await changeTree(deps, cause.actor, async (tx, tree) => {
    const shape = tree.get(id)
    const moves = input.parent_id !== undefined && input.parent_id !== shape.parent_id
    const [parent, access] = await collectIssues(
      () => (moves ? parentInBody(tree, input.parent_id) : undefined),
      () => input.access && checkAccess(tx, input.access),
      () => checkIndex(tx, input.index_id),
    )
    if (input.slug !== undefined) await refuseTakenSlug(tx, input.slug, id)
    const { name, slug, description, visibility, review_after, index_id } = input
    const at = deps.clock.now()
    const change = {
      ...(name !== undefined && { name }),
      ...(slug !== undefined && { slug }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
      ...(review_after !== undefined && { review_after }),
      ...(index_id !== undefined && { index_id }),
    }
    const before = (await store.findCategoryRow(tx, id))!
    if (await isSeen(tx, before, input)) await refuseReviewed(deps, tx, cause.actor, id, parent?.id)
    if (moves) await placeUnder(tx, tree, shape, parent)
    const fronts = index_id === undefined ? [] : [index_id, before.index_id].filter((page) => page !== null)
    const asked = `"front_of": ${index_id === null ? null : id}`
    await deps.keepPublicViews(tx, fronts, () => store.updateCategory(tx, id, { ...change, updated_at: at }), asked)
    await noteChanged(tx, cause, before, moves ? { ...change, parent_id: parent?.id ?? null } : change, at)
    if (access) await store.writeAccess(tx, id, access)
    // Access is inherited, so a move or a new rule recomputes everything below.
    const isRuleNew = access !== undefined || (visibility !== undefined && visibility !== shape.visibility)
    await settleAccess(deps, tx)
    if (isRuleNew) {
      const detail = { visibility: visibility ?? shape.visibility, access: input.access }
      await recordAudit(tx, cause.actor, 'category.access_changed', `category:${id}`, detail, at)
    }
  })
  return getCategory(deps, id)
}

export function moveCategory(
  deps: TreeDeps,
  actor: Actor,
  id: number,
  direction: Direction,
): Promise<{ moved: boolean; id: number; order: number }> {
  return changeTree(deps, actor, async (tx, tree) => {
    const shape = tree.get(id)
    const others = tree.siblings(shape.parent_id).filter((sibling) => !tree.isHidden(sibling.id))
    const neighbour = others[others.indexOf(shape) + (direction === 'up' ? -1 : 1)]
    if (!neighbour) return { moved: false, id, order: shape.position }
    const order = neighbour.position
    // (parent, position) is unique at every statement, so a swap needs a third position.
    await store.updateCategory(tx, id, { position: -1 })
    await store.updateCategory(tx, neighbour.id, { position: shape.position })
    await store.updateCategory(tx, id, { position: order })
    return { moved: true, id, order }
  })
}

/** Requires all siblings that the actor sees: with some of them the positions of the others would be undefined. */
export function reorderCategories(
  deps: TreeDeps,
  actor: Actor,
  input: { parent_id?: number | null; ids: number[] },
): Promise<{ parent_id: number | null; ids: number[] }> {
  return changeTree(deps, actor, async (tx, tree) => {
    const parent = parentInBody(tree, input.parent_id)
    const siblings = tree.siblings(parent?.id ?? null).map((shape) => shape.id)
    const present = new Set(siblings.filter((id) => !tree.isHidden(id)))
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
    // Those that this person may not see keep their places.
    const order = [...input.ids]
    const places = siblings.map((id) => (tree.isHidden(id) ? id : order.shift()!))
    await store.writeOrder(tx, places)
    return { parent_id: parent?.id ?? null, ids: input.ids }
  })
}

/** The new parent is in the query, so an unknown one is a 404. */
export async function reparentCategory(
  deps: CategoryDeps,
  cause: CategoryCause,
  id: number,
  parentId: number | null,
): Promise<CategoryOut> {
  await changeTree(deps, cause.actor, (tx, tree) =>
    moveUnder(deps, tx, tree, cause, tree.get(id), parentId === null ? undefined : tree.get(parentId)),
  )
  return getCategory(deps, id)
}

async function moveUnder(
  deps: CategoryDeps,
  tx: Tx,
  tree: Tree,
  cause: CategoryCause,
  shape: store.CategoryShape,
  parent: store.CategoryShape | undefined,
): Promise<void> {
  if (shape.parent_id === (parent?.id ?? null)) return
  const at = deps.clock.now()
  await refuseReviewed(deps, tx, cause.actor, shape.id, parent?.id)
  const before = (await store.findCategoryRow(tx, shape.id))!
  await placeUnder(tx, tree, shape, parent)
  await store.updateCategory(tx, shape.id, { updated_at: at })
  await noteMoved(tx, cause, before, parent?.id ?? null, at)
  await settleAccess(deps, tx)
}

/** The new parent is in the body (422); within the caller's transaction. */
export const moveToLevel = (
  deps: CategoryDeps,
  tx: Tx,
  tree: Tree,
  cause: CategoryCause,
  id: number,
  parentId: number | null,
): Promise<void> => moveUnder(deps, tx, tree, cause, tree.get(id), parentInBody(tree, parentId))

/** Writes siblings' slots among documents, and their positions if one was moved. */
export async function orderLevel(
  tx: Tx,
  tree: Tree,
  order: readonly { id: number; slot: number | null }[],
  moved?: number,
): Promise<void> {
  if (moved !== undefined)
    await store.writeOrder(
      tx,
      order.map(({ id }) => id),
    )
  const slotted = order.filter(({ id, slot }) => id === moved || tree.get(id).slot !== slot)
  for (const { id, slot } of slotted) await store.updateCategory(tx, id, { slot })
}

function parentInBody(tree: Tree, parentId: number | null | undefined): store.CategoryShape | undefined {
  if (parentId === null || parentId === undefined) return undefined
  const parent = tree.find(parentId)
  if (!parent) throw invalidValue(['body', 'parent_id'], `Category ${parentId} does not exist`, parentId)
  return parent
}

async function checkIndex(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id != null && !(await store.hasDocument(tx, id)))
    throw invalidValue(['body', 'index_id'], `Document ${id} does not exist`, id)
}

async function refuseTakenSlug(tx: Tx, slug: string | undefined, ownId?: number): Promise<void> {
  if (slug === undefined) return
  const holder = await store.findSlugHolder(tx, slug)
  if (holder !== undefined && holder !== ownId) throw conflict(`The slug ${slug} belongs to category ${holder}`)
}

/** Removes duplicates; errors name unknown users and groups by position. */
export async function checkAccess(tx: Tx, access: AccessList): Promise<AccessList> {
  const users = await findKnownUsers(tx, access.users)
  // Lists that proposals and imports saved before there were groups name none.
  const { roles, users: named, groups: teams = [] } = access
  const groups = await findKnownGroups(tx, teams)
  const issues = [
    ...named.flatMap((id, index) =>
      users.has(id) ? [] : valueError(['body', 'access', 'users', index], `User ${id} does not exist`, id),
    ),
    ...teams.flatMap((id, index) =>
      groups.has(id) ? [] : valueError(['body', 'access', 'groups', index], `Group ${id} does not exist`, id),
    ),
  ]
  if (issues.length > 0) throw invalid(issues)
  return { roles: [...new Set(roles)], users: [...new Set(named)], groups: [...new Set(teams)] }
}

/** Locks the category until the end of the transaction and returns its audience; undefined if it doesn't exist. */
export async function holdAudience(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  categoryId: number,
): Promise<store.CategoryShape['audience'] | undefined> {
  return (await store.findShapeForShare(tx, db.dialect, categoryId))?.audience
}
